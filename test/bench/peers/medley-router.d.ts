/** `@medley/router` has no types of its own. */
declare module '@medley/router' {
  export default class Router<Store> {
    register(path: string): Store;
    find(url: string): { store: Store; params: Record<string, string> } | null;
  }
}
