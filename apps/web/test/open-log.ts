import type { Locator, Page } from "playwright-core";
import { openUi, type OpenUiOptions } from "./browser/open-ui.ts";
import { seedLog } from "./seed-log.ts";

/** Opens a log list of a project with `count` threads. Default: 12. */
export async function openLog(path: string, options: OpenUiOptions & { readonly count?: number } = {}) {
  const { count = 12, ...rest } = options;
  const ui = await openUi({ seed: (service) => seedLog(service, { count }), ...rest, path: null });
  const goto = (next: string) => ui.goto(`/projects/${ui.projectId}/${next}`);
  await goto(path);
  return { ...ui, goto };
}

export const rows = (page: Page): Locator => page.locator('[role="row"][data-row]');

export const names = async (page: Page): Promise<string[]> =>
  rows(page).locator('[data-column="name"] a').allInnerTexts();

export const chips = (page: Page): Promise<string[]> =>
  page.getByRole("button", { name: /^Edit filter/ }).allInnerTexts();
