import type { Locator } from "playwright-core";
import { describe, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedReviewQueue } from "./seed-review-queue.ts";

const openPage = (locale: string) => openUi({ path: null, window: { locale } });

/** Expects an error at a field, and the focus in it. */
async function expectError(field: Locator, text: string): Promise<void> {
  await expectSoon(() =>
    field.evaluate((input) => {
      const ids = input.getAttribute("aria-describedby")?.split(" ") ?? [];
      return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
    }),
  ).toBe(text);
  await expectFocus(field);
}

// Each error is a refusal of the service.
describe.each(["en-US", "de-DE"] as const)("in the language %s, an error of the service is at its field:", (locale) => {
  const say = (english: string, german: string): string => (locale === "en-US" ? english : german);
  const taken = say("This name is taken. Choose another one.", "Dieser Name ist vergeben. Wähle einen anderen.");
  const tooLong = say(
    "This text is too long: at most 255 characters are allowed.",
    "Dieser Text ist zu lang: höchstens 255 Zeichen sind erlaubt.",
  );
  const saveName = say("Save", "Speichern");

  test("model prices", async () => {
    const { page, goto, projectId } = await openPage(locale);
    await goto(`/projects/${projectId}/model-prices`);
    await page.getByRole("button", { name: say("New price", "Neuer Preis"), exact: true }).click();
    const field = (english: string, german: string) => page.getByLabel(say(english, german), { exact: true });
    const save = page.getByRole("button", { name: saveName, exact: true });
    await field("Pattern", "Muster").fill("(");
    await field("Input", "Eingabe").fill("1");
    await field("Output", "Ausgabe").fill("2");
    await save.click();
    const pattern = say(
      "Enter a valid regular expression in RE2 syntax.",
      "Gib einen gültigen regulären Ausdruck in RE2-Syntax ein.",
    );
    await expectError(field("Pattern", "Muster"), pattern);
    await expectAccessible(page);
    await field("Pattern", "Muster").fill("a{999}{9}");
    await field("Valid from", "Gültig ab").fill("2026-02-01");
    await field("Valid until (exclusive)", "Gültig bis (ausschließlich)").fill("2026-01-01");
    await save.click();
    const end = say("The end must be after the start.", "Das Ende muss nach dem Anfang liegen.");
    await expectError(field("Valid until (exclusive)", "Gültig bis (ausschließlich)"), end);
    await field("Valid until (exclusive)", "Gültig bis (ausschließlich)").fill("");
    await field("Pattern", "Muster").fill("a");
    await field("Input", "Eingabe").fill("1000000001");
    await save.click();
    await expectSoon(() => field("Input", "Eingabe").getAttribute("aria-invalid")).toBe("true");
    await expectFocus(field("Input", "Eingabe"));
  });

  test("score schemas", async () => {
    const { page, goto, projectId, graphql } = await openPage(locale);
    const categories = [{ label: "yes", value: 1 }];
    await graphql("mutation ($schema: ScoreSchemaInput!) { createScoreSchema(schema: $schema) { id } }", {
      schema: { name: "right", type: "CATEGORICAL", categories },
    });
    await goto(`/projects/${projectId}/score-schemas`);
    await page.getByRole("button", { name: say("New schema", "Neues Schema"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel("Name", { exact: true });
    const save = dialog.getByRole("button", { name: saveName, exact: true });
    await save.click();
    await expectError(name, say("This field must not be empty.", "Dieses Feld darf nicht leer sein."));
    await name.fill("right");
    await save.click();
    await expectError(name, taken);
    await name.fill("other");
    const second = dialog.getByLabel(say("Label of category 2", "Label der Kategorie 2"), { exact: true });
    await second.fill("yes");
    await save.click();
    await expectError(second, say("Another category has this label.", "Eine andere Kategorie hat dieses Label."));
    await expectAccessible(page);
  });

  test("dashboards", async () => {
    const { page, goto, projectId, graphql } = await openPage(locale);
    await graphql('mutation { createDashboard(dashboard: { name: "Costs" }) { id } }');
    await goto(`/projects/${projectId}/dashboard/list`);
    await page.getByRole("button", { name: say("New dashboard", "Neues Dashboard"), exact: true }).click();
    const dialog = page.getByRole("dialog");
    const name = dialog.getByLabel("Name", { exact: true });
    await name.fill("n".repeat(256));
    await dialog.getByRole("button", { name: say("Create", "Erstellen"), exact: true }).click();
    await expectError(name, tooLong);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Costs", exact: true }).click();
    await page.getByRole("button", { name: say("Actions: Costs", "Aktionen: Costs"), exact: true }).click();
    await page.getByRole("menuitem", { name: say("Rename", "Umbenennen"), exact: true }).click();
    await name.fill("n".repeat(256));
    await dialog.getByRole("button", { name: saveName, exact: true }).click();
    await expectError(name, tooLong);
    await page.getByRole("heading", { name: "Costs", exact: true, includeHidden: true }).waitFor({ state: "attached" });
    await name.fill("Prices");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Prices", exact: true }).waitFor();
  });

  test("review queues", async () => {
    const { page, goto, projectId, graphql } = await openPage(locale);
    await seedReviewQueue({ graphql }, []);
    await goto(`/projects/${projectId}/review-queues/new`);
    const name = page.getByLabel("Name", { exact: true });
    const create = page.getByRole("button", { name: say("Create queue", "Prüfliste erstellen"), exact: true });
    await name.fill("Answers to check");
    await create.click();
    await expectError(name, taken);
    await name.fill("Other answers");
    const reviews = page.getByLabel(say("Reviews per item", "Prüfungen je Eintrag"), { exact: true });
    await reviews.fill("11");
    await create.click();
    await expectError(reviews, say("Enter at most 10.", "Gib höchstens 10 ein."));
    await expectAccessible(page);
  });

  test("evaluation rules", async () => {
    const { page, goto, projectId, graphql } = await openPage(locale);
    const { createEvaluator } = (await graphql(`
      mutation {
        createEvaluator(
          evaluator: { name: "Names Paris" }
          version: {
            kind: BUILT_IN
            target: STEP
            scoreName: "names-paris"
            builtIn: { scorer: "contains", options: { texts: ["Paris"] } }
          }
        ) {
          latestVersion {
            id
          }
        }
      }
    `)) as { createEvaluator: { latestVersion: { id: string } } };
    await graphql("mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }", {
      rule: { name: "Answers", evaluatorVersionId: createEvaluator.latestVersion.id },
    });
    await goto(`/projects/${projectId}/evaluation-rules/new`);
    const name = page.getByLabel("Name", { exact: true });
    const create = page.getByRole("button", { name: say("Create rule", "Regel erstellen"), exact: true });
    await name.fill("Answers");
    await create.click();
    await expectError(name, taken);
    await name.fill("Other answers");
    const share = page.getByLabel(say("Sample rate", "Stichprobenrate"), { exact: true });
    await share.fill("120");
    await create.click();
    await expectError(share, say("Enter a percentage from 0 to 100.", "Gib einen Prozentsatz von 0 bis 100 ein."));
    await expectAccessible(page);
  });

  test("alerts, also in the section of advanced fields", async () => {
    const { page, goto, projectId, graphql } = await openPage(locale);
    await graphql(
      'mutation { createAlert(alert: { name: "Errors", metric: errorCount, kind: ABOVE, threshold: 9, period: HOUR }) { id } }',
    );
    await goto(`/projects/${projectId}/alerts/new`);
    const name = page.getByLabel("Name", { exact: true });
    const create = page.getByRole("button", { name: say("Create alert", "Alarm erstellen"), exact: true });
    await name.fill("Errors");
    await page.getByLabel(say("Threshold", "Schwelle"), { exact: true }).fill("5");
    await create.click();
    await expectError(name, taken);
    await name.fill("More errors");
    const recovery = page.getByLabel(say("Recovery value", "Erholungswert"), { exact: true });
    await recovery.fill("6");
    await create.click();
    await expectError(recovery, say("Enter at most the threshold.", "Gib höchstens die Schwelle ein."));
    await expectAccessible(page);
    await recovery.fill("");
    await choose(page.getByLabel(say("Period", "Zeitraum"), { exact: true }), say("Today (UTC)", "Heute (UTC)"));
    const advanced = page.getByText(say("Advanced", "Erweitert"), { exact: true });
    if (!(await recovery.isVisible())) await advanced.click();
    await recovery.fill("6");
    await advanced.click();
    await recovery.waitFor({ state: "hidden" });
    await create.click();
    await expectError(recovery, say("Enter at most the threshold.", "Gib höchstens die Schwelle ein."));
  });
});
