import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Returns a page whose code is loaded on demand. If loading fails, the error is shown in place of the page. The router
 * would instead reload the page when it recognizes the error's message, so this function changes the message.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => importer().catch(explain), exportName);

function explain(error: unknown): never {
  throw new Error(`A page could not be loaded. ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}
