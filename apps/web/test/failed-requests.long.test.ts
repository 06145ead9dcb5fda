import type { Page, Request } from "playwright-core";
import { test } from "vitest";
import { partOf } from "../../../packages/server/test/test-inputs.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedAlert } from "./seed-alert.ts";
import { seedAppearance } from "./seed-appearance.ts";

interface View {
  readonly path: string;
  /** Opens more of the page, such as a dialog. */
  readonly act?: (page: Page) => Promise<unknown>;
}

/** Timeout of a click, in milliseconds. It is short, because a failed page may not have the button. */
const actTimeout = 10_000;

const click = (name: RegExp | string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click({ timeout: actTimeout });

/**
 * Returns the name of a GraphQL query. Undefined for other requests. A page needs the projects of the session to be
 * shown, so their query is left out and never fails.
 */
function queryOf(request: Request): string | undefined {
  const name = request.url().endsWith("/api/graphql") ? /query (\w+)/.exec(request.postData() ?? "")?.[1] : undefined;
  return name === "sessionProjects" ? undefined : name;
}

/**
 * Records in `asked` which GraphQL queries a page sends, by name, and in `pending` those without a response. The query
 * named `fails.name` gets an error instead of its result.
 */
async function watchQueries(page: Page) {
  const asked = new Set<string>();
  const pending = new Set<Request>();
  const fails = { name: "" };
  page.on("request", (request) => {
    const name = queryOf(request);
    if (name === undefined) return;
    asked.add(name);
    pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  await page.route("**/api/graphql", async (route) => {
    if (queryOf(route.request()) !== fails.name) return route.fallback();
    return route.fulfill({ json: { errors: [{ message: "Broken for the test", extensions: { code: "INTERNAL" } }] } });
  });
  return { asked, pending, fails };
}

/**
 * Returns the texts that show that a part of the page still loads: those of skeletons, and lines that end with an
 * ellipsis.
 */
async function progressOf(page: Page): Promise<string[]> {
  const texts = await page.getByRole("status").allInnerTexts();
  return texts.filter((text) => /^Loading$|…$/.test(text.trim()));
}

test("no page shows progress forever after any of its requests fails", { timeout: 1_200_000 }, async () => {
  const ui = await openUi({ path: null });
  const { page, projectId } = ui;
  const seeded = await seedAppearance(ui);
  const headers = { origin: new URL(ui.url).origin, "x-threadline-project": projectId };
  const asOwner = async (query: string, variables?: object): Promise<unknown> => {
    const answer = await ui.context.request.post(`${ui.url}/api/graphql`, { headers, data: { query, variables } });
    return ((await answer.json()) as { data: unknown }).data;
  };
  const { alertId, channelId } = await seedAlert(asOwner);
  const { datasetId, experimentIds, dashboardId, evaluatorId, queueId, ruleId, userId } = seeded;
  const views: readonly View[] = [
    { path: "logs/threads" },
    { path: "logs/steps?peek=plan" },
    { path: "logs/threads/support" },
    { path: "logs/threads/support?view=tree&currentStepId=plan" },
    { path: "logs/compare?before=support&after=long&step=plan&part=input" },
    { path: "dashboard" },
    { path: `dashboard/${dashboardId}` },
    { path: "prompts/capital-finder?tab=compare" },
    { path: "playground" },
    { path: "playground?step=plan" },
    { path: `datasets/${datasetId}`, act: (at) => at.locator("[data-row]").first().click({ timeout: actTimeout }) },
    { path: "prompts/capital-finder", act: click("Run experiment") },
    { path: `experiments/compare?ids=${experimentIds.join(",")}` },
    { path: "evaluators/new" },
    { path: `evaluators/${evaluatorId}` },
    { path: `evaluators/${evaluatorId}?tab=results` },
    { path: `evaluators/${evaluatorId}?tab=agreement` },
    { path: "evaluation-rules/new" },
    { path: `evaluation-rules/${ruleId}`, act: click("Judge past targets") },
    { path: "review-queues/new" },
    { path: `review-queues/${queueId}` },
    { path: "alerts/new" },
    { path: `alerts/${alertId}` },
    { path: `channels/${channelId}` },
    { path: "users" },
    { path: `users/${userId}` },
    { path: "score-schemas", act: click(/Show the scores/) },
    { path: "model-prices" },
    ...["project", "members", "keys", "connections", "usage", "audit"].map((section) => ({
      path: `settings/${section}`,
    })),
  ];
  const { asked, pending, fails } = await watchQueries(page);
  /** Waits until the page has sent its requests, has all responses, and shows no progress. */
  const settles = (path: string): Promise<void> =>
    expectSoon(async () => ({
      path,
      failing: fails.name,
      isWaiting: asked.size === 0 || pending.size > 0,
      progress: await progressOf(page),
    })).toEqual({ path, failing: fails.name, isWaiting: false, progress: [] });
  for (const { path, act } of partOf(views)) {
    const open = async (): Promise<void> => {
      asked.clear();
      await ui.goto(`/projects/${projectId}/${path}`);
      await page.locator("main").first().waitFor();
    };
    fails.name = "";
    await open();
    await act?.(page);
    await settles(path);
    const names = [...asked];
    for (const name of names) {
      fails.name = name;
      await open();
      // If the page has failed as a whole, it has no button to click.
      await act?.(page).catch(() => undefined);
      await settles(path);
    }
  }
  // Ignores the messages on the console that the failed queries cause.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});
