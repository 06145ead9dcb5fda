import type { Locator, Page } from "playwright-core";
import { inspector, openThread } from "./open-thread.ts";
import { richThread } from "./rich-thread.ts";

export const openRich = async (search: string) => {
  const ui = await openThread("", { seed: ({ ingest }) => ingest(richThread) });
  await ui.context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await ui.goto(`/projects/${ui.projectId}/logs/threads/rich${search}`);
  return ui;
};

export const section = (page: Page, name: string): Locator =>
  inspector(page).getByRole("region", { name, exact: true });
export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
