import type { Session } from '../session.ts';

/**
 * Two buttons that copy a text in two formats.
 *
 * @param session copies the text
 * @param name the name of the text, such as `The table`
 * @param formats create the text
 */
export function viewCopy(
  { copy }: Session,
  name: string,
  formats: { readonly json: () => string; readonly markdown: () => string },
) {
  return (
    <div class="pg-row pg-copy">
      <span class="pg-note">Copy {name.toLowerCase()} as</span>
      <button type="button" onClick={() => copy(formats.json(), name)}>
        JSON
      </button>
      <button type="button" onClick={() => copy(formats.markdown(), name)}>
        Markdown
      </button>
    </div>
  );
}
