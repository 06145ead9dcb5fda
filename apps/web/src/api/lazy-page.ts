import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Returns a page whose code is loaded on demand. If the code cannot be loaded, the error is shown in place of the page.
 * The router itself would reload the page, which fails while the service is down. It recognizes a failed import by the
 * start of the error message, so this function changes the message.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => importer().catch(explain), exportName);

function explain(error: unknown): never {
  throw new Error(`A page could not be loaded. ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
