import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";

const begin = Date.UTC(2026, 2, 4, 12);
const at = (seconds: number): string => new Date(begin + seconds * 1_000).toISOString();

/** Returns the steps of an agent that plans and searches several times. The second search failed. */
function researchThread(rounds: number): Readonly<Record<string, unknown>>[] {
  const inAgent = { threadId: "research", parentId: "agent", rootRunId: "agent" };
  return [
    { id: "question", threadId: "research", type: "user_message", name: "Ada", startTime: at(0), endTime: at(0) },
    { id: "agent", threadId: "research", type: "run", name: "researcher", startTime: at(0), endTime: at(rounds * 3) },
    ...Array.from({ length: rounds }, (_, round) => [
      {
        ...inAgent,
        id: `plan-${round}`,
        type: "llm",
        name: "plan",
        startTime: at(round * 3),
        endTime: at(round * 3 + 2),
        generation: { model: "gpt-4o-mini", inputTokenCount: 100, outputTokenCount: 20 },
      },
      {
        ...inAgent,
        id: `search-${round}`,
        type: "tool",
        name: "search",
        startTime: at(round * 3 + 2),
        endTime: at(round * 3 + 3),
        input: { query: `round ${round}` },
        ...(round === 1 && { error: "No connection" }),
      },
    ]).flat(),
  ];
}

async function openGraph(rounds: number, options: Parameters<typeof openUi>[0] = {}): Promise<Ui> {
  const ui = await openUi({ seed: ({ ingest }) => ingest(researchThread(rounds)), path: null, ...options });
  await ui.goto(`/projects/${ui.projectId}/logs/threads/research?view=graph&currentStepId=`);
  await node(ui.page, "researcher").waitFor();
  return ui;
}

const node = (page: Page, name: string) =>
  page.getByRole("button", { name: new RegExp(`^(?:run |llm |tool )?${name} `) });

test("the graph has a node for each agent and tool, and selecting one lists its steps", async () => {
  const { page } = await openGraph(3);
  const search = node(page, "search");
  await expect.poll(() => search.innerText()).toMatch(/3 calls\s+Total 3 s\S*\s+Median 1 s/);
  await expect.poll(() => search.innerText()).toContain("1 error");
  await expect.poll(() => search.innerText()).toContain("Called by researcher (3×)");
  await expect.poll(() => node(page, "plan").innerText()).toMatch(/3 calls\s+360 tokens/);
  await expect.poll(() => node(page, "researcher").innerText()).toContain("Called by Thread (1×)");
  await expectAccessible(page);

  const step = (): string | null => new URL(page.url()).searchParams.get("currentStepId");
  await page.getByRole("button", { name: "search: 1 error" }).press("Enter");
  await expect.poll(step).toBe("search-1");
  expect(await search.getAttribute("aria-pressed")).toBe("true");
  await page.keyboard.press("Escape");
  await expect.poll(step).toBe(null);
  await page.getByRole("button", { name: "Close list" }).click();
  await search.press("Enter");
  await expect.poll(step).toBe("search-0");
  expect(await search.getAttribute("aria-pressed")).toBe("true");
  const list = page.getByRole("tree", { name: "Steps of search" });
  await expect.poll(() => list.getByRole("treeitem").count()).toBe(3);
  for (const expected of ["search-1", "search-2"]) {
    await page.keyboard.press("j");
    await expect.poll(step).toBe(expected);
  }
  await expectAccessible(page);
  await page.keyboard.press("h");
  await expect.poll(step).toBe("agent");
  await page.getByRole("tree", { name: "Steps of researcher" }).waitFor();
  await page.getByRole("button", { name: "Close list" }).click();
  await page.getByRole("tree").waitFor({ state: "detached" });
});

test("in a graph with many edges, only those of the node under the pointer or with the focus stand out", async () => {
  const agents = ["ada", "bob", "cem", "dan", "eve", "fay"];
  const tools = ["lint", "read", "search", "write", "test", "build"];
  const { page } = await openGraph(1, {
    seed: ({ ingest }) =>
      ingest([
        { id: "agent", threadId: "research", type: "run", name: "researcher" },
        ...agents.flatMap((agent) => [
          { id: agent, threadId: "research", parentId: "agent", type: "run", name: agent },
          ...tools.map((tool) => ({
            id: `${agent} ${tool}`,
            threadId: "research",
            parentId: agent,
            type: "tool",
            name: tool,
          })),
        ]),
      ]),
  });
  const opacities = (part: string) =>
    page
      .locator(`main svg:has(marker) > ${part}`)
      .evaluateAll((edges) => edges.map((edge) => getComputedStyle(edge).opacity).toSorted());
  const all = agents.length + agents.length * tools.length;
  const some = (shown: number, hidden: string): string[] =>
    [...Array<string>(all - shown).fill(hidden), ...Array<string>(shown).fill("1")].toSorted();
  await expect.poll(() => opacities("path")).toEqual(some(0, "0.5"));
  await expect.poll(() => opacities("text")).toEqual(some(0, "0"));
  await node(page, "lint").hover();
  await expect.poll(() => opacities("path")).toEqual(some(agents.length, "0.15"));
  await expect.poll(() => opacities("text")).toEqual(some(agents.length, "0"));
  await page.mouse.move(0, 0);
  await expect.poll(() => opacities("path")).toEqual(some(0, "0.5"));
  await node(page, "ada").focus();
  await expect.poll(() => opacities("path")).toEqual(some(1 + tools.length, "0.15"));
  await expectAccessible(page);
});

test("the graph in the order of the run has a node for each step up to a limit, and the page remembers the mode", async () => {
  const { page } = await openGraph(100);
  await page.getByRole("button", { name: "All steps" }).click();
  await expect.poll(() => node(page, "search").count()).toBe(6);
  await node(page, "188 more").click();
  await node(page, "138 more").waitFor();
  await expect.poll(() => node(page, "search").count()).toBe(31);
  await node(page, "plan").nth(2).click();
  await page.waitForURL("**currentStepId=plan-2*");
  expect(await page.locator('[data-kind][aria-pressed="true"]').count()).toBe(1);
  await expectAccessible(page);
  await page.reload();
  await node(page, "188 more").waitFor();
});

test("a change of the mode fits the graph, and a short list takes little space", async () => {
  const { page } = await openGraph(4);
  const scale = page.getByRole("status").filter({ hasText: "%" });
  await node(page, "researcher").click();
  const list = page.getByRole("region", { name: "Steps of researcher" });
  await list.waitFor();
  await expect.poll(async () => (await list.boundingBox())?.height).toBeLessThan(130);
  await page.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(() => scale.innerText()).toBe("125%");
  await page.getByRole("button", { name: "All steps" }).click();
  const frame = node(page, "researcher").locator("xpath=../../..");
  await expect
    .poll(() => frame.evaluate((each) => [each.scrollHeight - each.clientHeight, each.scrollWidth - each.clientWidth]))
    .toEqual([0, 0]);
});

test("a failed thread opens its graph with the failed node in view", async () => {
  // The run failed, and its last step is the failed search.
  const steps = researchThread(2).map((step) => (step["id"] === "agent" ? { ...step, error: "No sources" } : step));
  const { page, goto, projectId } = await openUi({
    seed: ({ ingest }) => ingest(steps),
    path: null,
    window: { viewport: { width: 900, height: 700 } },
  });
  await goto(`/projects/${projectId}/logs/threads/research?view=graph`);
  const search = node(page, "search");
  await expect.poll(() => search.getAttribute("aria-pressed")).toBe("true");
  await expect
    .poll(() =>
      search.evaluate((box) => {
        const frame = box.parentElement?.parentElement?.parentElement?.getBoundingClientRect();
        const { left, right } = box.getBoundingClientRect();
        return frame !== undefined && left >= frame.left && right <= frame.right;
      }),
    )
    .toBe(true);
});

test("on a narrow screen a node lists its steps, and a step opens as a sheet", async () => {
  const { page } = await openGraph(3, { window: { viewport: { width: 390, height: 800 }, colorScheme: "dark" } });
  await node(page, "plan").click();
  const list = page.getByRole("tree", { name: "Steps of plan" });
  await expect.poll(() => list.getByRole("treeitem").count()).toBe(3);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await list.getByRole("treeitem").nth(1).click();
  await page.getByRole("dialog").waitFor();
  expect(new URL(page.url()).searchParams.get("currentStepId")).toBe("plan-1");
});

test("the graph is moved and zoomed by keyboard and pointer, and the arrow keys go from node to node", async () => {
  const { page } = await openGraph(3, { window: { viewport: { width: 1280, height: 800 } } });
  const scale = page.getByRole("status").filter({ hasText: "%" });
  const search = node(page, "search");
  await search.focus();
  await page.keyboard.press("ArrowLeft");
  await expectFocus(node(page, "researcher"));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await expectFocus(search);
  const fitted = await scale.innerText();
  await page.keyboard.press("+");
  await page.keyboard.press("+");
  await expect.poll(() => scale.innerText()).toBe("156%");

  const frame = search.locator("xpath=../../..");
  const place = async () => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await search.boundingBox()) ?? {};
    return { x: x + width / 2, y: y + height / 2 };
  };
  await search.scrollIntoViewIfNeeded();
  const start = await place();
  const large = await scale.innerText();
  await page.mouse.move(start.x, start.y);
  await page.keyboard.down("Control");
  await page.mouse.wheel(0, -60);
  await page.keyboard.up("Control");
  await expect.poll(() => scale.innerText()).not.toBe(large);
  // The graph has grown around the pointer.
  await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(330);
  expect(Math.abs((await place()).x - start.x)).toBeLessThan(5);

  const scrolled = (): Promise<number> => frame.evaluate((element) => element.scrollLeft);
  await frame.evaluate((element) => element.scrollTo(0, 0));
  const { x = 0, y = 0 } = (await frame.boundingBox()) ?? {};
  await page.mouse.move(x + 6, y + 6);
  await page.mouse.down();
  await page.mouse.move(x - 54, y + 6);
  await page.mouse.up();
  expect(await scrolled()).toBe(60);
  await page.mouse.move(x - 20, y + 6);
  expect(await scrolled()).toBe(60);
  await search.press("0");
  await expect.poll(() => scale.innerText()).toBe(fitted);
  await expectAccessible(page);
});
