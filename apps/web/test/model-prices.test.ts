import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("models of the project come first, and one without a price gets one", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null });
  const call = (id: string, provider: string, model: string, inputTokenCount: number) => ({
    id,
    type: "llm",
    generation: { provider, model, inputTokenCount, outputTokenCount: 0 },
  });
  await ingest([
    call("a", "openai", "gpt-4o-mini", 2_000_000),
    call("b", "house", "house-llama-3.1", 500_000),
    call("c", "house", "house-llama-3.1", 500_000),
  ]);
  await goto(`/projects/${projectId}/model-prices`);
  const used = page.getByRole("region", { name: "Used in the last 30 days" });
  const rows = used.getByRole("row");
  await expectSoon(() => rows.count()).toBe(3);
  await expectSoon(() => rows.nth(1).innerText()).toMatch(/^house-llama-3.1\s+No price\s+2\s+1,000,000\s+–\s+–/);
  expect(await rows.nth(2).innerText()).toMatch(/^gpt-4o-mini\s+1\s+2,000,000\s+\$0.30\s+\$0.15/);
  await expectAccessible(page);

  await rows.nth(1).getByRole("button", { name: "Set price" }).click();
  expect(await page.getByLabel("Pattern").inputValue()).toBe("house-llama-3\\.1");
  await page.getByLabel("Input", { exact: true }).fill("2");
  await page.getByLabel("Output", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectSoon(() => rows.nth(1).innerText()).toMatch(/^house-llama-3.1\s+2\s+1,000,000\s+\$2.00\s+\$2.00/);
  expect(await used.getByText("No price").count()).toBe(0);

  await page.getByRole("searchbox").fill("mini");
  await expectSoon(() => rows.count()).toBe(2);
  await used.getByRole("link", { name: "gpt-4o-mini" }).click();
  await page.waitForURL("**/logs/generations?filters=*");
  await page.getByRole("grid").getByText("gpt-4o-mini").first().waitFor();
});
