/**
 * The reason why a tool has no answer, or a note that it is working.
 *
 * @param tool the tool
 * @param doing the note shown while it works
 */
export function viewProblem(
  tool: { readonly problem: { value: string }; readonly busy: { value: boolean } },
  doing: string,
) {
  return (
    <div>
      {tool.busy.value ? (
        <p class="pg-note">{doing}</p>
      ) : tool.problem.value === '' ? null : (
        <pre class="pg-message pg-error">{tool.problem.value}</pre>
      )}
    </div>
  );
}
