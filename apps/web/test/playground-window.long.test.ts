import { expect, test } from "vitest";
import { sendOpenAI, startModelServer } from "../../../packages/server/test/models/model-server.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { addConnection } from "./add-connection.ts";
import { seedPrompts } from "./seed-prompts.ts";

test("a response is visible without scrolling in a small window, and models of the project are suggested", async () => {
  const provider = await startModelServer();
  const ui = await openUi({
    path: null,
    async seed(service) {
      await seedPrompts(service);
      await service.ingest([{ id: "used", type: "llm", generation: { type: "CHAT", model: "gpt-4o" } }]);
    },
    window: { viewport: { width: 1280, height: 800 } },
  });
  const { page, goto, projectId } = ui;
  const path = `/projects/${projectId}/playground?name=capital-finder&version=1`;
  await goto(path);
  await addConnection(ui, { name: "Local", baseUrl: `${provider.origin}/v1`, models: [] });
  await goto(path);
  const column = page.getByRole("region", { name: "Column 1" });
  const model = column.getByLabel("Model", { exact: true });
  await model.fill("4o");
  await page.getByRole("option", { name: "gpt-4o", exact: true }).click();
  await expect.poll(() => model.inputValue()).toBe("gpt-4o");
  await model.fill("own-model");
  await page.getByLabel("country", { exact: true }).fill("Chad");
  provider.reply((answer) => sendOpenAI(answer, ["The capital is N'Djamena."]));
  await column.getByRole("button", { name: "Run column 1" }).click();
  const response = column.getByRole("region", { name: "Response" });
  await response.getByText("Done").waitFor();
  expect(provider.requests.at(-1)?.body["model"]).toBe("own-model");
  const bottomOf = async (): Promise<number> => {
    const box = await response.getByText("The capital is N'Djamena.").boundingBox();
    return box === null ? Infinity : box.y + box.height;
  };
  expect(await bottomOf()).toBeLessThanOrEqual(800);
  await expectAccessible(page);
  // Two columns stay comparable: their fields and responses are side by side, and a run shows the responses.
  await page.getByRole("button", { name: "Add column" }).click();
  const columns = [column, page.getByRole("region", { name: "Column 2" })];
  await columns[1]?.getByText("Settings (").click();
  provider.reply((answer) => sendOpenAI(answer, ["The capital is N'Djamena."]));
  provider.reply((answer) => sendOpenAI(answer, ["The capital is N'Djamena."]));
  await page.getByRole("button", { name: "Run all" }).click();
  const responses = columns.map((each) => each.getByRole("region", { name: "Response" }));
  for (const each of responses) await each.getByText("Done").waitFor();
  const boxes = await Promise.all(responses.map((each) => each.getByText("The capital is").boundingBox()));
  expect(boxes[1]?.y).toBe(boxes[0]?.y);
  expect((boxes[0]?.y ?? Infinity) + (boxes[0]?.height ?? 0)).toBeLessThanOrEqual(800);
  // The page did not scroll to the responses.
  expect((await page.getByRole("button", { name: "Run all" }).boundingBox())?.y).toBeGreaterThan(0);
  await page.getByRole("button", { name: "Remove column 2" }).click();
  // A narrow window shows the response below the complete input.
  await page.setViewportSize({ width: 1100, height: 800 });
  const message = await column.getByLabel("Content of message 2").boundingBox();
  const run = await column.getByRole("button", { name: "Run column 1" }).boundingBox();
  expect((message?.y ?? Infinity) + (message?.height ?? 0)).toBeLessThan(run?.y ?? 0);
});
