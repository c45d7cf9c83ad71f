import app from './app.js';

for (const path of ['/', '/hello/ada', '/photos/7', '/blog', '/changed']) {
  const response = await app.fetch(new Request(`http://localhost${path}`));
  console.log(path, response.status, await response.text());
}
