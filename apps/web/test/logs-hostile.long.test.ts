import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { hostilePayloads, traceOfHostility, watchForHostility } from "./hostile-payloads.ts";

/** Makes a text a valid id or environment: short, and without control characters. */
function onLine(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, " ").slice(0, 200);
}

const steps = hostilePayloads.map(({ text }, index) => ({
  id: `${index} ${onLine(text)}`,
  threadId: `${Math.floor(index / 10)} ${onLine(text)}`,
  type: "run",
  name: text.slice(0, 900),
  environment: onLine(text),
  tags: [text.slice(0, 250)],
  input: { [text]: text },
  output: text,
  metadata: { plan: text, [text]: text },
  error: index % 2 ? text : null,
  startTime: new Date(Date.now() - 60_000).toISOString(),
  endTime: new Date(Date.now() - 59_000).toISOString(),
  scores: [
    {
      name: text.slice(0, 900),
      type: "AI",
      value: 1,
      label: text.slice(0, 900),
      scorer: text.slice(0, 900),
      comment: text,
    },
  ],
  generation: {
    provider: text.slice(0, 900),
    model: text.slice(0, 900),
    error: index % 2 ? text : null,
    messages: [{ role: text, content: text }],
    messageCompletion: { role: "assistant", content: text },
    inputTokenCount: 1,
    outputTokenCount: 1,
    tags: [text.slice(0, 250)],
  },
}));

/** Scrolls through a list until the last record is rendered. */
async function scrollThrough(page: Page, count: number): Promise<void> {
  const list = page.locator('[data-scroll-restoration-id="log"]');
  await list.waitFor();
  for (let place = 0; place < count; place += 60) {
    // oxlint-disable-next-line no-await-in-loop -- scrolls step by step
    await expectSoon(async () => {
      await list.evaluate((element, top) => element.scrollTo({ top }), place * 32);
      return page.locator(`[data-row="${Math.min(place, count - 1)}"]`).count();
    }).toBe(1);
  }
}

test("text in records is never executed in the log and the dashboard", { timeout: 240_000 }, async () => {
  const { page, context, goto, projectId, graphql } = await openUi({
    path: null,
    // A tall window shows many rows at once.
    window: { viewport: { width: 1440, height: 2400 } },
    seed: async ({ ingest }) => {
      for (let start = 0; start < steps.length; start += 100) {
        // oxlint-disable-next-line no-await-in-loop -- in the order of the list
        await ingest(steps.slice(start, start + 100));
      }
    },
  });
  expect(await graphql("{ steps { totalCount } scores { totalCount } generations { totalCount } }")).toEqual({
    steps: { totalCount: steps.length },
    scores: { totalCount: steps.length },
    generations: { totalCount: steps.length },
  });
  await context.addInitScript(watchForHostility);
  await page.addInitScript(() => localStorage.setItem("threadline.facets.generations", '["plan"]'));
  const columns = encodeURIComponent(
    JSON.stringify(
      "name model status type input output value label scorer comment tags scores provider participant environment metadata threadId id".split(
        " ",
      ),
    ),
  );
  for (const resource of ["generations", "runs", "scores"]) {
    await goto(`/projects/${projectId}/logs/${resource}?columns=${columns}`);
    await scrollThrough(page, steps.length);
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
  for (const { text } of hostilePayloads.slice(0, 5)) {
    const filters = JSON.stringify([{ field: "metadata", path: text, operator: "eq", value: text }]);
    await goto(
      `/projects/${projectId}/logs/steps?filters=${encodeURIComponent(filters)}&q=${encodeURIComponent(text)}`,
    );
    await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).count()).toBe(1);
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
  await goto(
    `/projects/${projectId}/dashboard?range=1h&environment=${encodeURIComponent(steps[0]?.environment ?? "")}`,
  );
  await expectSoon(() => page.getByRole("figure").count()).toBe(10);
  await goto(`/projects/${projectId}/dashboard?range=1h`);
  await page.getByRole("button", { name: "Average scores: Show as table" }).click();
  // The columns are the time, eight scores, and one for the remaining scores.
  await expectSoon(() => page.getByRole("figure", { name: "Average scores" }).getByRole("columnheader").count()).toBe(
    10,
  );
  expect(await page.evaluate(traceOfHostility)).toEqual([]);
});
