import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { takePicture } from "./browser/take-picture.ts";
import { startReceiver } from "./start-receiver.ts";

const questions = ["When do you open?", "Do you sell bread?", "Can I return this?", "Is parking free?"];
const answerCount = 120;

test("an empty service gets a measured judge of live traffic, and an alert that reports a planted fault", async () => {
  const provider = await startModelServer();
  provider.reply((response, { body }) => {
    const isBad = JSON.stringify(body["messages"]).includes("cannot help");
    const reasoning = isBad ? "It does not answer the question." : "It answers the question.";
    sendOpenAI(response, [JSON.stringify({ reasoning, label: isBad ? "no" : "yes" })]);
  });
  const receiver = await startReceiver();
  // Milliseconds by which the service's clock is ahead, so that the test does not wait for delays.
  let skippedMs = 0;
  const ui = await openUi({
    server: { now: () => Date.now() + skippedMs },
    window: { viewport: { width: 1280, height: 800 }, colorScheme: "light" },
  });
  const { page, ingest, graphql } = ui;
  const link = (name: string): Locator => page.getByRole("link", { name, exact: true });
  const button = (name: string): Locator => page.getByRole("button", { name, exact: true });
  const field = (name: string): Locator => page.getByLabel(name, { exact: true });
  const dialog = page.getByRole("dialog");
  const picture = async (name: string, height?: number): Promise<void> => {
    await expectAccessible(page);
    await takePicture(page, `judge-${name}`, height);
  };
  /** Records answers of the application. By default, every fourth one is bad. */
  const answer = (prefix: string, isBad = (index: number): boolean => index % 4 === 0): Promise<void> =>
    ingest(
      Array.from({ length: answerCount }, (_, index) => {
        const question = questions[index % 3] ?? "";
        const text = isBad(index) ? "I cannot help you with that." : `See our page “${question}”`;
        return { id: `${prefix}-${index}`, type: "run", name: "support", input: { question }, output: { text } };
      }),
    );
  const judgedCount = async (): Promise<number> => {
    const { evaluationRules } = (await graphql("{ evaluationRules { days { judged } } }")) as {
      evaluationRules: readonly { readonly days: readonly { readonly judged: number }[] }[];
    };
    return evaluationRules.flatMap(({ days }) => days).reduce((sum, { judged }) => sum + judged, 0);
  };

  await page.getByText("No threads yet").waitFor();
  await answer("first");

  await link("Evaluators").click();
  await link("New evaluator").click();
  await link("Model connections").click();
  await button("Add connection").click();
  await dialog.getByLabel("Name", { exact: true }).fill("Local");
  await choose(dialog.getByLabel("API", { exact: true }), "OpenAI-compatible");
  await dialog.getByLabel("Base URL", { exact: true }).fill(`${provider.origin}/v1`);
  await dialog.getByLabel("Allowed models", { exact: true }).fill("tiny");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  await link("Evaluators").click();
  await link("New evaluator").click();
  await field("Name").fill("Answers the question");
  await page.getByRole("button", { name: /^Closed question/ }).click();
  await expect.poll(() => field("Model").innerText()).toBe("tiny");
  expect(await field("Score name").inputValue()).toBe("closedQuestion");
  await field("Score name").fill("answered");
  await expectAccessible(page);
  await button("Create evaluator").click();
  await page.getByRole("tab", { name: "Agreement", exact: true }).click();
  await page.getByText("40 more records of the last 90 days need a human label").waitFor();

  await link("Create rule").click();
  await field("Name").fill("Support answers");
  await page.getByLabel("Search input and output").fill("name:support");
  await page.getByLabel("Search input and output").press("Enter");
  await choose(field("Mode"), "On");
  await page
    .getByText(
      "In the last 24 hours, 120 of 120 targets matched. The rule would have judged 120 of them. The cost is unknown, because the evaluator's model has no price.",
    )
    .waitFor();
  await picture("rule");
  await button("Create rule").click();
  await button("Judge past targets").click();
  await button("Start backfill").click();
  // The progress updates without a reload.
  const today = page.getByRole("region", { name: "By day" }).getByRole("row", { name: / 120 0 0/ });
  await today.waitFor({ timeout: 120_000 });

  await link("Evaluators").click();
  await link("Answers the question").click();
  await page.getByRole("tab", { name: "Agreement", exact: true }).click();
  const next = page.getByRole("region", { name: "Records to label next" });
  const labelButton = (records: { readonly hasText?: string; readonly hasNotText?: string }, label: string): Locator =>
    next
      .getByRole("listitem")
      .filter(records)
      .getByRole("button", { name: `Label support as ${label}`, exact: true });
  const measured = page.getByRole("status").getByText("Measured", { exact: true });
  let labelCount = 0;
  while (!(await measured.isVisible())) {
    expect(labelCount).toBeLessThan(60);
    // The list may reload at any time, so one locator both finds and clicks the button.
    await labelButton({ hasText: "cannot help" }, "no")
      .or(labelButton({ hasNotText: "cannot help" }, "yes"))
      .first()
      .click();
    labelCount += 1;
    await page.getByText(`${labelCount} of 120`).waitFor();
  }
  await page.getByText("Evaluator and people agree on all labeled records.").waitFor();
  await picture("agreement", 1_150);

  await link("Alerts").click();
  await link("Channels").click();
  await button("New channel").click();
  await dialog.getByLabel("Name", { exact: true }).fill("On call");
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialog.getByRole("button", { name: "Create channel", exact: true }).click();
  await dialog.getByText(/^whsec_/).waitFor();
  await dialog.getByRole("button", { name: "Done", exact: true }).click();

  // An alert's period ends with the last full minute.
  skippedMs += 60_000;
  await link("Alerts").first().click();
  await link("New alert").click();
  await field("Name").fill("Unanswered questions");
  await choose(field("Metric"), "Average score");
  await page.getByRole("searchbox").fill("name:answered type:AI");
  await page.getByRole("searchbox").press("Enter");
  await choose(field("Condition"), "Below");
  await field("Threshold").fill("0.6");
  await page
    .getByRole("checkbox", { name: "Fire only if the judge has enough recent human labels", exact: true })
    .check();
  await page.getByRole("checkbox", { name: "On call", exact: true }).check();
  await page.getByText(/^The alert would not have fired\. Last hour: 0\.\d+\.$/).waitFor();
  await picture("alert", 950);
  await button("Create alert").click();
  await page.getByRole("heading", { name: "Unanswered questions", level: 1 }).waitFor();
  await page.getByText("OK", { exact: true }).waitFor();
  await page.getByText("0.75", { exact: true }).waitFor();

  await answer("broken", () => true);
  // Skips the `quietSeconds` of the rule, for which it waits for more records.
  skippedMs += 10_000;
  await expect.poll(judgedCount, { timeout: 120_000 }).toBe(2 * answerCount);
  // Skips the rest of the minute in which the scores are stored, and the interval between evaluations of an alert.
  skippedMs += 140_000;
  const changes = () => receiver.bodies.filter(({ type }) => type === "alert.changed");
  await expect.poll(() => changes().length, { timeout: 120_000 }).toBe(1);
  expect(changes()).toMatchObject([
    { title: "Alert firing: Unanswered questions", data: { state: "FIRING", previousState: "OK" } },
  ]);
  await page.getByRole("region", { name: "History" }).getByText("Firing", { exact: true }).waitFor();
  await expectAccessible(page);

  await link("Alerts").first().click();
  await page.getByRole("row", { name: /^Unanswered questions Firing/ }).waitFor();
  await link("Channels").click();
  await link("On call").click();
  await page.getByRole("region", { name: "Deliveries" }).getByText("Delivered", { exact: true }).waitFor();
  await expectAccessible(page);
}, 600_000);
