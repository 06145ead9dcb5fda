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
  /** Queries without which the page would be wrong. The page shows their errors, with a button to retry. */
  readonly reports?: readonly FailingQuery[];
}

interface FailingQuery {
  readonly name: string;
  /** Text in the variables of the request, if a page sends the query several times and only one of them fails. */
  readonly variable?: string;
}

/** Timeout of a click, in milliseconds. It is short, because a failed page may not have the button. */
const actTimeout = 10_000;

const click = (name: RegExp | string) => (page: Page) =>
  page.getByRole("button", { name, exact: true }).first().click({ timeout: actTimeout });

/**
 * Returns the name of a GraphQL query. Combined calls have no name, and are named after their field, such as `each
 * statistics`. Undefined for other requests. A page needs the projects of the session to be shown, so their query is
 * left out and never fails.
 */
function queryOf(request: Request): string | undefined {
  if (!request.url().endsWith("/api/graphql")) return undefined;
  const text = request.postData() ?? "";
  const field = /"query\([^{]*\)\{r0:(\w+)/.exec(text)?.[1];
  const name = field === undefined ? /query (\w+)/.exec(text)?.[1] : `each ${field}`;
  return name === "sessionProjects" ? undefined : name;
}

/**
 * Records in `asked` which GraphQL queries a page sends, by name, and in `pending` those without a response. The query
 * `failing` gets an error instead of its result.
 */
async function watchQueries(page: Page) {
  const asked = new Set<string>();
  const pending = new Set<Request>();
  const state: { failing: FailingQuery | null } = { failing: null };
  page.on("request", (request) => {
    const name = queryOf(request);
    if (name === undefined) return;
    asked.add(name);
    pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  await page.route("**/api/graphql", async (route) => {
    const { name, variable = "" } = state.failing ?? {};
    const isFailing = name === queryOf(route.request()) && route.request().postData()?.includes(variable);
    if (name === undefined || !isFailing) return route.fallback();
    return route.fulfill({ json: { errors: [{ message: "Broken for the test", extensions: { code: "INTERNAL" } }] } });
  });
  return { asked, pending, state };
}

/**
 * Returns the texts that show that a part of the page still loads: those of skeletons, lines that end with an ellipsis,
 * and those of parts that are marked as busy.
 */
async function progressOf(page: Page): Promise<string[]> {
  const texts = await page.getByRole("status").allInnerTexts();
  const busy = await page.locator('[aria-busy="true"]').allInnerTexts();
  return [...texts.filter((text) => /^Loading$|…$/.test(text.trim())), ...busy];
}

/** Stores more different values of a score than its facet lists, so that it divides them into ranges. */
async function seedGrades(asOwner: (query: string) => Promise<unknown>): Promise<void> {
  const grades = Array.from(
    { length: 12 },
    (_, index) => `s${index}: createScore(name: "graded", type: AI, value: ${index / 12}, stepId: "plan") { id }`,
  );
  await asOwner(`mutation { ${grades.join(" ")} }`);
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
  await seedGrades(asOwner);
  const { datasetId, experimentIds, dashboardId, evaluatorId, queueId, ruleId, userId } = seeded;
  const views: readonly View[] = [
    { path: "logs/threads" },
    { path: "logs/steps?peek=plan" },
    {
      path: `logs/scores?filters=${encodeURIComponent(JSON.stringify([{ field: "name", operator: "eq", value: "graded" }]))}`,
      reports: [
        { name: "recordFacets" },
        { name: "recordFacets", variable: '"limit":8' },
        { name: "scoreBounds" },
        { name: "each statistics" },
      ],
    },
    { path: "logs/threads/support", act: click("Add score"), reports: [{ name: "scoreSchemaList" }] },
    { path: "logs/threads/support?view=tree&currentStepId=plan" },
    { path: "logs/compare?before=support&after=long&step=plan&part=input" },
    { path: "dashboard" },
    { path: `dashboard/${dashboardId}` },
    { path: "prompts/capital-finder?tab=compare" },
    { path: "playground", reports: [{ name: "playgroundStarts" }] },
    { path: "playground?step=plan" },
    { path: `datasets/${datasetId}`, act: (at) => at.locator("[data-row]").first().click({ timeout: actTimeout }) },
    { path: "prompts/capital-finder", act: click("Run experiment") },
    { path: "experiments", reports: [{ name: "datasetList" }] },
    { path: `experiments/compare?ids=${experimentIds.join(",")}` },
    { path: `experiments/compare?ids=${experimentIds[1]}` },
    {
      path: "playground",
      act: async (at) => {
        await click("More")(at);
        await at.getByRole("menuitem", { name: "History" }).click({ timeout: actTimeout });
      },
    },
    { path: "evaluators/new" },
    { path: `evaluators/${evaluatorId}` },
    { path: `evaluators/${evaluatorId}?tab=results` },
    { path: `evaluators/${evaluatorId}?tab=agreement` },
    { path: "evaluation-rules/new" },
    { path: `evaluation-rules/${ruleId}`, reports: [{ name: "versionScores" }] },
    { path: `evaluation-rules/${ruleId}`, act: click("Judge past targets") },
    { path: "review-queues/new" },
    { path: `review-queues/${queueId}` },
    { path: "alerts/new", reports: [{ name: "alertChannels" }] },
    { path: `alerts/${alertId}`, reports: [{ name: "alertChannels" }] },
    { path: `channels/${channelId}` },
    { path: "users" },
    { path: `users/${userId}` },
    {
      path: "score-schemas",
      act: (at) =>
        at
          .getByRole("link", { name: /Show the scores/ })
          .first()
          .click({ timeout: actTimeout }),
    },
    { path: "model-prices" },
    ...["project", "members", "keys", "connections", "usage", "audit"].map((section) => ({
      path: `settings/${section}`,
    })),
  ];
  const { asked, pending, state } = await watchQueries(page);
  /** Waits until the page has sent its requests, has all responses, and shows no progress. */
  const settles = (path: string): Promise<void> =>
    expectSoon(async () => ({
      path,
      failing: state.failing,
      isWaiting: asked.size === 0 || pending.size > 0,
      progress: await progressOf(page),
    })).toEqual({ path, failing: state.failing, isWaiting: false, progress: [] });
  for (const { path, act, reports = [] } of partOf(views)) {
    const open = async (): Promise<void> => {
      asked.clear();
      await ui.goto(`/projects/${projectId}/${path}`);
      await page.locator("main").first().waitFor();
    };
    state.failing = null;
    await open();
    await act?.(page);
    await settles(path);
    const failures: FailingQuery[] = [
      ...[...asked].map((name) => ({ name })),
      ...reports.filter(({ variable }) => variable),
    ];
    for (const failing of failures) {
      state.failing = failing;
      await open();
      // If the page has failed as a whole, it has no button to click.
      await act?.(page).catch(() => undefined);
      await settles(path);
    }
    for (const failing of reports) {
      state.failing = failing;
      await open();
      await act?.(page);
      const retry = page.getByRole("alert").getByRole("button", { name: "Try again" });
      await expectSoon(async () => ({ path, failing, isReported: (await retry.count()) > 0 })).toEqual({
        path,
        failing,
        isReported: true,
      });
    }
  }
  // Ignores the messages on the console that the failed queries cause.
  ui.faults.splice(0, Infinity, ...ui.faults.filter(({ kind }) => kind !== "console error"));
});
