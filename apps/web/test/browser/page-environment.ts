/** Vitest environment for tests of pages. Closes the browser when the process of the tests ends. */
import type { Environment } from "vitest/runtime";
import { closeSharedBrowser } from "./shared-browser.ts";

const environment: Environment = {
  name: "pages",
  viteEnvironment: "ssr",
  setup: () => ({ teardown: closeSharedBrowser }),
};

export default environment;
