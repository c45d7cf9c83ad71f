/** The order of what the site's search finds. */
import { expect, it } from 'vitest';
import { boostDocument } from '../../docs/.vitepress/search.ts';

// As VitePress puts it into the site.
const written = new Function(`return ${boostDocument}`)();

it.each([
  ['/resources#blocks', 1],
  ['/testing-your-routes#assertions', 1],
  ['/api/waymark/classes/Route#block', 0.5],
  ['/decisions/0020-proofs-are-automata#actions-behind-a-block', 0.2],
  ['/testing#npm-run-fuzz', 0.2],
  ['/CHANGELOG', 0.2],
])('%s counts %d times', (id, factor) => {
  expect([boostDocument(id), written(id)]).toEqual([factor, factor]);
});
