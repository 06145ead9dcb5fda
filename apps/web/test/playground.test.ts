import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import {
  endOpenAI,
  openAIChunk,
  sendOpenAI,
  startModelServer,
  startStream,
} from "../../../packages/server/test/models/model-server.ts";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectFocus, expectFocusWithin } from "./browser/expect-focus.ts";
import { openUi } from "./browser/open-ui.ts";
import { addConnection } from "./add-connection.ts";
import { seedPrompts } from "./seed-prompts.ts";

test("a prompt runs with two models side by side, is stopped, compared, shared, and saved as a version", async () => {
  const provider = await startModelServer();
  const ui = await openUi({
    path: null,
    seed: seedPrompts,
    window: { permissions: ["clipboard-read", "clipboard-write"] },
  });
  const { page, goto, projectId, graphql } = ui;
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await page.getByText("This project has no model connection yet").waitFor();
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o", "gpt-4o-mini"] });
  await page.reload();

  await page.getByLabel("country", { exact: true }).fill("Chad");
  const first = page.getByRole("region", { name: "Column 1" });
  const response = first.getByRole("region", { name: "Response" });
  const rest = Promise.withResolvers<void>();
  provider.reply((answer) => {
    startStream(answer);
    answer.write(openAIChunk({ role: "assistant", content: "The capital is " }));
    void rest.promise.then(() => answer.end());
  });
  await first.getByRole("button", { name: "Run column 1" }).click();
  await response.getByText("The capital is").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Stop all" }).click();
  await response.getByText("Stopped").waitFor();
  rest.resolve();
  expect(provider.requests.at(-1)?.body["messages"]).toEqual([
    { role: "system", content: "You know geography.\nAnswer with the city alone, in English." },
    { role: "user", content: "What is the capital of Chad?" },
  ]);

  await page.getByRole("button", { name: "Add column" }).click();
  const second = page.getByRole("region", { name: "Column 2" });
  await choose(second.getByLabel("Model", { exact: true }), "gpt-4o");
  const goOn = Promise.withResolvers<void>();
  provider.reply((answer, { body }) => {
    startStream(answer);
    answer.write(openAIChunk({ role: "assistant", content: "It is **N'Djamena**" }));
    if (body["model"] === "gpt-4o") answer.once("close", goOn.resolve);
    else void goOn.promise.then(() => endOpenAI(answer));
  });
  await page.getByRole("button", { name: "Run all" }).click();
  await second.locator("strong", { hasText: "N'Djamena" }).waitFor();
  await second.getByRole("button", { name: "Stop column 2" }).click();
  await second.getByText("Stopped").waitFor();
  await response.getByText("Done").waitFor(); // the provider completes this call once the other one is canceled
  await response.getByRole("button", { name: "Raw text" }).click();
  await response.getByText("It is **N'Djamena**").waitFor();
  await response.getByRole("button", { name: "Raw text" }).click();

  provider.reply((answer, { body }) =>
    sendOpenAI(answer, ["The capital ", body["model"] === "gpt-4o" ? "is Ndjamena." : "is N'Djamena."]),
  );
  await page.getByRole("button", { name: "Run all" }).click();
  await response.getByText("The capital is N'Djamena.").waitFor();
  await second.getByText("The capital is Ndjamena.").waitFor();
  await expect
    .poll(() => response.locator("dl").textContent())
    .toMatch(/Input tokens1,000.*Output tokens500.*Cost\$.*Latency/);
  await page.getByRole("button", { name: "Show differences" }).click();
  await second.locator("ins", { hasText: "Ndjamena" }).waitFor();
  await second.locator("del", { hasText: "N'Djamena" }).waitFor();
  await expectAccessible(page);

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  const history = page.getByRole("dialog", { name: "History" });
  await history.getByRole("row", { name: /What is the capital of Chad\?.*The capital is Ndjamena\./ }).waitFor();
  await expectAccessible(page);
  await history
    .getByRole("row", { name: /The capital is Ndjamena\./ })
    .getByRole("button", { name: "Add as column" })
    .click();
  const third = page.getByRole("region", { name: "Column 3" });
  await third
    .getByLabel("Model", { exact: true })
    .filter({ hasText: /^gpt-4o$/ })
    .waitFor();
  expect(await third.getByLabel("Content of message 2").inputValue()).toBe("What is the capital of Chad?");
  await third.getByRole("button", { name: "Remove column 3" }).click();

  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  await page.getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto("about:blank");
  await page.goto(link);
  await second
    .getByLabel("Model", { exact: true })
    .filter({ hasText: /^gpt-4o$/ })
    .waitFor();
  expect(await page.getByLabel("country", { exact: true }).inputValue()).toBe("Chad");

  await second.getByLabel("Content of message 1").fill("Answer in {{language}}.");
  await page.getByRole("button", { name: "Save column 2 as a prompt version" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("region", { name: "Changes since version 1" }).getByText("Answer in {{language}}.").waitFor();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save as new version" }).click();
  await page.getByRole("heading", { name: "Version 3", exact: true }).waitFor();
  const read = '{ promptVersion(name: "capital-finder", version: 3) { templateMessages settings } }';
  expect(await graphql(read)).toMatchObject({
    promptVersion: {
      templateMessages: [{ content: "Answer in {{language}}." }, { content: "What is the capital of {{country}}?" }],
      settings: { provider: "openai", model: "gpt-4o", temperature: 0 },
    },
  });
});

test("a draft survives leaving, going back and a reload, and is not sent", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  const second = page.getByLabel("Content of message 2");
  const kept = page.getByRole("status").getByText("Draft, kept in this tab");
  await goto(`/projects/${projectId}/playground`);
  const sent: string[] = [];
  page.on("request", (request) => sent.push(request.url() + (request.postData() ?? "")));
  await second.fill("Not run yet");
  // Leaves at once, before the draft is stored in the background.
  await page.getByRole("link", { name: "Datasets" }).click();
  await page.getByRole("heading", { name: "Datasets", exact: true }).waitFor();
  await page.goBack();
  await expect.poll(() => second.inputValue()).toBe("Not run yet");
  await kept.waitFor();
  await expectAccessible(page);
  await second.fill("Not run, and reloaded");
  await page.reload();
  await expect.poll(() => second.inputValue()).toBe("Not run, and reloaded");
  expect(sent.filter((text) => text.includes("Not run"))).toEqual([]);
});

test("drafts of the tab are listed, opened and discarded, and responses survive a reload", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null, seed: seedPrompts });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o", "gpt-4o-mini"] });
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await page.getByLabel("country", { exact: true }).fill("Chad");
  await page.getByRole("button", { name: "Add column" }).click();
  const model = page.getByRole("region", { name: "Column 2" }).getByLabel("Model", { exact: true });
  await choose(model, "gpt-4o");
  provider.reply((answer, { body }) =>
    body["model"] === "gpt-4o" ? answer.writeHead(400).end("{}") : sendOpenAI(answer, ["It is N'Djamena."]),
  );
  provider.reply((answer, { body }) =>
    body["model"] === "gpt-4o" ? answer.writeHead(400).end("{}") : sendOpenAI(answer, ["It is N'Djamena."]),
  );
  await page.getByRole("button", { name: "Run all" }).click();
  const answer = page.getByText("It is N'Djamena.", { exact: true });
  const failed = page.getByRole("region", { name: "Response" }).filter({ hasText: "Failed" });
  await answer.waitFor();
  await failed.waitFor();
  expect(await failed.locator("dl").innerText()).toMatch(/Cost\s+–/);
  await page.reload();
  await answer.waitFor();
  await failed.waitFor();

  await page.getByRole("link", { name: "Datasets", exact: true }).click();
  await page.getByRole("link", { name: "Playground", exact: true }).click();
  const start = page.getByRole("region", { name: "Start", exact: true });
  const listed = start.getByRole("listitem").filter({ hasText: "version 1 · 2 columns" });
  await listed.waitFor();
  await expectAccessible(page);
  await listed.getByRole("link", { name: "capital-finder", exact: true }).click();
  await answer.waitFor();
  expect(await page.getByLabel("country", { exact: true }).inputValue()).toBe("Chad");
  await page.goBack();
  await listed.getByRole("button", { name: "Discard the draft of capital-finder" }).click();
  await listed.waitFor({ state: "detached" });
  await page.getByText("Draft of capital-finder discarded").waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await listed.getByRole("link", { name: "capital-finder", exact: true }).click();
  await answer.waitFor();
  await page.goBack();
  await listed.getByRole("button", { name: "Discard the draft of capital-finder" }).click();
  await listed.waitFor({ state: "detached" });
  await page.reload();
  await start.getByRole("link", { name: "capital-finder", exact: true }).waitFor();
  expect(await listed.count()).toBe(0);
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await page.getByLabel("country", { exact: true }).waitFor();
  expect(await answer.count()).toBe(0);
});

test("a draft of a link is opened with its responses", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o"] });
  const link = await fragmentOf(page, {
    columns: [{ messages: [{ role: "user", content: "From a link" }] }],
    values: {},
  });
  const first = page.getByLabel("Content of message 1");
  await page.evaluate((fragment) => location.assign(`#state=${fragment}`), link);
  await expect.poll(() => first.inputValue()).toBe("From a link");
  await first.fill("From a link, changed");
  provider.reply((answer) => sendOpenAI(answer, ["It is N'Djamena."]));
  await page.getByRole("button", { name: "Run all" }).click();
  const answer = page.getByText("It is N'Djamena.", { exact: true });
  await answer.waitFor();
  await page.getByRole("status").getByText("Draft, kept in this tab").waitFor();
  await goto(`/projects/${projectId}/playground`);
  await page.getByRole("button", { name: "Content of a link", exact: true }).click();
  await expect.poll(() => first.inputValue()).toBe("From a link, changed");
  await answer.waitFor();
  await page.reload();
  await expect.poll(() => first.inputValue()).toBe("From a link, changed");
  await answer.waitFor();
});

test("each tab has its own draft", async () => {
  const { page, context, goto, projectId, url } = await openUi({ path: null });
  const other = await context.newPage();
  const fieldOf = (tab: typeof page) => tab.getByLabel("Content of message 2");
  const noteOf = (tab: typeof page) => tab.getByRole("status").getByText("Draft, kept in this tab");
  await goto(`/projects/${projectId}/playground`);
  await fieldOf(page).fill("First idea");
  await noteOf(page).waitFor();
  await other.goto(`${url}/projects/${projectId}/playground`);
  expect(await fieldOf(other).inputValue()).toBe("");
  await fieldOf(other).fill("Second idea");
  await noteOf(other).waitFor();
  await page.reload();
  await expect.poll(() => fieldOf(page).inputValue()).toBe("First idea");
  await other.getByRole("button", { name: "Discard draft" }).click();
  await expect.poll(() => fieldOf(other).inputValue()).toBe("");
  await page.reload();
  await expect.poll(() => fieldOf(page).inputValue()).toBe("First idea");
});

test("each prompt version has its own draft, which is discarded with an undo", async () => {
  const { page, goto, projectId } = await openUi({ path: null, seed: seedPrompts });
  const second = page.getByLabel("Content of message 2");
  const kept = page.getByRole("status").getByText("Draft, kept in this tab");
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await expect.poll(() => second.inputValue()).toBe("What is the capital of {{country}}?");
  expect(await kept.count()).toBe(0);
  await second.fill("The capital of {{country}}, please");
  await page.getByLabel("country", { exact: true }).fill("Chad");
  await page.getByText("Tools (0)").click();
  await page.getByRole("button", { name: "Add tool" }).click();
  const tool = page.getByRole("group", { name: "Tool 1" });
  await tool.getByText("Enter a name").waitFor();
  await page.reload();
  await expect.poll(() => second.inputValue()).toBe("The capital of {{country}}, please");
  expect(await page.getByLabel("country", { exact: true }).inputValue()).toBe("Chad");
  await page.getByText("Tools (1)").waitFor();
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=0`);
  await second.waitFor();
  expect(await kept.count()).toBe(0);
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await page.getByRole("button", { name: "Discard draft" }).click();
  await expect.poll(() => second.inputValue()).toBe("What is the capital of {{country}}?");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await expect.poll(() => second.inputValue()).toBe("The capital of {{country}}, please");
  await page.getByRole("button", { name: "Discard draft" }).click();
  await kept.waitFor({ state: "detached" });
  await page.reload();
  await expect.poll(() => second.inputValue()).toBe("What is the capital of {{country}}?");
});

test("discarding a draft keeps the responses, and its undo stays until the next change", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null, seed: seedPrompts });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o"] });
  await page.reload();
  const message = page.getByLabel("Content of message 2");
  const note = page.getByRole("status").filter({ hasText: "Draft" });
  const discard = page.getByRole("button", { name: "Discard draft" });
  await message.fill("Name the capital of Chad");
  provider.reply((answer) => sendOpenAI(answer, ["N'Djamena."]));
  await page.getByRole("button", { name: "Run column 1" }).click();
  await page.getByText("N'Djamena.").waitFor();
  await discard.press("Enter");
  await expect.poll(() => message.inputValue()).toBe("What is the capital of {{country}}?");
  expect(await note.innerText()).toBe("Draft discarded");
  expect(await page.getByText("N'Djamena.").count()).toBe(1);
  const undo = page.getByRole("button", { name: "Undo", exact: true });
  await expectFocus(undo);
  await expectAccessible(page);
  await undo.press("Enter");
  await expect.poll(() => message.inputValue()).toBe("Name the capital of Chad");
  await expectFocus(discard);
  await page.reload();
  await expect.poll(() => message.inputValue()).toBe("Name the capital of Chad");

  // After another change, there is nothing to undo. Without changes, there is no draft.
  await discard.click();
  const country = page.getByLabel("country", { exact: true });
  await country.fill("Chad");
  await discard.waitFor();
  expect(await undo.count()).toBe(0);
  await country.fill("");
  await discard.waitFor({ state: "detached" });
  expect(await undo.count()).toBe(0);

  // An added column has no response, whatever columns were removed.
  await country.fill("Chad");
  await page.getByRole("button", { name: "Add column" }).click();
  const second = page.getByRole("region", { name: "Column 2" });
  await second.getByRole("button", { name: "Run column 2" }).click();
  await second.getByText("N'Djamena.").waitFor();
  await second.getByRole("button", { name: "Run column 2" }).waitFor();
  await second.getByRole("button", { name: "Remove column 2" }).click();
  await second.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Add column" }).click();
  await second.getByRole("button", { name: "Run column 2" }).waitFor();
  expect(await second.getByRole("region", { name: "Response" }).count()).toBe(0);
});

test("saving the only column ends its draft, and saving one of several keeps the others", async () => {
  const { page, goto, projectId } = await openUi({ path: null, seed: seedPrompts });
  const first = page.getByRole("region", { name: "Column 1" });
  const second = page.getByRole("region", { name: "Column 2" });
  const kept = page.getByRole("status").getByText("Draft, kept in this tab");
  const save = async (number: number, version: number): Promise<void> => {
    await page.getByRole("button", { name: `Save column ${number} as a prompt version` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Save as new version" }).click();
    await page.getByRole("heading", { name: `Version ${version}` }).waitFor();
    await page.goBack();
  };
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await first.getByLabel("Content of message 2").fill("Only");
  await kept.waitFor();
  await save(1, 3);
  await expect
    .poll(() => first.getByLabel("Content of message 2").inputValue())
    .toBe("What is the capital of {{country}}?");
  expect(await kept.count()).toBe(0);
  await page.getByRole("button", { name: "Add column" }).click();
  await first.getByLabel("Content of message 2").fill("One");
  await second.getByLabel("Content of message 2").fill("Two");
  await save(2, 4);
  await kept.waitFor();
  expect(await first.getByLabel("Content of message 2").inputValue()).toBe("One");
  expect(await second.getByLabel("Content of message 2").inputValue()).toBe("Two");
  expect(await first.getByText("capital-finder v1").count()).toBe(1);
  expect(await second.getByText("capital-finder v4").count()).toBe(1);
});

test("a link shows its own content, whatever draft there is, and keeps the changes of one visit", async () => {
  const { page, goto, projectId, url } = await openUi({ path: null });
  const second = page.getByLabel("Content of message 2");
  const kept = page.getByRole("status").getByText("Draft, kept in this tab");
  await goto(`/projects/${projectId}/playground`);
  await second.fill("A draft");
  await kept.waitFor();
  const link = await fragmentOf(page, {
    columns: [{ messages: [{ role: "user", content: "From a link" }] }],
    values: {},
  });
  const first = page.getByLabel("Content of message 1");
  await page.goto("about:blank");
  await page.goto(`${url}/projects/${projectId}/playground#state=${link}`);
  await expect.poll(() => first.inputValue()).toBe("From a link");
  await first.fill("From a link, changed");
  await kept.waitFor();
  await page.reload();
  await expect.poll(() => first.inputValue()).toBe("From a link, changed");
  await page.goto("about:blank");
  await page.goto(`${url}/projects/${projectId}/playground#state=${link}`);
  await expect.poll(() => first.inputValue()).toBe("From a link");

  // The same for a link that is pasted into the address bar of an open playground.
  await goto(`/projects/${projectId}/playground`);
  await expect.poll(() => second.inputValue()).toBe("A draft");
  await page.evaluate((fragment) => location.assign(`#state=${fragment}`), link);
  await expect.poll(() => first.inputValue()).toBe("From a link");
  await first.fill("From a link, pasted and changed");
  await kept.waitFor();
  await page.reload();
  await expect.poll(() => first.inputValue()).toBe("From a link, pasted and changed");
  await page.goBack();
  await expect.poll(() => second.inputValue()).toBe("A draft");
  await page.goForward();
  await expect.poll(() => first.inputValue()).toBe("From a link, pasted and changed");
});

test("fields keep their state when a column is added, and tools are edited in fields", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null, seed: seedPrompts });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: ["gpt-4o", "gpt-4o-mini"] });
  await page.reload();
  const first = page.getByRole("region", { name: "Column 1" });
  const message = first.getByLabel("Content of message 2");
  await first.getByText("Tools (0)").click();
  await first.getByRole("button", { name: "Add tool" }).click();
  const tool = first.getByRole("group", { name: "Tool 1" });
  await tool.getByLabel("Name").fill("get weather");
  const invalid = first.getByRole("group", { name: "get weather" });
  await invalid.getByText("Use 1 to 64 letters, digits, _ or -").waitFor();
  await invalid.getByLabel("Name").fill("get_weather");
  const named = first.getByRole("group", { name: "get_weather" });
  await named.getByLabel("Parameters").fill("[1]");
  await named.getByText("Must be a JSON object").waitFor();
  await first.getByText("Fix the highlighted fields").waitFor();
  await expectAccessible(page);
  await named.getByLabel("Parameters").fill('{ "type": "object", "properties": { "city": { "type": "string" } } }');
  await named.getByLabel("Description").fill("Current weather");
  await message.press("End");
  await message.press("!");
  await message.evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(2, 4));
  await page.getByRole("button", { name: "Add column" }).click();
  await page.getByRole("region", { name: "Column 2" }).waitFor();
  expect(
    await message.evaluate((field: HTMLTextAreaElement) => [field.selectionStart, field.selectionEnd, field.value]),
  ).toEqual([2, 4, "What is the capital of {{country}}?!"]);
  // The undo history of the field is still there, and so are the open parts of the column.
  await message.focus();
  await message.press("Control+z");
  await expect.poll(() => message.inputValue()).toBe("What is the capital of {{country}}?");
  expect(await named.getByLabel("Description").isVisible()).toBe(true);
  // With several columns, the model and the response are above the messages, also for the keyboard.
  await first.getByLabel("Model", { exact: true }).focus();
  await page.keyboard.press("Tab");
  await expectFocus(first.getByRole("button", { name: "Run column 1" }));
  await first.getByRole("button", { name: "Edit as JSON" }).press("Enter");
  await expectFocus(first.getByRole("button", { name: "Edit as fields" }));
  expect(JSON.parse(await first.getByLabel("Tools", { exact: true }).inputValue())).toEqual([
    {
      type: "function",
      function: {
        name: "get_weather",
        description: "Current weather",
        parameters: { type: "object", properties: { city: { type: "string" } } },
      },
    },
  ]);
  await first.getByRole("button", { name: "Edit as fields" }).press("Enter");
  await expectFocus(first.getByRole("button", { name: "Edit as JSON" }));
  await page.getByLabel("country", { exact: true }).fill("Chad");
  provider.reply((answer) => sendOpenAI(answer, ["Sunny."]));
  await first.getByRole("button", { name: "Run column 1" }).click();
  await first.getByText("Sunny.").waitFor();
  expect(provider.requests.at(-1)?.body["tools"]).toMatchObject([
    { function: { name: "get_weather", description: "Current weather" } },
  ]);
  // The mocked result of a tool stays with it while the name is that of another tool.
  await named.getByLabel("Result of get_weather").fill("Sunny");
  await first.getByRole("button", { name: "Add tool" }).click();
  const added = first
    .getByRole("group")
    .filter({ has: page.getByLabel("Remove tool 2") })
    .last();
  await added.getByLabel("Name").fill("get_weathe");
  await added.getByLabel("Result of").fill("Rainy");
  await added.getByLabel("Name").press("End");
  await added.getByLabel("Name").pressSequentially("r_now");
  expect(await added.getByLabel("Result of get_weather_now").inputValue()).toBe("Rainy");
  expect(await first.getByLabel("Result of get_weather", { exact: true }).inputValue()).toBe("Sunny");
  await added.getByLabel("Name").fill("get.weather");
  await first.getByRole("button", { name: "Edit as JSON" }).click();
  await first.getByText("get.weather, Name: Use 1 to 64 letters, digits, _ or -").waitFor();
  await expectAccessible(page);
  await first.getByRole("button", { name: "Edit as fields" }).click();
  await first.getByRole("button", { name: "Remove tool 2" }).click();
  await named.getByRole("button", { name: "Remove tool 1" }).press("Enter");
  await first.getByText("Tools (0)").waitFor();
  await expectFocus(first.getByRole("button", { name: "Add tool" }));
  await first.getByRole("button", { name: "Add message" }).press("Enter");
  await first.getByRole("button", { name: "Remove message 3" }).press("Enter");
  await expectFocus(first.getByRole("button", { name: "Add message" }));
  await page.getByRole("button", { name: "Remove column 2" }).press("Enter");
  await page.getByRole("region", { name: "Column 2" }).waitFor({ state: "detached" });
  await expectFocusWithin(page.getByRole("main").locator("[data-count]"));
  await page.getByRole("button", { name: "Add column" }).click();

  // On a phone, the buttons above the playground fit into one row.
  await page.setViewportSize({ width: 390, height: 844 });
  const run = await page.getByRole("button", { name: "Run all" }).boundingBox();
  const more = await page.getByRole("button", { name: "More", exact: true }).boundingBox();
  expect(more?.y).toBe(run?.y);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run experiment" }).waitFor();
  await page.getByRole("menuitem", { name: "Add column" }).click();
  await page.getByRole("region", { name: "Column 3" }).waitFor();
});

/** Returns a playground as the text that links contain. */
function fragmentOf(page: Page, state: unknown): Promise<string> {
  return page.evaluate(async (content) => {
    const stream = new Blob([content]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const text = btoa(String.fromCharCode(...new Uint8Array(await new Response(stream).arrayBuffer())));
    return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }, JSON.stringify(state));
}
