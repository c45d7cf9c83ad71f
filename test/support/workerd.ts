/**
 * The configuration of workerd, the runtime of Cloudflare Workers, for one worker on a port.
 *
 * @param file the worker, an ES module in the folder of the configuration
 */
export function workerdConfig(file: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const worker :Workerd.Worker = (
  modules = [(name = "${file}", esModule = embed "${file}")],
  compatibilityDate = "2026-01-01"
);
`;
}
