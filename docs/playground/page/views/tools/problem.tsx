/**
 * Why a tool has no answer, or that it is at work.
 *
 * @param tool what it says
 * @param doing said while it works
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
