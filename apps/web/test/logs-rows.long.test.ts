import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openLog, rows } from "./open-log.ts";

const begin = Date.UTC(2026, 2, 4, 12);
const at = (seconds: number): string => new Date(begin + seconds * 1_000).toISOString();

const steps = [
  { id: "fast", name: "read", startTime: at(0), endTime: at(0.1), input: { path: "a" }, output: "text" },
  { id: "slow", name: "search", startTime: at(1), endTime: at(21), input: { q: "x" }, error: "No connection" },
].map((step) => ({ ...step, type: "tool", threadId: "t" }));

test("a row of the log shows cost, scores and a latency bar at once, and what failed instead of an output", async () => {
  const { page } = await openLog("logs/steps", {
    seed: ({ ingest }) => ingest(steps),
    window: { viewport: { width: 1440, height: 900 } },
  });
  await expectSoon(() => rows(page).count()).toBe(2);
  const heads = (await page.getByRole("columnheader").allInnerTexts()).map((text) => text.trim()).filter(Boolean);
  expect(heads).toEqual(["Name", "Created", "Input", "Output", "Latency", "Tokens", "Cost", "Scores"]);
  const row = (name: string) => rows(page).filter({ hasText: name });
  await row("search").getByRole("img", { name: "Error", exact: true }).waitFor();
  expect(await row("read").getByRole("img", { name: "Error", exact: true }).count()).toBe(0);
  expect(await row("search").locator("[data-column=output]").innerText()).toBe("No connection");
  const bar = async (name: string) =>
    (await row(name).locator("[data-column=duration] > :last-child").boundingBox())?.width ?? 0;
  expect(await bar("search")).toBeGreaterThan((await bar("read")) * 2);
  await expectAccessible(page);
});
