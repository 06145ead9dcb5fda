import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";

test("models of the project come first, with the price that applies, and one without a price gets one", async () => {
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
  const used = page.getByRole("region", { name: "Models used in the last 30 days" });
  const rows = used.getByRole("row");
  await expectSoon(() => rows.count()).toBe(3);
  await expectSoon(() => rows.nth(1).innerText()).toMatch(
    /^house-llama-3.1\s+No price\s+2\s+1,000,000\s+–\s+–\s+–\s+–/,
  );
  await expectSoon(() => rows.nth(2).innerText()).toMatch(
    /^gpt-4o-mini\s+built-in\s+openai .*gpt-4o-mini.*\s+1\s+2,000,000\s+\$0.30\s+\$0.15\s+\$0.60\s+\$0.075/,
  );
  await expectAccessible(page);

  await used.getByRole("button", { name: "Model", exact: true }).click();
  await expectSoon(() => rows.nth(1).innerText()).toMatch(/^gpt-4o-mini/);
  expect(await used.getByRole("columnheader", { name: "Model" }).getAttribute("aria-sort")).toBe("ascending");
  await used.getByRole("button", { name: "Calls", exact: true }).click();
  await expectSoon(() => rows.nth(1).innerText()).toMatch(/^house-llama/);
  expect(new URL(page.url()).search).toBe("?sort=-calls");

  await page.getByRole("button", { name: "New price" }).click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Enter a pattern").waitFor();
  expect(await page.getByText("Enter a dollar amount of 0 or more").count()).toBe(2);
  await page.getByRole("button", { name: "Cancel" }).click();

  await rows.nth(1).getByRole("button", { name: "Set price" }).click();
  expect(await page.getByLabel("Pattern").inputValue()).toBe("house-llama-3\\.1");
  await page.getByLabel("Input", { exact: true }).fill("2");
  await page.getByLabel("Output", { exact: true }).fill("3");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectSoon(() => rows.nth(1).innerText()).toMatch(
    /^house-llama-3.1\s+project\s+house-llama-3\\\.1\s+2\s+1,000,000\s+\$2.00\s+\$2.00\s+\$3.00\s+–/,
  );
  expect(await used.getByText("No price").count()).toBe(0);

  // The built-in price is copied, a project price is changed.
  await rows.nth(2).getByRole("button", { name: "Set a project price for gpt-4o-mini" }).click();
  await expectSoon(() => page.getByLabel("Pattern").inputValue()).toBe("gpt-4o-mini");
  expect(await page.getByLabel("Input", { exact: true }).inputValue()).toBe("0.15");
  expect(await page.getByLabel("Output", { exact: true }).inputValue()).toBe("0.6");
  await page.getByRole("button", { name: "Cancel" }).click();
  await rows.nth(1).getByRole("button", { name: "Edit house-llama-3.1" }).click();
  await page.getByRole("dialog", { name: "Edit price" }).waitFor();
  await page.getByLabel("Input", { exact: true }).fill("4");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expectSoon(() => rows.nth(1).innerText()).toMatch(/\s+1,000,000\s+\$4.00\s+\$4.00\s+\$3.00/);
  const list = page.getByRole("region", { name: "Model prices" });
  expect(await list.getByRole("row").count()).toBe(2);
  expect(await list.getByRole("row", { name: /^house-llama-3.1/ }).count()).toBe(1);

  // The built-in prices are shown on demand, or by a search.
  await page.getByRole("button", { name: "Show built-in prices" }).click();
  await expectSoon(() => list.getByRole("row").count()).toBe(101);
  await page.goBack();
  await expectSoon(() => list.getByRole("row").count()).toBe(2);
  await page.getByRole("searchbox").fill("mini");
  await expectSoon(() => rows.count()).toBe(2);
  // The model id is below a name that is written differently.
  await list.getByText("gpt-4o-mini", { exact: true }).first().waitFor();
  await used.getByRole("link", { name: "gpt-4o-mini" }).click();
  await page.waitForURL("**/logs/generations?filters=*&from=*");
  await page.getByRole("grid").getByText("gpt-4o-mini").first().waitFor();
});

test("a price can be set once the price that applies is known", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null });
  const generation = { provider: "openai", model: "gpt-4o-mini", inputTokenCount: 1_000, outputTokenCount: 0 };
  await ingest([{ id: "call", type: "llm", generation }]);
  const held = Promise.withResolvers<void>();
  await page.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("costDetails")) await held.promise;
    await route.continue();
  });
  await goto(`/projects/${projectId}/model-prices`);
  const set = page.getByRole("button", { name: "Set a project price for gpt-4o-mini" });
  await set.waitFor();
  expect(await set.isDisabled()).toBe(true);
  held.resolve();
  await set.click();
  expect(await page.getByLabel("Input", { exact: true }).inputValue()).toBe("0.15");
});

test("after a price was deleted, the page shows the costs without it", async () => {
  const { page, goto, projectId, ingest, graphql } = await openUi({ path: null });
  const price = { name: "House", match: "house", inputPrice: 2, outputPrice: 3 };
  await graphql("mutation ($price: ModelPriceInput!) { createModelPrice(price: $price) { id } }", { price });
  const generation = { provider: "house", model: "house", inputTokenCount: 1_000_000, outputTokenCount: 0 };
  await ingest([{ id: "call", type: "llm", generation }]);
  let latest = "";
  let isRecounted = true;
  await page.route("**/api/graphql", async (route) => {
    if (route.request().postData()?.includes("modelUses") !== true) return route.fallback();
    if (isRecounted) latest = await (await route.fetch()).text();
    // After the deletion, the first response still has the old costs.
    isRecounted = true;
    return route.fulfill({ body: latest, contentType: "application/json" });
  });
  await goto(`/projects/${projectId}/model-prices`);
  const row = page.getByRole("region", { name: "Models used in the last 30 days" }).getByRole("row").nth(1);
  await expectSoon(() => row.innerText()).toMatch(/^house\s+project\s+house\s+1\s+1,000,000\s+\$2.00/);
  await page.getByRole("button", { name: "Delete price of House" }).click();
  isRecounted = false;
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expectSoon(() => row.innerText()).toMatch(/^house\s+No price\s+1\s+1,000,000\s+–\s+–\s+–\s+–/);
});

test("with more than 50 models, a note says that the table has only the most used ones", async () => {
  const { page, goto, projectId, ingest } = await openUi({ path: null });
  await ingest(
    Array.from({ length: 51 }, (_, index) => ({
      id: `call-${index}`,
      type: "llm",
      generation: { model: `house-${index}`, inputTokenCount: 1_000 - index, outputTokenCount: 0 },
    })),
  );
  await goto(`/projects/${projectId}/model-prices`);
  await page.getByText("The table shows the 50 models with the most tokens.").waitFor();
  const used = page.getByRole("region", { name: "Models used in the last 30 days" });
  expect(await used.getByRole("row").count()).toBe(51);
});
