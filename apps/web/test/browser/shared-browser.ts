import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";
import type { Chromium } from "./find-chromium.ts";

let launched: Promise<Browser> | undefined;

/** Returns the browser of this process, which its test files share. Starts it if it does not run. */
export function sharedBrowser(installed: Chromium): Promise<Browser> {
  launched ??= launchBrowser(installed).then(
    (browser) => {
      browser.once("disconnected", () => {
        launched = undefined;
      });
      return browser;
    },
    (error: unknown) => {
      launched = undefined;
      throw error;
    },
  );
  return launched;
}

/** Closes the browser of this process, if it runs. */
export async function closeSharedBrowser(): Promise<void> {
  await (await launched)?.close();
}

/** Starts a browser that cannot leave this machine. */
export function launchBrowser(installed: Chromium): Promise<Browser> {
  return chromium.launch({
    ...installed,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      // Keeps requests on this machine: no other name resolves, and the proxy does not exist.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      "--proxy-server=http://127.0.0.1:9",
    ],
  });
}
