import { appendFile, glob, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { byInputs, partOf } from "../../../packages/server/test/test-inputs.ts";
import { builtUi } from "./browser/built-ui.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { findVisualDefects } from "./browser/visual-defects.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";
import { type SeededAlert, seedAlert } from "./seed-alert.ts";
import { type SeededRecords, seedAppearance } from "./seed-appearance.ts";
import { expectRoutesVisited } from "./visited-routes.ts";

/** A page, or a page with a dialog or menu open. */
interface View {
  readonly path: string;
  /** Opens more of the page, such as a dialog. */
  readonly act?: (page: Page) => Promise<unknown>;
  readonly opens?: string;
}

const wide = { name: "wide", width: 1440, height: 900 };
const narrow = { name: "narrow", width: 390, height: 844 };
/** The smallest width that WCAG 2.2 (1.4.10) requires. */
const smallest = { name: "smallest", width: 320, height: 640 };
const looks = [
  { ...wide, scheme: "light" },
  { ...narrow, scheme: "dark" },
  { ...smallest, scheme: "light" },
  { ...wide, scheme: "dark" },
  { ...narrow, scheme: "light" },
] as const;

/**
 * Returns the widths and color schemes in which a view is tested. By default, this is one combination, which alternates
 * between views. If screenshots are stored, there are two, and if `THREADLINE_TEST_INPUTS` is `all`, all five.
 */
function looksOf(index: number): readonly (typeof looks)[number][] {
  const one = looks.slice(index % 3, (index % 3) + 1);
  const some = folder === undefined ? one : looks.slice(0, 2);
  return byInputs<readonly (typeof looks)[number][]>({ few: some, many: some, all: looks });
}

const folder = process.env["THREADLINE_SCREENSHOTS"];
const owner = { name: "Ada", email: "ada@example.com", password: "correct horse battery" };

const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole("button", { name, exact: false }).first().click();
/** Presses a tool of a log list. On a narrow screen, the tools are in a menu. */
const tool =
  (name: string | RegExp, isPressed = true) =>
  async (page: Page) => {
    const menu = page.getByRole("button", { name: "More tools" });
    const found = page.getByRole("button", { name, exact: false }).first();
    await menu.or(found).first().waitFor();
    if (await menu.isVisible()) await menu.click();
    if (isPressed) await found.click();
  };
const link = (name: string | RegExp) => (page: Page) => page.getByRole("link", { name, exact: false }).first().click();
const inMenu = (menu: string | RegExp, item: string | RegExp) => async (page: Page) => {
  await page.getByRole("button", { name: menu, exact: false }).last().click();
  await page.getByRole("menuitem", { name: item, exact: false }).click();
};
const selected = (then: string | RegExp) => async (page: Page) => {
  await page.getByRole("grid").getByRole("checkbox").nth(1).check();
  await button(then)(page);
};
const selectedItem = (then: string) => async (page: Page) => {
  await page.getByRole("checkbox", { name: "Select item 1", exact: true }).check();
  await page
    .getByRole("group", { name: "1 item selected", exact: true })
    .getByRole("button", { name: then, exact: true })
    .click();
};

const createKey = async (page: Page): Promise<void> => {
  await button("New key")(page);
  await page.getByLabel("Name", { exact: true }).fill("production");
  await page.keyboard.press("Enter");
  await page.getByRole("tab", { name: "OpenTelemetry" }).click();
};

/** Opens the account menu. It is in the sidebar, which is hidden on narrow screens. */
const openAccount = async (page: Page): Promise<void> => {
  const account = page.getByRole("button", { name: "Ada", exact: true });
  if (!(await account.isVisible())) await button("Menu")(page);
  await account.click();
};

/** Expands all collapsed reasoning and tool calls. */
const openAll = async (page: Page): Promise<void> => {
  await page.locator("details").first().waitFor();
  await page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
  });
};

function logViews(): View[] {
  const threads = "/logs/threads";
  return [
    { path: threads },
    { path: "/logs/runs" },
    { path: "/logs/generations" },
    { path: "/logs/steps" },
    { path: "/logs/scores" },
    { path: `${threads}?peek=support` },
    { path: `${threads}?peek=long&view=tree&currentStepId=call` },
    { path: "/logs/steps?peek=plan&currentStepId=plan&view=tree" },
    { path: threads, act: tool("Histogram") },
    { path: `${threads}?q=nothing-like-this` },
    { path: threads, act: tool(/^Columns/) },
    { path: threads, act: tool("Views") },
    { path: "/logs/runs", act: tool("Refresh", false) },
    { path: threads, act: button(/Add filter|Filter/) },
    {
      path: `${threads}?filters=%5B%7B%22field%22%3A%22duration%22%2C%22operator%22%3A%22gt%22%2C%22value%22%3A0.5%7D%5D`,
      act: button(/^Edit filter|^Edit/),
    },
    { path: threads, act: selected("Add tags"), opens: "logs/bulk/tags-dialog.tsx" },
    { path: threads, act: selected("Add to review queue"), opens: "review-queues/add-to-queue-dialog.tsx" },
    { path: threads, act: selected("Delete"), opens: "logs/bulk/delete-dialog.tsx" },
    { path: "/logs/steps", act: selected("Add to dataset"), opens: "logs/bulk/dataset-dialog.tsx" },
    {
      path: "/logs/scores",
      act: selected("Add to dataset"),
      opens: "logs/bulk/scored-dataset-dialog.tsx",
    },
    { path: threads, act: tool("Export"), opens: "logs/export/export-dialog.tsx" },
    { path: threads, act: (page) => page.keyboard.press("Control+k") },
    { path: "/dashboard" },
    { path: `/dashboard?${new URLSearchParams(sinceRelease())}` },
    { path: "/nothing/like/this" },
  ];
}

/** Returns the search parameters of a dashboard that compares the last hour with the one before. */
function sinceRelease(): Readonly<Record<string, string>> {
  const now = Date.now();
  return {
    from: new Date(now - 3_600_000).toISOString(),
    to: new Date(now + 60_000).toISOString(),
    mark: "a-release-with-a-name-that-is-rather-long-for-no-reason-1.2.0",
  };
}

function threadViews(): View[] {
  const views = ["chat", "tree", "waterfall", "transcript", "graph"];
  const step = "/logs/threads/support?view=tree&currentStepId=plan";
  const rich = "/logs/threads/rich?view=tree&currentStepId=answered";
  return [
    ...views.map((view) => ({ path: `/logs/threads/support?view=${view}` })),
    ...views.map((view) => ({ path: `/logs/threads/long?view=${view}` })),
    // The overview of the thread, instead of the failed step.
    ...["support", "long"].map((thread) => ({ path: `/logs/threads/${thread}?currentStepId=` })),
    { path: step },
    { path: "/logs/threads/support?view=graph&currentStepId=plan" },
    { path: "/logs/threads/long?view=graph", act: button("All steps") },
    { path: "/logs/compare" },
    { path: "/logs/compare?before=support&after=rich" },
    { path: "/logs/compare?before=support&after=long&step=plan&part=input" },
    { path: "/logs/threads/long?view=tree&currentStepId=call" },
    { path: "/logs/threads/long?view=waterfall&currentStepId=nested-19" },
    { path: "/logs/threads/rich" },
    { path: rich },
    { path: `${rich}#messages.1` },
    { path: rich, act: openAll },
    { path: rich, act: button(/^Enlarge/) },
    {
      path: "/logs/threads/rich?view=tree&currentStepId=search",
      act: async (page) => {
        const input = page.getByRole("region", { name: "Input", exact: true });
        await input.getByRole("button", { name: "JSON", exact: true }).click();
        await input.getByRole("searchbox").fill("berlin");
        await input.locator("[data-match=current]").hover();
      },
    },
    {
      path: rich,
      act: inMenu(/^More/, "Compare with another step"),
      opens: "thread/actions/compare-dialog.tsx",
    },
    { path: step, act: button("Score") },
    { path: step, act: button("Add to dataset"), opens: "thread/actions/dataset-dialog.tsx" },
    { path: step, act: inMenu(/^More/, "Delete"), opens: "thread/actions/step-actions.tsx" },
    { path: step, act: button(/^Delete comment/), opens: "thread/comments/comment-item.tsx" },
    { path: "/logs/threads/support", act: button("Share"), opens: "thread/actions/share-dialog.tsx" },
    {
      path: "/logs/threads/support",
      act: inMenu("More actions", "Delete"),
      opens: "thread/actions/thread-actions.tsx",
    },
    { path: "/logs/threads/support", act: (page) => page.keyboard.press("?"), opens: "thread/shortcuts-dialog.tsx" },
    { path: "/logs/threads/support?play=2" },
    { path: "/logs/threads/long?play=9" },
    { path: "/logs/threads/none" },
    { path: "/logs/steps/alone" },
  ];
}

function improvementViews(seeded: SeededRecords & SeededAlert): View[] {
  const {
    datasetId,
    experimentIds,
    userId,
    dashboardId,
    evaluatorId,
    promptedId,
    queueId,
    ruleId,
    alertId,
    channelId,
    groupedAlertId,
    repeatedId,
  } = seeded;
  const prompt = "/prompts/capital-finder";
  const compare = `/experiments/compare?ids=${experimentIds.join(",")}`;
  const dashboard = `/dashboard/${dashboardId}`;
  return [
    { path: "/dashboard/list" },
    { path: "/dashboard/list", act: button("New dashboard"), opens: "dashboards/dashboard-dialog.tsx" },
    { path: "/dashboard/list", act: button(/^Delete/), opens: "dashboards/remove-dashboard.tsx" },
    { path: dashboard },
    { path: dashboard, act: button("Edit") },
    {
      path: dashboard,
      act: async (page) => {
        await button("Edit")(page);
        await button("Add chart")(page);
      },
      opens: "dashboards/widget-dialog.tsx",
    },
    { path: "/dashboard/none" },
    { path: "/prompts" },
    { path: "/prompts", act: button("New prompt"), opens: "prompts/prompt-dialog.tsx" },
    { path: prompt },
    ...["compare", "metrics", "usage", "rollout", "code"].map((tab) => ({ path: `${prompt}?tab=${tab}` })),
    { path: `${prompt}?version=1`, act: button(/Promote/), opens: "prompts/prompt-page.tsx" },
    { path: `${prompt}?version=0`, act: button("Add label"), opens: "prompts/version-labels.tsx" },
    { path: prompt, act: button("Run experiment"), opens: "experiments/run/run-dialog.tsx" },
    { path: "/playground" },
    { path: "/playground?name=capital-finder" },
    {
      path: "/playground?name=capital-finder",
      act: async (page) => {
        // The draft of an earlier combination of width and colors has tools already.
        await page.getByText(/^Tools \(\d+\)/).click();
        await button("Add tool")(page);
        await page.getByLabel("Content of message 1").fill("Draft");
        await page.getByText("Discard draft").waitFor();
      },
    },
    { path: "/playground?name=capital-finder", act: button(/^Save/), opens: "playground/save-dialog.tsx" },
    { path: "/playground", act: button(/^Load/), opens: "playground/load-dialog.tsx" },
    { path: "/playground", act: inMenu(/^More/, "History"), opens: "playground/history-dialog.tsx" },
    { path: "/datasets" },
    { path: "/datasets", act: button("New dataset"), opens: "datasets/dataset-dialog.tsx" },
    { path: `/datasets/${datasetId}` },
    { path: `/datasets/${datasetId}?search=none` },
    {
      path: `/datasets/${datasetId}`,
      act: (page) => page.locator("[data-row]").first().click(),
      opens: "datasets/item-panel.tsx",
    },
    { path: `/datasets/${datasetId}`, act: button("Import"), opens: "datasets/import-dialog.tsx" },
    {
      path: `/datasets/${datasetId}`,
      act: async (page) => {
        await page.locator("[data-row]").first().click();
        await button("Edit")(page);
      },
      opens: "datasets/item-dialog.tsx",
    },
    {
      path: `/datasets/${datasetId}`,
      act: async (page) => {
        await page.locator("[data-row]").first().click();
        await button("Edit")(page);
        await page.getByRole("dialog").getByLabel("Input", { exact: true }).fill("{}");
        await page.keyboard.press("Escape");
        await page.getByText("Discard changes?").waitFor();
      },
    },
    { path: `/datasets/${datasetId}`, act: inMenu(/^More/, "Delete"), opens: "datasets/dataset-page.tsx" },
    { path: `/datasets/${datasetId}`, act: inMenu(/^More/, "Item schema"), opens: "datasets/schema-dialog.tsx" },
    { path: `/datasets/${datasetId}`, act: inMenu(/^More/, "Divide into splits"), opens: "datasets/divide-dialog.tsx" },
    {
      path: `/datasets/${datasetId}`,
      act: inMenu(/^More/, "Find duplicates"),
      opens: "datasets/duplicates-dialog.tsx",
    },
    { path: `/datasets/${datasetId}`, act: selectedItem("Delete"), opens: "datasets/bulk-bar.tsx" },
    { path: `/datasets/${datasetId}`, act: selectedItem("Change splits"), opens: "datasets/bulk-split-dialog.tsx" },
    { path: `/datasets/${datasetId}`, act: button("What changed"), opens: "datasets/changes-dialog.tsx" },
    { path: "/experiments" },
    { path: `/experiments?dataset=${datasetId}` },
    { path: "/experiments", act: button(/^Delete/), opens: "experiments/experiments-page.tsx" },
    ...["full", "compact", "diff"].map((display) => ({ path: `${compare}&display=${display}` })),
    { path: compare, act: button("Show row 1") },
    { path: `/experiments/compare?ids=${experimentIds[0]}` },
    { path: `/experiments/compare?ids=${experimentIds[1]}&display=diff`, act: button("Show row 3") },
    {
      path: `/experiments/compare?ids=${promptedId}`,
      act: button(/^Promote/),
      opens: "experiments/run/promote-dialog.tsx",
    },
    { path: "/evaluators" },
    { path: "/evaluators?archived=true" },
    { path: "/evaluators/new" },
    ...["definition", "compare", "results", "agreement"].map((tab) => ({
      path: `/evaluators/${evaluatorId}?tab=${tab}`,
    })),
    { path: `/evaluators/${evaluatorId}?version=1` },
    { path: `/evaluators/${evaluatorId}?version=1&tab=agreement` },
    { path: `/evaluators/${evaluatorId}`, act: inMenu(/^More/, "Edit name"), opens: "evaluators/evaluator-dialog.tsx" },
    { path: `/evaluators/${evaluatorId}`, act: inMenu(/^More/, "Delete"), opens: "evaluators/evaluator-page.tsx" },
    { path: `/evaluators/${repeatedId}?tab=results`, act: openAll },
    { path: "/logs/steps/repeated?currentStepId=repeated", act: openAll },
    { path: "/evaluators/none" },
    { path: "/alerts" },
    { path: "/alerts/new" },
    { path: "/alerts/new?budget=true" },
    { path: `/alerts/${alertId}` },
    {
      path: `/alerts/${groupedAlertId}`,
      act: (page) => page.getByRole("region", { name: "Groups", exact: true }).getByRole("row").nth(1).waitFor(),
    },
    { path: `/alerts/${alertId}`, act: inMenu(/^More/, "Delete"), opens: "alerts/alert-page.tsx" },
    { path: "/alerts/none" },
    { path: "/channels" },
    { path: "/channels", act: button("New channel"), opens: "channels/channel-dialog.tsx" },
    { path: `/channels/${channelId}` },
    { path: `/channels/${channelId}`, act: inMenu(/^More/, "Delete"), opens: "channels/channel-page.tsx" },
    { path: "/channels/none" },
    { path: "/evaluation-rules" },
    { path: "/evaluation-rules/new" },
    { path: `/evaluation-rules/${ruleId}` },
    {
      path: `/evaluation-rules/${ruleId}`,
      act: button("Judge past targets"),
      opens: "evaluation-rules/backfill-dialog.tsx",
    },
    {
      path: `/evaluation-rules/${ruleId}`,
      act: inMenu(/^More/, "Delete"),
      opens: "evaluation-rules/rule-page.tsx",
    },
    { path: "/evaluation-rules/none" },
    { path: "/review-queues" },
    { path: "/review-queues/new" },
    { path: `/review-queues/${queueId}` },
    { path: `/review-queues/${queueId}`, act: inMenu(/^More/, "Delete"), opens: "review-queues/queue-page.tsx" },
    {
      path: `/review-queues/${queueId}`,
      act: inMenu(/^Actions: /, "Complete"),
      opens: "review-queues/queue-items.tsx",
    },
    {
      path: `/review-queues/${queueId}`,
      act: (page) => page.getByRole("button", { name: "Add to dataset" }).first().click(),
      opens: "review-queues/dataset-dialog.tsx",
    },
    { path: `/review-queues/${queueId}/review` },
    { path: `/review-queues/${queueId}/review`, act: button("Flag"), opens: "review-queues/item-dialogs.tsx" },
    {
      path: `/review-queues/${queueId}/review`,
      // Narrow windows have no button for it.
      act: (page) => page.keyboard.press("?"),
      opens: "review-queues/shortcuts-dialog.tsx",
    },
    { path: "/review-queues/none" },
    { path: "/start" },
    { path: "/start", act: openAll },
    { path: "/users" },
    { path: `/users/${userId}` },
    { path: `/users/${userId}`, act: button("Delete all data"), opens: "users/delete-data/delete-data-dialog.tsx" },
    { path: "/score-schemas" },
    { path: "/score-schemas", act: link(/Show the scores/) },
    { path: "/score-schemas", act: button(/^New/), opens: "score-schemas/schema-dialog.tsx" },
    { path: "/score-schemas", act: button(/^Delete/), opens: "score-schemas/score-schemas-page.tsx" },
    { path: "/model-prices" },
    { path: "/model-prices", act: button(/^New/), opens: "model-prices/price-dialog.tsx" },
    { path: "/model-prices?all=true" },
    { path: "/model-prices", act: button(/^Delete/), opens: "model-prices/model-prices-page.tsx" },
  ];
}

function settingsViews(): View[] {
  return [
    { path: "/settings/project" },
    { path: "/settings/project", act: button(/^New project/), opens: "settings/project-settings.tsx" },
    { path: "/settings/project", act: button(/^Delete/), opens: "settings/delete-project.tsx" },
    { path: "/settings/members" },
    { path: "/settings/members", act: button(/^Invite/), opens: "settings/invite-dialog.tsx" },
    { path: "/settings/members", act: button(/^Revoke invitation/), opens: "settings/member-settings.tsx" },
    { path: "/settings/keys" },
    { path: "/settings/keys", act: button("New key"), opens: "settings/key-settings.tsx" },
    { path: "/settings/keys", act: createKey, opens: "settings/created-key.tsx" },
    { path: "/settings/connections" },
    {
      path: "/settings/connections",
      act: button("Add connection"),
      opens: "settings/connections/connection-dialog.tsx",
    },
    { path: "/settings/connections", act: button(/^Test/), opens: "settings/connections/test-dialog.tsx" },
    { path: "/settings/connections", act: button(/^Delete/), opens: "settings/connections/connection-settings.tsx" },
    { path: "/settings/usage" },
    {
      path: "/settings/usage",
      act: async (page) => {
        await page.getByLabel("Retention in days").fill("30");
        await button("Save limits")(page);
      },
      opens: "settings/limits-form.tsx",
    },
    { path: "/settings/audit" },
    { path: "/settings/service" },
    { path: "/settings/account" },
    { path: "/settings/account", act: button(/^Connect/), opens: "settings/proof-dialog.tsx" },
    { path: "/settings/appearance" },
    { path: "/settings/appearance", act: openAccount },
  ];
}

async function expectLoaded(page: Page): Promise<void> {
  await expectSoon(() =>
    page
      .getByRole("status")
      .filter({ hasText: /^Loading$/ })
      .count(),
  ).toBe(0);
}

async function lookAt(ui: Ui, views: readonly View[]): Promise<string[]> {
  const { page } = ui;
  if (folder !== undefined) {
    await mkdir(folder, { recursive: true });
    page.setDefaultTimeout(20_000);
  }
  const found: string[] = [];
  for (const [index, { path, act, opens }] of views.entries()) {
    for (const { name, width, height, scheme } of looksOf(index)) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: scheme });
      const where = `view ${index}, ${path} ${opens ?? ""} ${name} ${scheme}`;
      await ui.goto(path);
      await page.locator("h1, h2, form").first().waitFor();
      await expectLoaded(page);
      try {
        await act?.(page);
        if (opens) await page.locator('[role="dialog"], [data-side-panel]').first().waitFor();
        await expectLoaded(page);
      } catch (error) {
        found.push(`${where}: ${String(error).split("\n")[0]}`);
        continue;
      }
      for (const fault of await findVisualDefects(page)) found.push(`${where}: ${fault}`);
      if (folder !== undefined) {
        const title = `${path}-${opens ?? ""}`.replace(/^\/projects\/[^/]+/, "").replaceAll(/[^\w]+/g, "-");
        const file = `${String(index).padStart(2, "0")}${title.slice(0, 80)}-${name}-${scheme}.png`;
        await page.screenshot({ path: join(folder, file) });
        await appendFile(join(folder, "faults.txt"), `${found.splice(0).join("\n")}\n`);
      }
    }
  }
  return found;
}

async function setUp(): Promise<{
  readonly ui: Ui;
  readonly improvements: SeededRecords & SeededAlert;
  readonly open: readonly View[];
}> {
  // A development build of React also reports errors such as missing keys and misplaced elements, which count as
  // faults.
  const ui = await openUi({ path: null, server: { noLogin: false, webDir: await builtUi("development") } });
  // Simulates single sign-on. With a real identity provider, the service would have to know its own URL before it
  // starts.
  await ui.context.route("**/api/session", async (route) => {
    if (route.request().method() !== "GET") return route.fallback();
    const response = await route.fetch();
    const session = (await response.json()) as object;
    return route.fulfill({ response, json: { ...session, sso: { name: "Example" } } });
  });
  const seeded = await seedAppearance(ui);
  const { setupPath } = await ui.server.ready;
  const headers = { origin: new URL(ui.url).origin, "x-threadline-project": ui.projectId };
  const post = async (path: string, data: object): Promise<Record<string, { url: string; token: string }>> => {
    const answer = await ui.context.request.post(`${ui.url}/api/${path}`, { headers, data });
    return ((await answer.json()) as { data: Record<string, { url: string; token: string }> }).data;
  };
  const token = new URL(setupPath ?? "", ui.url).searchParams.get("token");
  await post("session/setup", { token, ...owner });
  const alert = await seedAlert((query, variables) => post("graphql", { query, variables }));
  const { inviteMember } = await post("graphql", {
    query:
      'mutation { inviteMember(email: "an.address.that.is.rather.long@subdomain.of.example.com", role: viewer) { url } }',
  });
  await post("graphql", {
    query:
      'mutation { createApiKey(name: "a key with a name that is rather long for no reason", scopes: [read, write]) { secret } }',
  });
  await post("graphql", {
    query: `mutation { createModelConnection(connection: { name: "a connection with a name that is rather long",
      kind: openai, models: ["gpt-4o", "a-model-with-a-name-that-is-rather-long-2026-11-24"], dailyBudget: 25 }) { id } }`,
  });
  // The last project cannot be deleted, so this creates another one.
  await post("graphql", { query: 'mutation { createProject(name: "another project") { id } }' });
  const { shareThread } = (await ui.graphql('mutation { shareThread(threadId: "support") { token } }')) as {
    shareThread: { token: string };
  };
  const invitation = new URL(inviteMember?.url ?? "", ui.url);
  const shared = `/shared/${shareThread.token}`;
  return {
    ui,
    improvements: { ...seeded, ...alert },
    open: [
      { path: shared },
      { path: `${shared}?view=tree&currentStepId=plan` },
      { path: `${invitation.pathname}${invitation.search}` },
      { path: "/setup?token=wrong" },
      { path: "/invitation?token=wrong" },
      { path: "/login" },
      { path: "/forgot-password" },
      { path: "/reset-password?token=wrong" },
      { path: "/login?error=account_not_linked" },
    ],
  };
}

test(
  "every page and dialog is complete, legible and accessible, light and dark, wide and narrow",
  { timeout: 1_200_000 },
  async () => {
    const { ui, improvements, open } = await setUp();
    const base = `/projects/${ui.projectId}`;
    const inside = [...logViews(), ...threadViews(), ...improvementViews(improvements), ...settingsViews()].map(
      (view) => ({
        ...view,
        path: `${base}${view.path}`,
      }),
    );
    const only = process.env["THREADLINE_VIEWS"];
    const views = [...inside, { path: "/" }, ...open].filter(
      ({ path }) => only === undefined || new RegExp(only).test(path),
    );
    const looked = only === undefined && folder === undefined ? partOf(views, 8) : views;
    expect(await lookAt(ui, looked)).toEqual([]);
    if (only !== undefined) return;
    await expectRoutesVisited(views);
    // Files whose dialogs this test opens. The test fails if any other file has a dialog.
    const opened = new Set([
      "settings/second-factor-rule.tsx",
      // The pages of records open this shared dialog.
      "remove-dialog.tsx",
      ...inside.flatMap(({ opens }) => opens ?? []),
    ]);
    const pages = join(import.meta.dirname, "../src/pages");
    const missing: string[] = [];
    for await (const path of glob("**/*.tsx", { cwd: pages })) {
      const text = await readFile(join(pages, path), "utf8");
      if (/<(?:Confirm|Remove)?Dialog\b/.test(text) && !opened.has(path)) missing.push(path);
    }
    expect(missing).toEqual([]);
  },
);
