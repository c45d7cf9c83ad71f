/** Runs a server in its own process, and sends its port, then its CPU time on request. */
import { servers } from './servers.ts';

const [name] = process.argv.slice(2);

process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.send?.(await servers[name]());
