import { handle } from './handle.js';

for (const path of ['/photos/7', '/tools', '/nothing']) {
  const response = await handle(new Request(`http://localhost${path}`));
  console.log(response.status, await response.text());
}
