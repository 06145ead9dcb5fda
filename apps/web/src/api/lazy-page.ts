import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Returns a page whose code is loaded on demand. If loading fails, the error is shown in place of the page. The error
 * gets a new message, because the router would recognize the browser's own message, and reload the whole browser page.
 */
export const lazyPage: typeof lazyRouteComponent = (importer, exportName) =>
  lazyRouteComponent(() => importer().catch(explain), exportName);

function explain(error: unknown): never {
  throw new Error(
    `The code of this page could not be loaded. Reload the page. ${error instanceof Error ? error.message : String(error)}`,
    {
      cause: error,
    },
  );
}
