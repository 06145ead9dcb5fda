import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { partOf } from "../../../packages/server/test/test-inputs.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi, type Ui } from "./browser/open-ui.ts";
import { type HostileImprovements, hostilePatterns, storeImprovements } from "./hostile-improvements.ts";
import { hostileAddresses, hostilePayloads, traceOfHostility, watchForHostility } from "./hostile-payloads.ts";
import {
  channelPayloads,
  type HostileProduction,
  namedPayloads,
  reviewedPayloads,
  supersededPayloads,
  storeProduction,
} from "./hostile-production.ts";
import { hostile, packCount, packedIn, storePackedThread, storeThreads } from "./hostile-records.ts";
import { storeSettings } from "./hostile-settings.ts";
import { expectRoutesVisited } from "./visited-routes.ts";

interface Visit {
  readonly path: string;
  /**
   * Fields whose payloads the page must show, if necessary after scrolling. `field` means all payloads of the field,
   * and `field.3` only the fourth.
   */
  readonly shows?: readonly string[];
  readonly act?: (page: Page) => Promise<unknown>;
}

const log = (resource: string, columns: readonly string[]): string =>
  `/logs/${resource}?columns=${encodeURIComponent(JSON.stringify(columns))}`;
const stepColumns = [
  "name",
  "status",
  "input",
  "output",
  "tags",
  "scores",
  "environment",
  "metadata",
  "model",
  "provider",
];
const stepFields = [
  "stepName",
  "error",
  "input",
  "output",
  "stepTag",
  "scoreName",
  "environment",
  "stepValue",
  "model",
  "provider",
];
const packFields = ["message", "completion", "toolName", "toolArgument", "fileName", "stepKey", "setting"];
const packs = Array.from({ length: packCount }, (_, pack) => pack);

function projectVisits({
  datasetId,
  experimentIds,
  evaluatorId,
  userId,
  dashboardId,
  promptName,
}: HostileImprovements): Visit[] {
  const payload = encodeURIComponent(hostilePayloads[2]?.text ?? "");
  const prompt = `/prompts/${encodeURIComponent(promptName)}`;
  const compare = `/experiments/compare?ids=${experimentIds.join(",")}`;
  const filters = encodeURIComponent(
    JSON.stringify([
      { field: "tags", operator: "in", value: [hostile("threadTag", 2, 250)] },
      { field: "metadata", path: hostile("threadKey", 2), operator: "eq", value: hostile("threadValue", 2) },
    ]),
  );
  return [
    { path: "" },
    { path: "/start" },
    { path: `/dashboard?environment=${payload}` },
    { path: "/dashboard" },
    { path: "/dashboard/list" },
    { path: `/dashboard/${dashboardId}` },
    { path: `/dashboard/${payload}` },
    {
      path: log("threads", ["name", "participant", "tags", "metadata"]),
      shows: ["threadName", "user", "threadTag", "threadValue", "viewName"],
      act: (page) => page.getByRole("button", { name: "Views", exact: true }).click(),
    },
    { path: `/logs/threads?q=${payload}&filters=${filters}` },
    { path: log("runs", stepColumns) },
    { path: log("generations", stepColumns) },
    { path: log("steps", stepColumns), shows: stepFields },
    {
      path: log("scores", ["name", "label", "scorer", "comment", "tags"]),
      shows: ["scoreName", "scoreLabel", "scorer", "comment", "scoreTag"],
    },
    { path: `/logs/threads?peek=${payload}&currentStepId=${payload}` },
    { path: "/logs/threads?peek=thread-2" },
    { path: "/logs/threads?peek=thread-2&currentStepId=" },
    { path: "/logs/steps?peek=step-2&currentStepId=step-2&view=tree" },
    { path: "/logs/threads?peek=packed&view=tree&currentStepId=pack-0" },
    { path: `/logs/threads?columns=${encodeURIComponent(JSON.stringify([`${payload}:9`, "name:300", "tags:1e9"]))}` },
    ...["chat", "tree", "waterfall", "graph"].map((view) => ({ path: `/logs/threads/packed?view=${view}` })),
    { path: "/logs/threads/packed?view=transcript&currentStepId=", shows: ["threadKey"] },
    ...packs.map((pack) => ({
      path: `/logs/threads/packed?view=tree&currentStepId=pack-${pack}`,
      shows: packFields.flatMap((field) => packedIn(pack).map((index) => `${field}.${index}`)),
    })),
    { path: "/logs/compare?before=packed&after=packed&step=pack-0&part=output" },
    { path: `/logs/compare?before=${payload}&after=packed` },
    { path: `/logs/threads/${payload}` },
    { path: "/logs/steps/step-2" },
    { path: "/prompts", shows: ["promptName", "promptAbout"] },
    { path: `/prompts/${payload}` },
    { path: prompt, shows: ["versionAbout", "template", "promptSetting", "promptTool", "variable", "variableDefault"] },
    ...["compare", "metrics", "rollout", "code"].map((tab) => ({ path: `${prompt}?tab=${tab}` })),
    { path: `/playground?name=${encodeURIComponent(promptName)}`, shows: ["template", "variable"] },
    { path: `/playground?name=${payload}` },
    { path: "/datasets", shows: ["datasetName", "datasetAbout"] },
    { path: `/datasets/${datasetId}`, shows: ["itemInput", "itemExpected", "itemKey"] },
    { path: `/datasets/${datasetId}`, act: (page) => page.locator("[data-row]").nth(2).click() },
    { path: `/datasets/${datasetId}`, act: importFiles },
    { path: "/users", act: enterCommands },
    { path: "/experiments", shows: ["experimentName", "experimentParameter"] },
    { path: compare, shows: ["itemInput", "itemExpected", "output0", "output1"] },
    { path: `${compare}&display=compact` },
    { path: `${compare}&display=diff` },
    { path: "/evaluators", shows: ["evaluatorName", "evaluatorAbout"] },
    { path: "/evaluators/new" },
    { path: `/alerts/${payload}` },
    { path: `/channels/${payload}` },
    { path: "/evaluation-rules/new" },
    { path: `/evaluation-rules/${payload}` },
    { path: "/review-queues/new" },
    { path: `/review-queues/${payload}` },
    { path: `/review-queues/${payload}/review` },
    { path: `/evaluators/${evaluatorId}` },
    { path: `/evaluators/${payload}` },
    { path: "/users", shows: ["user"] },
    { path: `/users/${userId}`, shows: ["userKey", "userValue"] },
    { path: `/users/${userId}`, act: (page) => page.getByRole("button", { name: "Delete all data" }).click() },
    { path: "/score-schemas", shows: ["schemaName", "schemaAbout", "schemaLabel"] },
    {
      path: "/model-prices",
      shows: ["priceName", "priceProvider", ...hostilePatterns.map((index) => `pricePattern.${index}`)],
    },
    {
      path: "/settings/project",
      shows: ["projectName"],
      act: (page) => page.getByRole("button", { name: /^Project: / }).click(),
    },
    { path: "/settings/members" },
    { path: "/settings/keys", shows: ["keyName"] },
    { path: "/settings/usage" },
    { path: "/settings/audit" },
    { path: "/settings/service" },
    { path: "/settings/account" },
    { path: "/settings/appearance" },
  ];
}

/** Pages of alerts, channels, rules, judges and review queues. */
function productionVisits({
  alertId,
  channelId,
  evaluatorId,
  groupedAlertId,
  judgeId,
  queueId,
  ruleId,
}: HostileProduction): Visit[] {
  const named = (field: string): string[] => namedPayloads.map((index) => `${field}.${index}`);
  const ofChannels = (field: string): string[] => channelPayloads.map((index) => `${field}.${index}`);
  const reviewed = (field: string): string[] => reviewedPayloads.map((index) => `${field}.${index}`);
  const judgments = ["superseded", "supersededLabel"].flatMap((field) =>
    supersededPayloads.map((index) => `${field}.${index}`),
  );
  return [
    { path: "/alerts", shows: named("alertName") },
    { path: `/alerts/${groupedAlertId}`, shows: named("user") },
    { path: "/logs/steps/repeated?currentStepId=repeated", shows: judgments },
    { path: `/evaluators/${evaluatorId}?tab=results`, shows: judgments },
    { path: "/alerts/new", shows: ofChannels("channelName") },
    { path: `/alerts/${alertId}`, shows: ["alertName.0", "alertFilter.0", "channelName.0"] },
    { path: "/channels", shows: ofChannels("channelName") },
    { path: `/channels/${channelId}`, shows: ["channelName.0"] },
    { path: "/evaluation-rules", shows: named("ruleName") },
    { path: `/evaluation-rules/${ruleId}`, shows: ["ruleName.0", "ruleFilter.0"] },
    { path: `/evaluators/${judgeId}`, shows: [...ofChannels("judgeMessage"), ...named("judgeLabel")] },
    { path: "/review-queues", shows: named("queueName") },
    {
      path: `/review-queues/${queueId}`,
      shows: [...["reviewComment", "flagReason"].flatMap(reviewed), "reviewScore.0"],
    },
    { path: `/review-queues/${queueId}?tab=settings`, shows: ["instructions", "help"].flatMap(ofChannels) },
    {
      path: `/review-queues/${queueId}/review`,
      shows: ["reviewScore.0"],
      act: (page) => page.getByRole("button", { name: "Submit", exact: true }).waitFor(),
    },
  ];
}

/** Selects files with hostile names, columns and cells, and files that are not valid. */
async function importFiles(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog");
  const choose = (name: string, text: string): Promise<void> =>
    dialog.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  const texts = hostilePayloads.map(({ text }) => text);
  const cells = (row: readonly string[]): string => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",");
  for (const row of [texts.slice(0, 40), hostileAddresses]) {
    await choose(`${row[0]?.replaceAll(/[/\\\p{Cc}]/gu, " ")}.csv`, [cells(row), cells(row.toReversed())].join("\n"));
    await dialog.getByText("1 row", { exact: true }).waitFor();
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
  await choose(
    "items.jsonl",
    texts.map((text) => JSON.stringify({ [text]: text, input: { [text]: text } })).join("\n"),
  );
  await dialog.getByText(`${texts.length} rows`).waitFor();
  expect(await page.evaluate(traceOfHostility)).toEqual([]);
  await choose("broken.jsonl", `{"input": ${texts[0]}`);
  await dialog.getByText(/^Row 1: /).waitFor();
}

async function searchJson(page: Page): Promise<void> {
  const input = page.getByRole("region", { name: "Input", exact: true });
  await input.getByRole("button", { name: "JSON", exact: true }).click();
  const search = input.getByRole("searchbox", { name: "Search keys and values", exact: true });
  for (const text of ["mark.arg", "javascript:", "<img", hostilePayloads[0]?.text ?? ""]) {
    await search.fill(text);
    await input.getByRole("status").filter({ hasText: /match/ }).waitFor();
    await search.press("Enter");
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
  await search.fill("");
  // Moves the pointer away, because the line under the pointer also shows buttons.
  await page.mouse.move(0, 0);
  await input.locator("[data-node]").first().focus();
  await page.keyboard.press("ArrowDown");
  await expectSoon(() => input.getByRole("button", { name: "Copy path", exact: true }).count()).toBe(1);
}

async function enlarge(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /^Enlarge/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  const position = dialog.getByRole("status");
  const count = packedIn(0).length;
  for (let at = 1; at <= count; at += 1) {
    await position.getByText(`${at} of ${count}`, { exact: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
}

async function compareSteps(page: Page): Promise<void> {
  await page.locator("[data-linked]").waitFor();
  await page
    .getByRole("complementary", { name: "Step" })
    .getByRole("button", { name: "More actions", exact: true })
    .click();
  await page.getByRole("menuitem", { name: "Compare with another step", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Compare steps", exact: true });
  for (const part of ["Output", "Input"]) {
    await dialog.getByRole("button", { name: part, exact: true }).click();
    for (const layout of ["Unified", "Side by side"]) {
      await dialog.getByRole("button", { name: layout, exact: true }).click();
      await dialog
        .getByRole("region", { name: /^Differences/ })
        .getByText("mark.")
        .first()
        .waitFor();
      expect(await page.evaluate(traceOfHostility)).toEqual([]);
    }
  }
}

async function enterCommands(page: Page): Promise<void> {
  const texts = [...hostileAddresses.filter((_, index) => index % 3 === 0), ...hostilePayloads.slice(0, 5)];
  for (const entered of texts) {
    const text = typeof entered === "string" ? entered : entered.text;
    await page.keyboard.press("Control+k");
    const input = page.getByRole("dialog").getByRole("combobox");
    await input.fill(text);
    await page.getByRole("option").last().waitFor();
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
    await page.keyboard.press("Enter");
    await input.waitFor({ state: "detached" });
    expect(await page.evaluate(traceOfHostility)).toEqual([]);
  }
}

async function explore(page: Page): Promise<void> {
  await page.getByText("Requests go to this service as you.").waitFor();
  await page.locator(".graphiql-execute-button").click();
  await page.locator(".result-window", { hasText: "mark.threadName" }).waitFor();
}

/**
 * Runs in the page. Scrolls lists, expands details and clicks buttons that show more. Returns the payloads that it
 * found, such as `field.3`.
 */
async function scrollThrough(): Promise<string[]> {
  const marks = new Set<string>();
  const look = (): void => {
    const texts = [document.body.textContent];
    for (const field of document.querySelectorAll<HTMLInputElement>("input, textarea")) texts.push(field.value);
    for (const titled of document.querySelectorAll("[title], [aria-label]")) {
      texts.push(titled.getAttribute("title") ?? "", titled.getAttribute("aria-label") ?? "");
    }
    // If a payload is part of a regular expression, its dots are escaped.
    for (const [, field, index] of texts.join("\n").matchAll(/mark\\?\.(\w+)\\?\.(\d+)\\?\./g))
      marks.add(`${field}.${index}`);
  };
  const frame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  look();
  for (const details of document.querySelectorAll("details")) details.open = true;
  for (const button of document.querySelectorAll("button")) {
    if (/\bmore\b/i.test(button.textContent) && !button.disabled) button.click();
  }
  const lists = [...document.querySelectorAll("[data-rows]")];
  for (const list of document.querySelectorAll("[aria-rowcount]")) lists.push(list.parentElement ?? list);
  for (const list of lists) {
    for (let top = 0; top < list.scrollHeight; top += Math.max(list.clientHeight, 100) * 0.8) {
      list.scrollTop = top;
      await frame();
      look();
      // The list grows when the next page is loaded.
      const isEnd = list.scrollTop + list.clientHeight >= list.scrollHeight - 4;
      if (isEnd && top > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  look();
  return [...marks];
}

function isThere(): boolean {
  const isLoading = [...document.querySelectorAll("[role=status]")].some(
    ({ textContent }) => textContent === "Loading",
  );
  return !isLoading && document.querySelector("h1, h2, form, [data-rows]") !== null;
}

async function visit({ page, goto }: Ui, { path, shows = [], act }: Visit): Promise<void> {
  await goto(path);
  await page.waitForFunction(isThere);
  await act?.(page);
  const marksOf = (field: string): string[] => hostilePayloads.map((_, index) => `${field}.${index}`);
  const missing = new Set(shows.flatMap((each) => (each.includes(".") ? [each] : marksOf(each))));
  const look = async (): Promise<string[]> => {
    for (const mark of await page.evaluate(scrollThrough)) missing.delete(mark);
    return [...missing].slice(0, 5);
  };
  await expect.poll(look, { timeout: 180_000, interval: 50, message: path }).toEqual([]);
  expect({ path, trace: await page.evaluate(traceOfHostility) }).toEqual({ path, trace: [] });
}

test("text in records, URLs and names is never executed, on any page", { timeout: 600_000 }, async () => {
  expect(hostilePayloads.length).toBeGreaterThanOrEqual(300);
  const ui = await openUi({ server: { noLogin: false }, path: null });
  await ui.context.addInitScript(watchForHostility);
  await storeThreads(ui);
  await storePackedThread(ui);
  const improvements = await storeImprovements(ui);
  const settings = await storeSettings(ui);
  const production = await storeProduction(settings.asOwner);
  const payload = encodeURIComponent(hostilePayloads[2]?.text ?? "");
  const base = `/projects/${ui.projectId}`;
  const visits: Visit[] = [
    { path: `/projects/${payload}/logs/threads` },
    ...[...projectVisits(improvements), ...productionVisits(production)].map((each) => ({
      ...each,
      path: `${base}${each.path}`,
    })),
    { path: `/shared/${settings.shareToken}` },
    {
      path: `/shared/${settings.shareToken}?view=tree&currentStepId=pack-${packCount - 1}`,
      shows: packFields.flatMap((field) => packedIn(packCount - 1).map((index) => `${field}.${index}`)),
    },
    { path: `/api/graphql?project=${ui.projectId}`, act: explore },
    { path: `/api/graphql?project=${payload}`, act: explore },
    // The service rejects a slash in this part of the path.
    { path: `/shared/${payload.replaceAll("%2F", "")}` },
    { path: `/invitation?token=${payload}` },
    { path: settings.invitationPath },
    { path: `/setup?token=${payload}` },
    { path: "/forgot-password" },
    { path: `/reset-password?token=${payload}` },
    ...hostileAddresses
      .filter((_, index) => index % 4 === 0)
      .map((address) => ({ path: `/login?next=${encodeURIComponent(address)}&error=${encodeURIComponent(address)}` })),
    { path: "/" },
    { path: "/logs" },
    { path: `/threads/${payload.replaceAll("%2F", "")}` },
  ];
  for (const each of partOf(visits, 8)) await visit(ui, each);
  expect(ui.context.pages()).toHaveLength(1);
  await expectRoutesVisited(visits);
});

test(
  "text in trees of JSON, images, comparisons and links to messages is never executed",
  { timeout: 600_000 },
  async () => {
    const ui = await openUi({ path: null });
    await ui.context.addInitScript(watchForHostility);
    await storePackedThread(ui);
    const visits: Visit[] = [
      { path: "/logs/threads/packed?view=tree&currentStepId=pictures", shows: ["argument"], act: searchJson },
      { path: "/logs/threads/packed?view=tree&currentStepId=pictures", act: enlarge },
      { path: "/logs/threads/packed?view=tree&currentStepId=pack-1#messages.3", act: compareSteps },
      ...partOf(hostileAddresses.filter((_, index) => index % 4 === 0)).map((address) => ({
        path: `/logs/threads/packed?view=tree&currentStepId=pack-0#${encodeURIComponent(address)}`,
      })),
    ];
    for (const each of visits) await visit(ui, { ...each, path: `/projects/${ui.projectId}${each.path}` });
    expect(ui.context.pages()).toHaveLength(1);
  },
);
