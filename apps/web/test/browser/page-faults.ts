import type { BrowserContext, Page } from "playwright-core";

export interface PageFault {
  readonly kind: "console error" | "CSP violation" | "dialog" | "off-origin request" | "page error" | "server error";
  readonly text: string;
}

/** Protocols of the page's own resources, and of the browser's document viewer. */
const ownProtocols: ReadonlySet<string> = new Set(["blob:", "data:", "chrome:", "chrome-extension:"]);

/**
 * Collects the faults of all pages. Requests are not intercepted: that would disable the cache, and each page would
 * compile its scripts again. The settings of the browser keep requests on this machine.
 */
export async function watchForFaults(context: BrowserContext, origin: string): Promise<PageFault[]> {
  const faults: PageFault[] = [];
  const note = (kind: PageFault["kind"], text: string): void => void faults.push({ kind, text });

  context.on("request", (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !ownProtocols.has(url.protocol)) note("off-origin request", url.href);
  });
  await context.routeWebSocket(/./, (socket) => {
    note("off-origin request", socket.url());
    return socket.close();
  });
  await context.exposeFunction("__noteViolation", (text: string) => note("CSP violation", text));
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      const text = `${event.violatedDirective} ${event.blockedURI} ${event.sample} at ${event.sourceFile}:${event.lineNumber}`;
      (globalThis as unknown as { __noteViolation(text: string): void }).__noteViolation(text);
    });
  });
  context.on("page", (page) => watchPage(page, note));
  return faults;
}

function watchPage(page: Page, note: (kind: PageFault["kind"], text: string) => void): void {
  page.on("pageerror", (error) => note("page error", error.stack ?? error.message));
  page.on("dialog", (dialog) => {
    note("dialog", dialog.message());
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    const text = message.text();
    // A rejected request is no fault. The page must handle it, and tests check what it shows.
    if (message.type() !== "error" || text.startsWith("Failed to load resource")) return;
    note(/content security policy|\btrusted ?(html|script|type)/i.test(text) ? "CSP violation" : "console error", text);
  });
  page.on("response", (response) => {
    if (response.status() >= 500) note("server error", `${response.status()} ${response.url()}`);
  });
}
