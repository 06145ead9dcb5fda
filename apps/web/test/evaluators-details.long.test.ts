import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedEvaluator } from "./seed-evaluator.ts";

test("code and a built-in scorer are edited, and an evaluator is archived and deleted", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await graphql('mutation { ingestStep(id: "s", type: run, name: "answer", output: "Paris") { ok } }');
  await goto(`/projects/${projectId}/evaluators/new`);
  await page.getByText("A judge needs a model connection.").waitFor();
  await page.getByLabel("Name", { exact: true }).fill("Length");
  await page.getByLabel("Score name").fill("length");
  await choose(page.getByLabel("Kind", { exact: true }), "Code");
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("export default (");
  await page.getByRole("button", { name: "Create evaluator" }).click();
  await page.getByText("The code has a syntax error").waitFor();
  await code.fill("export default ({ output }: { output: string }) => ({ value: output.length });");
  await page.locator("[data-token=keyword]", { hasText: "export" }).waitFor();
  await page.getByRole("checkbox", { name: /answer/ }).check();
  await page.getByRole("button", { name: "Run test" }).click();
  await page.getByRole("region", { name: "Results" }).getByRole("listitem").getByText("5", { exact: true }).waitFor();
  await expectAccessible(page);

  await choose(page.getByLabel("Kind", { exact: true }), "Built-in scorer");
  await choose(page.getByLabel("Scorer", { exact: true }), "Contains texts");
  await page.getByLabel("Texts", { exact: true }).fill('["Paris"]');
  await choose(page.getByLabel("Ignore case", { exact: true }), "Yes");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Create evaluator" }).click();
  await page.getByRole("heading", { name: "Version 1", exact: true }).waitFor();
  expect(await graphql("{ evaluators { latestVersion { builtIn { scorer options } } } }")).toEqual({
    evaluators: [
      { latestVersion: { builtIn: { scorer: "contains", options: { texts: ["Paris"], ignoreCase: true } } } },
    ],
  });

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Archive" }).click();
  await page.getByText("Archived", { exact: true }).waitFor();
  await page.getByRole("link", { name: "Evaluators" }).last().click();
  await page.getByText("No evaluators yet").waitFor();
  await page.getByRole("button", { name: "Show archived" }).click();
  await page.getByRole("link", { name: "Length" }).click();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No evaluators yet").waitFor();
});

test("on a phone, choosing a template moves to the form below the templates", async () => {
  const { page, goto, projectId } = await openUi({ path: null, window: { viewport: { width: 390, height: 844 } } });
  await goto(`/projects/${projectId}/evaluators/new`);
  const form = page.getByRole("region", { name: "Name and purpose" });
  const top = async () => (await form.boundingBox())?.y ?? Number.NaN;
  await form.waitFor();
  // The templates above the form load on demand.
  await expect.poll(top).toBeGreaterThan(844);
  await page.getByRole("button", { name: /^Relevance/ }).click();
  await expect.poll(top).toBeLessThan(422);
  expect(await form.evaluate((section) => section === document.activeElement)).toBe(true);
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Relevance");
  await expectAccessible(page);
});

test("a test without a score name asks for it at its field", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/evaluators/new`);
  await page.getByRole("button", { name: "Run test" }).click();
  await page.getByText("Enter a name.").waitFor();
  const scoreName = page.getByLabel("Score name");
  await expectFocus(scoreName);
  expect(await scoreName.getAttribute("aria-invalid")).toBe("true");
  await scoreName.fill("polite");
  await page.getByText("Enter a name.").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Run test" }).click();
  await page.getByText("Select at least one record.").waitFor();
});

test("in a low window of a computer, the focus stays on the chosen kind", async () => {
  const { page, goto, projectId } = await openUi({ path: null, window: { viewport: { width: 1280, height: 400 } } });
  await goto(`/projects/${projectId}/evaluators/new`);
  const form = page.getByRole("region", { name: "Name and purpose" });
  await form.waitFor();
  expect((await form.boundingBox())?.y).toBeGreaterThan(400);
  const kind = page.getByRole("button", { name: /^Code / });
  await kind.press("Enter");
  await page.getByRole("button", { name: /^Code /, pressed: true }).waitFor();
  expect(await kind.evaluate((button) => button === document.activeElement)).toBe(true);
});

test("a definition that another user changed meanwhile keeps its draft, and is saved only on a second click", async () => {
  const ui = await openUi({ path: null });
  const { page, goto, projectId, graphql } = ui;
  const id = await seedEvaluator(ui);
  await goto(`/projects/${projectId}/evaluators/${id}`);
  await page.getByRole("heading", { name: "Version 2", exact: true }).waitFor();
  const code = page.getByLabel("Code", { exact: true });
  await code.fill("export default () => ({ value: 0 });");
  const version = { kind: "CODE", target: "STEP", scoreName: "paris", code: { source: "export default () => 1;" } };
  await graphql(
    "mutation ($id: String!, $version: EvaluatorVersionInput!) { createEvaluatorVersion(evaluatorId: $id, version: $version) { id } }",
    { id, version },
  );
  await page.getByRole("button", { name: "Save as new version", exact: true }).click();
  await page
    .getByText("Version 3 was saved while you were editing. Your draft does not include its changes.")
    .waitFor();
  await page.getByRole("link", { name: /^v3 Latest/ }).waitFor();
  expect(await page.getByRole("heading", { name: "Version 2", exact: true }).count()).toBe(1);
  expect(await code.inputValue()).toBe("export default () => ({ value: 0 });");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save anyway", exact: true }).click();
  await page.getByRole("heading", { name: "Version 4", exact: true }).waitFor();
});

test("messages are test records only if there are no other steps", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null });
  await ingest([{ id: "hello", type: "user_message", name: "Ada", output: "Hello" }]);
  await goto(`/projects/${projectId}/evaluators/new`);
  await page.getByRole("checkbox", { name: /Ada.*Hello/ }).waitFor();
  await expectAccessible(page);
  await ingest([{ id: "answer", type: "run", name: "answer", input: "Hello", output: "Hi" }]);
  await page.reload();
  await page.getByRole("checkbox", { name: /answer · Hello/ }).waitFor();
  expect(await page.getByRole("checkbox", { name: /Ada/ }).count()).toBe(0);
});
