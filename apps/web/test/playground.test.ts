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

  await page.getByRole("button", { name: "History" }).click();
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

  await page.getByRole("button", { name: "Copy link" }).click();
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
  await page.getByRole("heading", { name: "Version 3" }).waitFor();
  const read = '{ promptVersion(name: "capital-finder", version: 3) { templateMessages settings } }';
  expect(await graphql(read)).toMatchObject({
    promptVersion: {
      templateMessages: [{ content: "Answer in {{language}}." }, { content: "What is the capital of {{country}}?" }],
      settings: { provider: "openai", model: "gpt-4o", temperature: 0 },
    },
  });
});
