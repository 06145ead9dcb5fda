import type { Page } from "playwright-core";
import type { Service } from "./browser/open-ui.ts";
import { openLog } from "./open-log.ts";

export const hour = 3_600_000;
export const start = Date.UTC(2026, 10, 20, 12);

/** Stores twelve threads with a run each, an hour apart. Every second thread has a tag, and every fourth run failed. */
async function seedHours({ graphql, ingest }: Service): Promise<void> {
  await ingest(
    Array.from({ length: 12 }, (_, index) => ({
      id: `run-${index}`,
      threadId: `thread-${index}`,
      type: "run",
      name: `Run ${index}`,
      startTime: new Date(start + index * hour).toISOString(),
      endTime: new Date(start + index * hour + 500).toISOString(),
      tags: index % 2 === 0 ? ["even"] : [],
      error: index % 4 === 3 ? "Timeout" : null,
    })),
  );
  const even = [0, 2, 4, 6, 8, 10].map(
    (index) => `t${index}: upsertThread(id: "thread-${index}", tags: ["even"]) { id }`,
  );
  await graphql(`mutation { ${even.join(" ")} }`);
}

export const range = `from=${new Date(start).toISOString()}&to=${new Date(start + 12 * hour).toISOString()}`;
export const openHistogram = (path: string) =>
  openLog(path, { seed: seedHours, window: { timezoneId: "UTC", locale: "en-US" } });
export const histogram = (page: Page) => page.getByRole("region", { name: "Histogram" });
export const bars = (page: Page) => histogram(page).getByRole("option");
export const filled = async (page: Page): Promise<string[]> =>
  (await bars(page).evaluateAll((all) => all.map((each) => each.getAttribute("aria-label") ?? ""))).filter(
    (text) => !text.includes(": 0 records"),
  );
export const times = (page: Page): (string | null)[] =>
  ["from", "to"].map((name) => new URL(page.url()).searchParams.get(name));
