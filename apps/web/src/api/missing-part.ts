import { basePath } from "./base-path.ts";

/**
 * Whether the error means that a lazily loaded chunk of the UI failed to load. This happens while the service is down,
 * and after an upgrade.
 */
export function isMissingPart(error: unknown): boolean {
  return error instanceof Error && /preload CSS|dynamically imported module|module script/i.test(error.message);
}

/**
 * Reloads the page when a chunk cannot be loaded and the service has another build. With the same build, the page shows
 * the error.
 */
export function reloadWhenUpgraded(): void {
  window.addEventListener("vite:preloadError", () => void reloadIfUpgraded());
}

async function reloadIfUpgraded(): Promise<void> {
  if (await wasUpgraded()) location.reload();
}

/** Whether the service has another build than this page. After the reload, the builds are the same. */
async function wasUpgraded(): Promise<boolean> {
  const running = document.querySelector('script[type="module"][src]')?.getAttribute("src");
  const response = await fetch(basePath, { headers: { accept: "text/html" } }).catch(() => null);
  return typeof running === "string" && response?.ok === true && !(await response.text()).includes(running);
}
