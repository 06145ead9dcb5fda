import { chromium } from "playwright-core";
import type { Browser, LaunchOptions } from "playwright-core";
import type { Chromium } from "./find-chromium.ts";

let launched: Promise<Browser> | undefined;

/** Returns the browser that the test files of this process share, and starts it if necessary. */
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

export async function closeSharedBrowser(): Promise<void> {
  await (await launched)?.close();
}

/** Starts a browser that cannot send requests to other machines. */
export function launchBrowser(installed: Chromium, options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch({
    ...installed,
    ...options,
    args: [
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-dev-shm-usage",
      // Other host names do not resolve, and no proxy listens at the configured address.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
      "--proxy-server=http://127.0.0.1:9",
    ],
  });
}
