import { basePath } from "./base-path.ts";

/**
 * Whether the browser could not load a part of the UI's code. This happens during an outage, and after an upgrade has
 * replaced the files.
 */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /preload CSS|dynamically imported module|module script/i.test(error.message);
}

/**
 * Reloads the page when the browser cannot load a part of the UI's code because the service was upgraded. During an
 * outage, the page shows the error instead.
 */
export function reloadWhenUpgraded(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfUpgraded());
}

async function reloadIfUpgraded(): Promise<void> {
  if (await wasUpgraded()) location.reload();
}

async function wasUpgraded(): Promise<boolean> {
  const running = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const response = await fetch(basePath, { headers: { accept: "text/html" } }).catch(() => null);
  return typeof running === "string" && response?.ok === true && !(await response.text()).includes(running);
}
