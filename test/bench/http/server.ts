/** A server in a process of its own: it sends its port, and its CPU time whenever it is asked. */
import { servers } from './servers.ts';

const [name] = process.argv.slice(2);

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.(await servers[name]());
