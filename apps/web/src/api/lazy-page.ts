import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Returns a page whose code is loaded on demand. If the code cannot be loaded, the page is replaced by an error and stays
 * open. The router would reload it, and the browser would show its own error page while the service is down. It
 * recognizes such errors by the start of their message.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => importer().catch(explain), exportName);

function explain(error: unknown): never {
  throw new Error(`A page could not be loaded. ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
