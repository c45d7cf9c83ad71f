import type { Session } from '../session.ts';

/**
 * Two buttons that copy a text in two formats.
 *
 * @param name of what is copied, such as `The table`
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
