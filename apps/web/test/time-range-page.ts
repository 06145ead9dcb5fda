import type { Page } from "playwright-core";
import { openUi } from "./browser/open-ui.ts";

export function local(day: number, hours = 0, minutes = 0, rest = 0): string {
  return new Date(2026, 2, day, hours, minutes, 0, rest).toISOString();
}

export function rangeIn(page: Page): (string | null)[] {
  const { searchParams } = new URL(page.url());
  return [searchParams.get("from"), searchParams.get("to")];
}

export async function openPage(path: string, window = {}): Promise<Page> {
  const ui = await openUi({ path: null, window });
  await ui.goto(`/projects/${ui.projectId}/${path}`);
  return ui.page;
}
