import type { Locator, Page } from "playwright-core";
import { openUi, type Ui } from "./browser/open-ui.ts";
import { supportThread } from "./thread-seed.ts";

/** Opens the thread of {@link supportThread}. */
export async function openThread(search = "", options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  const ui = await openUi({ seed: ({ ingest }) => ingest(supportThread), path: null, ...options });
  await ui.goto(`/projects/${ui.projectId}/logs/threads/support${search}`);
  return ui;
}

export const tree = (page: Page): Locator => page.getByRole("tree");

export const inspector = (page: Page): Locator => page.getByRole("complementary", { name: "Step" });
