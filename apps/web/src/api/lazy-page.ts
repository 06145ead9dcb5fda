import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Returns a page whose code is loaded on demand. If the code cannot be loaded, an error is shown instead of the page.
 * Without this function, the router would reload the page, and the browser would show its own error page while the
 * service is down. The router recognizes a failed import by the start of the error message, which this function
 * changes.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => importer().catch(explain), exportName);

function explain(error: unknown): never {
  throw new Error(`A page could not be loaded. ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
