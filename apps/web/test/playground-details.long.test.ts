import { expect, test } from "vitest";
import {
  endOpenAI,
  openAIChunk,
  sendError,
  sendOpenAI,
  startModelServer,
  startStream,
} from "../../../packages/server/test/models/model-server.ts";
import { addConnection } from "./add-connection.ts";
import { choose } from "./browser/choose.ts";
import { expectFocus } from "./browser/expect-focus.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedPrompts } from "./seed-prompts.ts";

test("the playground asks for the value of a section, and separately for variables that its items lack", async () => {
  const { page, goto, projectId } = await openUi({ path: null, seed: seedPrompts });
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  await page
    .getByLabel("Content of message 2")
    .fill("{{#cities}}{{name}} of {{land.name}}; {{/cities}}{{^cities}}none{{/cities}}");
  await page.getByText("Rendered messages").click();
  const rendered = page.getByRole("article").nth(1);
  await expect.poll(() => rendered.textContent()).toBe("usernone");
  await expect.poll(() => page.getByRole("textbox", { name: "name", exact: true }).isVisible()).toBe(false);
  await page.getByRole("button", { name: "Insert example for cities" }).press("Enter");
  await expect
    .poll(async () => JSON.parse(await page.getByLabel("cities").inputValue()) as unknown)
    .toEqual([{ name: "…", land: { name: "…" } }]);
  await expect.poll(() => rendered.textContent()).toBe("user… of …; ");
  await page.getByLabel("cities").fill('[{ "name": "Paris" }, { "name": "Lyon" }]');
  await page.getByLabel("cities").fill("Paris");
  await page.getByText("Not valid JSON: text must be in double quotes").waitFor();
  await page.getByText("Fix the highlighted fields").waitFor();
  expect(await page.getByRole("button", { name: "Run column 1" }).isDisabled()).toBe(true);
  expect(await page.getByRole("button", { name: "Run all" }).isDisabled()).toBe(true);
  await page.getByLabel("cities").fill('[{ "name": "Paris" }, { "name": "Lyon" }]');
  await page.getByText("Variables used only in sections: name, land").click();
  await page.getByLabel("land").fill('{ "name": "France" }');
  await expect.poll(() => rendered.textContent()).toBe("userParis of France; Lyon of France; ");
  await expectAccessible(page);
});

test("an empty playground says what to do, and starts from a prompt or a recent generation", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      await seedPrompts(service);
      const messages = [{ role: "user", content: "Where is Chad?" }];
      await service.ingest(
        ["first", "second"].map((id) => ({
          id,
          type: "llm",
          name: "answer",
          generation: { model: "gpt-4o-audio-preview-2026-10-01", messages },
        })),
      );
    },
  });
  await goto(`/projects/${projectId}/playground`);
  const start = page.getByRole("region", { name: "Start", exact: true });
  await start.getByRole("heading", { name: "Recent generations" }).waitFor();
  await expectAccessible(page);
  // On a phone, the time is complete.
  await page.setViewportSize({ width: 390, height: 844 });
  const about = start.getByText("gpt-4o-audio-preview-2026-10-01");
  await expect.poll(() => about.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.getByLabel("Content of message 2").fill("Hi");
  // The links replace the messages, so they are hidden while there are any.
  expect(await start.count()).toBe(0);
  await page.getByLabel("Content of message 2").fill("");
  await start.getByRole("link", { name: "capital-finder" }).press("Enter");
  await page.getByRole("heading", { name: "Playground: capital-finder" }).waitFor();
  expect(await start.count()).toBe(0);
  await page.goBack();
  await start.getByRole("link", { name: "Where is Chad?" }).press("Enter");
  await page.getByRole("heading", { name: "Replay: answer" }).waitFor();
  expect(await start.count()).toBe(0);
});

test("without records and prompts, an empty playground only says what to do", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/playground`);
  const start = page.getByRole("region", { name: "Start", exact: true });
  await start.getByText("A good result can be saved as a prompt version.").waitFor();
  expect(await start.getByRole("link").count()).toBe(0);
});

test("missing variables and invalid templates are shown before a call", async () => {
  const { page, goto, projectId } = await openUi({ path: null, seed: seedPrompts });
  await goto(`/projects/${projectId}/playground?name=capital-finder&version=1`);
  const rendered = page.getByRole("article");
  const unset = page.getByText("has no value", { exact: false });
  await expect.poll(() => unset.textContent()).toBe("country has no value. The model gets empty text instead.");
  await page.getByText("Rendered messages").click();
  await expect.poll(() => rendered.nth(1).locator("mark").allTextContents()).toEqual(["{{country}}"]);
  await page.getByText("No value yet", { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByLabel("country").fill("<b>Chad & Co</b>");
  await unset.waitFor({ state: "detached" });
  await expect
    .poll(() => rendered.allTextContents())
    .toEqual([
      "systemYou know geography.\nAnswer with the city alone, in English.",
      "userWhat is the capital of <b>Chad & Co</b>?",
    ]);
  await page.getByLabel("Content of message 1").fill("Broken {{#open}}");
  await page.getByRole("alert").getByText("Unclosed section").waitFor();
  await page.getByText("The template is not valid").waitFor();
});

const tool = { type: "function", function: { name: "weather", description: "d", parameters: { type: "object" } } };
const image =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const messages = [
  { role: "system", content: "Use {{curly}} braces." },
  {
    role: "user",
    content: [
      { type: "text", text: "Weather?" },
      { type: "image_url", image_url: { url: image } },
    ],
  },
];

test("a recorded step is replayed with its exact messages, tools, settings and recorded tool results", async () => {
  const provider = await startModelServer();
  const ui = await openUi({
    path: null,
    seed: ({ ingest }) =>
      ingest([
        { id: "agent", type: "run", name: "agent" },
        { id: "tool", type: "tool", name: "weather", parentId: "agent", rootRunId: "agent", output: { sky: "blue" } },
        {
          id: "call",
          type: "llm",
          name: "answer",
          parentId: "agent",
          rootRunId: "agent",
          generation: {
            type: "CHAT",
            model: "gpt-4o-2024-08-06",
            settings: { model: "gpt-4o", temperature: 0.5, max_completion_tokens: 50, stop: ["END"] },
            tools: [tool],
            messages,
            messageCompletion: { role: "assistant", content: "old" },
          },
        },
      ]),
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/logs/steps/agent?currentStepId=call`);
  await addConnection(ui, { name: "Any", baseUrl: `${provider.origin}/v1` });
  await page.getByRole("link", { name: "Replay in the playground" }).click();
  await page.getByRole("heading", { name: "Replay: answer" }).waitFor();
  await page.getByRole("region", { name: "Recorded response" }).getByText("old", { exact: true }).waitFor();
  await page.getByRole("img", { name: "Image 1" }).waitFor();
  await expectAccessible(page);
  let calls = 0;
  provider.reply((answer) => {
    calls += 1;
    if (calls > 1) return sendOpenAI(answer, ["It is blue."]);
    startStream(answer);
    const called = { index: 0, id: "call-1", type: "function", function: { name: "weather", arguments: "{}" } };
    answer.write(openAIChunk({ role: "assistant", tool_calls: [called] }));
    endOpenAI(answer, "tool_calls");
  });
  await page.getByRole("button", { name: "Run all" }).click();
  const response = page.getByRole("region", { name: "Response", exact: true });
  await response.getByText("It is blue.").waitFor();
  await response.getByText("weather", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Show differences" }).click();
  await response.locator("del", { hasText: "old" }).waitFor();
  const [first, second] = provider.requests.map(({ body }) => body);
  expect(first).toMatchObject({
    model: "gpt-4o",
    temperature: 0.5,
    stop: ["END"],
    messages,
    tools: [{ function: { name: "weather", description: "d", parameters: { type: "object" } } }],
  });
  expect(first?.["max_tokens"] ?? first?.["max_completion_tokens"]).toBe(50);
  const sent = second?.["messages"] as unknown[] | undefined;
  expect(sent?.slice(2)).toMatchObject([
    { role: "assistant", tool_calls: [{ id: "call-1" }] },
    { role: "tool", tool_call_id: "call-1", content: '{"sky":"blue"}' },
  ]);
  await expectAccessible(page);

  await page.getByText("Tools (1)", { exact: true }).click();
  await page.getByLabel("Result of weather").fill("");
  calls = 0;
  await page.getByRole("button", { name: "Run all" }).click();
  await response.getByText("tool-calls").waitFor();
  expect(calls).toBe(1);
});

test("tool calls of a repeated step are cards, which are edited as JSON, and parallel ones are sent in one message", async () => {
  const provider = await startModelServer();
  const called = { id: "call-1", type: "function", function: { name: "weather", arguments: '{"city":"Ulm"}' } };
  const other = { ...called, id: "call-2", function: { ...called.function, arguments: '{"city":"Jena"}' } };
  // The Agents SDK of OpenAI records a message for each of several parallel calls.
  const recorded = [
    { role: "user", content: "Weather?" },
    { role: "assistant", content: null, tool_calls: [called] },
    { role: "assistant", content: null, tool_calls: [other] },
    { role: "tool", tool_call_id: "call-1", content: "rain" },
    { role: "tool", tool_call_id: "call-2", content: "sun" },
  ];
  const ui = await openUi({
    path: null,
    async seed({ graphql, ingest }) {
      await ingest([
        { id: "run", type: "run", name: "agent", threadId: "chat" },
        {
          id: "call",
          type: "llm",
          name: "answer",
          threadId: "chat",
          parentId: "run",
          rootRunId: "run",
          generation: { type: "CHAT", model: "gpt-4o", messages: recorded },
        },
      ]);
      await graphql('mutation { upsertThread(id: "chat", name: "A walk in Ulm") { id } }');
    },
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground`);
  await addConnection(ui, { name: "Any", baseUrl: `${provider.origin}/v1`, models: ["word-embedding", "gpt-4o"] });
  await goto(`/projects/${projectId}/playground?step=call`);
  await page.getByRole("heading", { name: "Replay: A walk in Ulm" }).waitFor();
  const column = page.getByRole("region", { name: "Column 1" });
  await column.getByText("city: Ulm").first().waitFor();
  await column.getByText("tool_call_id: call-1", { exact: true }).waitFor();
  const text = page.getByRole("textbox", { name: "Message 2 as JSON", exact: true });
  expect(await text.count()).toBe(0);
  // The message has no text, so it has no empty field for it.
  const content = column.getByRole("textbox", { name: "Content of message 2", exact: true });
  expect(await content.count()).toBe(0);
  await expectAccessible(page);
  provider.reply((answer) => sendOpenAI(answer, ["It rains."]));
  await page.getByRole("button", { name: "Run all" }).click();
  await column.getByText("It rains.").waitFor();
  expect(provider.requests.at(-1)?.body["messages"]).toMatchObject([
    recorded[0],
    { role: "assistant", tool_calls: [called, other] },
    recorded[3],
    recorded[4],
  ]);
  await column.getByRole("button", { name: "Add text to message 2", exact: true }).press("Enter");
  await expectFocus(content);
  await content.fill("I look.");
  await content.fill("");
  await content.waitFor();
  await page.getByRole("button", { name: "Edit message 2 as JSON" }).click();
  await text.fill((await text.inputValue()).replace("Ulm", "Bonn"));
  await page.getByRole("button", { name: "Edit message 2 as fields" }).click();
  await column.getByText("city: Bonn").first().waitFor();
  // An added column has the model of the first.
  await page.getByRole("button", { name: "Add column" }).click();
  const model = page.getByRole("region", { name: "Column 2" }).getByLabel("Model", { exact: true });
  await model.filter({ hasText: /^gpt-4o$/ }).waitFor();
});

test("a recorded message that cannot be sent is named", async () => {
  const provider = await startModelServer();
  const audio = [{ role: "user", content: [{ type: "input_audio", input_audio: { data: "" } }] }];
  const generation = { type: "CHAT", model: "m", messages: audio };
  const ui = await openUi({ path: null, seed: ({ ingest }) => ingest([{ id: "call", type: "llm", generation }]) });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground?step=none`);
  await page.getByText("No recorded messages to replay").waitFor();
  await addConnection(ui, { name: "Any", baseUrl: `${provider.origin}/v1` });
  await goto(`/projects/${projectId}/playground?step=call`);
  await page.getByRole("button", { name: "Run column 1" }).click();
  await page.getByRole("alert").getByText("messages[0].content[0].type: must be text or image_url").waitFor();
  expect(provider.requests).toEqual([]);
});

test("free messages with an image and a response schema are sent, and failures are shown in plain words", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground`);
  await addConnection(ui, { name: "Any", baseUrl: `${provider.origin}/v1` });
  await page.reload();
  await page.getByText("Enter a message").waitFor();
  await page.getByLabel("Content of message 2").fill("What is it?");
  await page.getByText("Enter a model").waitFor();
  await page.getByLabel("Model", { exact: true }).fill("m");
  await page.getByLabel("Add images to message 2").setInputFiles({
    name: "dot.png",
    mimeType: "image/png",
    buffer: Buffer.from(image.slice(image.indexOf(",") + 1), "base64"),
  });
  await page.getByRole("img", { name: "Image 1" }).waitFor();
  await page.getByText("Settings (0 set)").click();
  await page.getByLabel("Temperature").fill("3");
  await page.getByText("From 0 to 2").waitFor();
  await page.getByText("Fix the highlighted fields").waitFor();
  await page.getByLabel("Temperature").fill("1,5");
  await page.getByLabel("Response schema").fill('{ "type": "object", "properties": { "name": { "type": "string" } } }');
  provider.reply((answer) => sendOpenAI(answer, ['{"name":', '"dot"}']));
  await page.getByLabel("Content of message 2").press("Control+Enter");
  const response = page.getByRole("region", { name: "Response" });
  await response.getByText('"name": "dot"').waitFor();
  expect(provider.requests.at(-1)?.body).toMatchObject({
    temperature: 1.5,
    messages: [{ role: "user", content: [{ type: "text" }, { type: "image_url", image_url: { url: image } }] }],
    response_format: { type: "json_schema" },
  });

  provider.reply((answer) => sendError(answer, 401, "Wrong key"));
  await page.getByRole("button", { name: "Run column 1" }).click();
  await response.getByRole("alert").getByText("rejected the key (401): Wrong key").waitFor();
  await expectAccessible(page);
  provider.reply((answer) => sendOpenAI(answer, ["again"]));
  await page.getByRole("button", { name: "Run column 1" }).click();
  await response.getByText("again").waitFor();
  await response.getByRole("button", { name: "Continue conversation" }).click();
  await expect.poll(() => page.getByLabel("Content of message 3").inputValue()).toBe("again");

  await page.getByRole("button", { name: "Save column 1 as a prompt version" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Prompt", { exact: true }).fill("from playground");
  await dialog.getByText("Creates this prompt").waitFor();
  await dialog.getByRole("button", { name: "Save as new version" }).click();
  await page.getByRole("heading", { name: "Version 0", exact: true }).waitFor();
});

test("rows of a dataset fill in the variables, and an item opens as a message", async () => {
  const provider = await startModelServer();
  const items = [{ question: "Why?", tone: "calm" }, { question: "How?" }].map((input) => ({ input }));
  const ui = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const { createDataset } = (await graphql('mutation { createDataset(name: "questions") { id } }')) as {
        createDataset: { id: string };
      };
      const add =
        "mutation ($id: String!, $items: [NewDatasetItemInput!]!) { createDatasetItems(datasetId: $id, items: $items) { id } }";
      await graphql(add, { id: createDataset.id, items });
    },
  });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/datasets`);
  await addConnection(ui, { name: "Any", baseUrl: `${provider.origin}/v1`, models: ["m"] });
  await page.getByRole("link", { name: "questions" }).click();
  await page.getByText("Why?").first().click();
  await page.getByRole("link", { name: "Open in the playground" }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await expect.poll(() => field("question").inputValue()).toBe("Why?");
  await page.getByRole("button", { name: "Use dataset rows" }).click();
  const rows = page.getByText(/Row \d of 2/);
  await rows.waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Use this row" }).click();
  const before = await field("question").inputValue();
  await page.getByRole("button", { name: "Next row" }).click();
  await page.getByText("Row 2 of 2").waitFor();
  await page.getByRole("button", { name: "Use this row" }).click();
  const after = before === "Why?" ? "How?" : "Why?";
  await expect.poll(() => field("question").inputValue()).toBe(after);
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByRole("region", { name: "Response" }).getByText("ready").waitFor();
  expect(JSON.stringify(provider.requests.at(-1)?.body["messages"])).toContain(`question: ${after}`);
});

test("six columns run at once, and a damaged link is reported", async () => {
  const provider = await startModelServer();
  const ui = await openUi({ path: null });
  const { page, goto, projectId } = ui;
  await goto(`/projects/${projectId}/playground`);
  await addConnection(ui, { name: "Any", baseUrl: `${provider.origin}/v1`, models: ["a", "b"] });
  await page.reload();
  await page.getByLabel("Content of message 2").fill("Hello");
  for (let column = 2; column <= 6; column += 1) await page.getByRole("button", { name: "Add column" }).click();
  expect(await page.getByRole("button", { name: "Add column" }).isDisabled()).toBe(true);
  await choose(page.getByRole("region", { name: "Column 6" }).getByLabel("Model", { exact: true }), "b");
  const waiting: (() => void)[] = [];
  provider.reply((answer, { body }) => {
    waiting.push(() => sendOpenAI(answer, [`from ${String(body["model"])}`]));
    if (waiting.length === 6) for (const send of waiting) send();
  });
  await page.getByRole("button", { name: "Run all" }).click();
  await page.getByRole("region", { name: "Column 6" }).getByText("from b").waitFor();
  await page.getByRole("region", { name: "Column 1" }).getByText("from a").waitFor();
  await expect.poll(() => page.getByText("from a").count()).toBe(5);
  await page.getByRole("button", { name: "Remove column 2" }).click();
  expect(await page.getByRole("region", { name: /^Column/ }).count()).toBe(5);
  await expectAccessible(page);
  await goto(`/projects/${projectId}/playground#state=AAAA`);
  await page.getByText("The link is incomplete or damaged").waitFor();
});
