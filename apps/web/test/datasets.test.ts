import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { choose, toggle } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedImprovements, type Improvements } from "./seed-improvements.ts";
import { panel as sidePanel } from "./side-panel.ts";

test("by keyboard only, a dataset is created and filled, and invalid JSON is rejected before it is sent", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await goto(`/projects/${projectId}/datasets`);
  await page.getByRole("heading", { name: "No datasets yet" }).waitFor();
  await page.getByRole("button", { name: "New dataset" }).focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("dialog").getByLabel("Name");
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("capitals");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "No items yet" }).waitFor();

  await page.getByRole("button", { name: "Add item" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Input").fill("{ oops");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => dialog.getByRole("alert").textContent()).toMatch(/JSON/);
  await dialog.getByLabel("Input").fill('{ "country": "France" }');
  await dialog.getByLabel("Expected output").fill('"Paris"');
  await dialog.getByLabel("Metadata").fill("[]");
  await dialog.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("Must be a JSON object").waitFor();
  await dialog.getByLabel("Metadata").fill('{ "source": "atlas" }');
  await dialog.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("row", { name: /France.*Paris.*atlas/ }).waitFor();

  await page.getByRole("button", { name: "Open item 1" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Item 1", exact: true });
  await panel.getByRole("region", { name: "Expected output" }).getByText("Paris", { exact: true }).waitFor();
  await panel.getByRole("region", { name: "Metadata" }).getByText("atlas", { exact: true }).waitFor();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Edit", exact: true }).press("Enter");
  await dialog.getByLabel("Expected output").fill("");
  await dialog.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  expect(await graphql('{ dataset(name: "capitals") { items { input expectedOutput metadata } } }')).toEqual({
    dataset: { items: [{ input: { country: "France" }, expectedOutput: null, metadata: { source: "atlas" } }] },
  });
  await panel.getByRole("region", { name: "Expected output" }).getByText("None", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("a parameter named prompt has a column, and the linked prompt is below the name", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    async seed({ graphql }) {
      const { dataset } = (await graphql(
        'mutation { dataset: createDataset(name: "capitals", type: key_value) { id } }',
      )) as { dataset: { id: string } };
      const { lineage } = (await graphql('mutation { lineage: createPromptLineage(name: "finder") { id } }')) as {
        lineage: { id: string };
      };
      const { version } = (await graphql(
        `
          mutation ($lineageId: String!) {
            version: createPromptVersion(lineageId: $lineageId, templateMessages: [{ role: "user", content: "Hi" }]) {
              id
            }
          }
        `,
        { lineageId: lineage.id },
      )) as { version: { id: string } };
      const create = `mutation ($datasetId: String!, $promptId: String!, $name: String!, $params: Json!) {
        createDatasetExperiment(datasetId: $datasetId, promptId: $promptId, name: $name, params: $params) { id } }`;
      const variables = { datasetId: dataset.id, promptId: version.id };
      await graphql(create, { ...variables, name: "first", params: { prompt: "short", model: "m" } });
      await graphql(create, { ...variables, name: "second", params: { prompt: "long", model: "m" } });
    },
  });
  await goto(`/projects/${projectId}/experiments`);
  await page
    .getByRole("row", { name: /first/ })
    .getByRole("link", { name: /finder/ })
    .waitFor();
  const listed = await page.getByRole("columnheader").allInnerTexts();
  expect(listed.slice(0, 3)).toEqual(["Select", "Name", "prompt"]);
  await page.getByRole("cell", { name: "short", exact: true }).waitFor();
});

test("by keyboard only, experiments are selected and compared, regressions filtered, a run opened from its cell, and one experiment deleted", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
      // The experiments ran on the items before this change.
      const change = 'mutation ($id: String!) { updateDatasetItem(id: $id, input: { country: "Changed" }) { id } }';
      await service.graphql(change, { id: made.itemIds[0] });
    },
  });
  await goto(`/projects/${projectId}/experiments`);
  // The first click sorts by the highest average, the second by the lowest.
  const firstName = () => page.getByRole("row").nth(1).getByRole("link").first().innerText();
  const isSorted = (direction: string) => page.locator(`th[aria-sort="${direction}"]`, { hasText: "exact" }).waitFor();
  await page.getByRole("button", { name: "exact", exact: true }).press("Enter");
  await isSorted("descending");
  expect(await firstName()).toBe("baseline");
  await page.getByRole("button", { name: "exact", exact: true }).press("Enter");
  await isSorted("ascending");
  expect(await firstName()).toBe("shorter prompt");
  expect(new URL(page.url()).searchParams.get("sort")).toBe("score:exact");
  // The prompt differs between the experiments, the model does not.
  const listed = await page.getByRole("columnheader").allInnerTexts();
  expect(listed.slice(0, 4)).toEqual(["Select", "Name", "prompt", "exact"]);
  expect(await page.getByRole("row").nth(1).innerText()).toContain("model: gpt-4o-mini");
  // The oldest experiment becomes the baseline, in whatever order they are selected.
  for (const name of ["smaller model", "shorter prompt", "baseline"]) {
    await page.getByRole("checkbox", { name: `Select ${name}` }).focus();
    await page.keyboard.press("Space");
  }
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compare 3" }).focus();
  await page.keyboard.press("Enter");
  const table = page.getByRole("region", { name: "Compare experiments" });
  const head = (name: string) => table.getByRole("columnheader", { name: new RegExp(`^${name}`) });
  /** The averages and figures of an experiment, below its head. */
  const summary = (name: string) => {
    const id = made?.experimentIds[["baseline", "shorter prompt", "smaller model"].indexOf(name)];
    return table.locator(`thead td[data-column="${id}"]`);
  };
  const items = table.locator("tbody").getByRole("row");
  await head("shorter prompt").getByText("2 regressed").waitFor();
  await expect.poll(() => new URL(page.url()).searchParams.get("ids")).toBe(made?.experimentIds.join(","));
  await expect.poll(() => summary("shorter prompt").innerText()).toContain("exact 0.6 (−0.3)");
  await expect.poll(() => head("smaller model").innerText()).toContain("1 improved");
  await page.setViewportSize({ width: 1280, height: 800 });
  const firstRow = await items.first().boundingBox();
  expect((firstRow?.y ?? Infinity) + (firstRow?.height ?? 0)).toBeLessThan(500);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Details", exact: true }).press("Enter");
  const chart = page
    .getByRole("region", { name: "Average scores" })
    .getByRole("figure", { name: "exact", exact: true });
  await expect.poll(() => chart.innerText()).toMatch(/baseline\s+0\.9\s+shorter prompt\s+0\.6\s+−0\.3/);
  // Five items are too few to confirm a difference of 0.3, so the difference has no color.
  expect(await chart.innerText()).toMatch(/−0\.3\s+−1 to \+0\.4 · may be chance: needs about \d+ more items/);
  expect(await chart.locator("[data-tone]").count()).toBe(0);
  const colorOf = (name: string, text: string) =>
    summary(name)
      .getByText(text)
      .evaluate((element) => getComputedStyle(element).color);
  expect(await colorOf("shorter prompt", "exact 0.6")).toBe(await colorOf("baseline", "exact 0.9"));
  await expect.poll(() => items.count()).toBe(5);
  expect(await table.innerText()).not.toContain("Changed");
  // A run's usage includes the calls inside it.
  const figures = async (name: string) => (await summary(name).innerText()).replaceAll(/\s+/g, " ");
  expect(await figures("baseline")).toContain(
    "Per item Latency 1.5 sec Tokens 110 Cost $0.000021 Total: 550 tokens, $0.000105",
  );
  expect(await figures("smaller model")).toContain("Tokens 60 −45.5% Cost $0.0000135 −35.7%");
  // Compact rows show outputs and scores only.
  expect((await items.first().boundingBox())?.height).toBeLessThanOrEqual(80);
  await page.getByRole("button", { name: "Full", exact: true }).press("Enter");
  await expect.poll(() => items.first().innerText()).toMatch(/1\.5 sec\s*110 tokens\s*\$0\.000021/);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Compact", exact: true }).press("Enter");

  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => table.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await expect.poll(() => page.locator("main").evaluate((main) => main.scrollWidth - main.clientWidth)).toBe(0);
  const placeOf = (name: string) => table.getByRole("link", { name: `row 1 in ${name}` }).boundingBox();
  const [first, last] = [await placeOf("baseline"), await placeOf("smaller model")];
  expect(last?.y).toBeGreaterThan((first?.y ?? Infinity) + (first?.height ?? 0));
  expect((last?.x ?? Infinity) + (last?.width ?? 0)).toBeLessThan(390);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("checkbox", { name: "Improvements only" }).press("Space");
  await expect.poll(() => items.count()).toBe(1);
  await page.getByRole("checkbox", { name: "Regressions only" }).press("Space");
  await expect.poll(() => items.count()).toBe(3);
  expect(await page.getByRole("checkbox", { name: "Improvements only" }).isChecked()).toBe(false);
  const words = page.getByRole("searchbox", { name: "Search input and output" });
  await words.fill("nothing like this");
  await page.getByRole("heading", { name: "No matching items" }).waitFor();
  await words.fill("rome");
  await page.getByText("1 of 5 rows").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const [names, ...lines] = (await readFile(await (await download).path(), "utf8")).trim().split("\r\n");
  expect(names).toContain("number,input,expectedOutput,baseline: output,baseline: error,baseline: exact,");
  expect(names).toContain(",shorter prompt: output,");
  expect(lines).toHaveLength(1);
  await words.fill("");
  await page.getByRole("button", { name: "Diff", exact: true }).press("Enter");
  await table.locator("del", { hasText: "Rome" }).first().waitFor();
  await table.locator("ins", { hasText: "know" }).first().waitFor();
  await expectAccessible(page);

  await head("smaller model").getByRole("button", { name: "Set as baseline" }).press("Enter");
  await expect.poll(() => head("baseline").innerText()).toContain("1 improved");
  await page.reload();
  await head("smaller model").getByText("Baseline").waitFor();
  expect(await page.getByRole("checkbox", { name: "Regressions only" }).isChecked()).toBe(true);

  await table.getByRole("link", { name: "Open run of row 3 in shorter prompt" }).press("Enter");
  await page.waitForURL(/\/logs\/steps\/[\w-]+\?currentStepId=/);

  await goto(`/projects/${projectId}/logs/scores`);
  const judged = page.getByRole("grid", { name: "Scores" }).getByRole("row").filter({ hasText: "Kenya" }).last();
  await expect.poll(() => judged.innerText()).toContain("The capital of Kenya is Nairobi.");
  await judged.press("Enter");
  await sidePanel(page).getByRole("link", { name: "Open the item in its experiment", exact: true }).press("Enter");
  // With a single experiment, the page has the name of the experiment, and compares nothing.
  await page.getByRole("heading", { name: "baseline", level: 1 }).waitFor();
  const results = page.getByRole("region", { name: "Results" });
  await results.getByRole("columnheader", { name: "exact", exact: true }).waitFor();
  expect(await page.getByRole("checkbox", { name: "Regressions only" }).count()).toBe(0);
  expect(await page.getByRole("button", { name: "Diff", exact: true }).count()).toBe(0);
  const spread = page.getByRole("region", { name: "Distribution of the scores" });
  expect(await spread.getByRole("listitem").allInnerTexts()).toEqual(["0.5: 1 row\n1\n0.5", "1: 4 rows\n4\n1"]);
  const [one, other] = await Promise.all((await spread.getByRole("listitem").all()).map((bar) => bar.boundingBox()));
  expect(other).toMatchObject({ y: one?.y, height: one?.height });
  const marked = results.locator('tr[aria-current="true"]');
  await expect.poll(() => marked.innerText()).toContain("Kenya");
  await expect.poll(() => marked.locator(":focus").count()).toBe(1);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Row 4" });
  await panel.getByRole("region", { name: "baseline" }).getByText("exact 1").waitFor();
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Next row" }).press("Enter");
  await page.getByRole("complementary", { name: "Row 5" }).getByText("Japan", { exact: true }).waitFor();

  await goto(`/projects/${projectId}/experiments`);
  await page.getByRole("searchbox", { name: "Search by name" }).fill("SHORT");
  await expect.poll(() => page.getByRole("row").count()).toBe(2);
  expect(new URL(page.url()).searchParams.get("search")).toBe("SHORT");
  await page.getByRole("button", { name: "Delete shorter prompt" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Delete experiment “shorter prompt”?" });
  await expect
    .poll(() => dialog.innerText())
    .toContain("The 5 items of the experiment and their scores are deleted too.");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Delete" }).press("Enter");
  await page.getByRole("heading", { name: "No experiment name contains “SHORT”" }).waitFor();
  await page.getByRole("searchbox", { name: "Search by name" }).fill("");
  await expect.poll(() => page.getByRole("row").count()).toBe(3);
  // The scores of the other two experiments remain.
  expect(await graphql("{ scores { totalCount } }")).toEqual({ scores: { totalCount: 10 } });
});

test("a single experiment is sorted by its lowest score, filtered, and compared with the previous one", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId, ingest, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
    },
  });
  const [first = "", second = "", third = ""] = made?.experimentIds ?? [];
  const run = "query ($id: String!) { datasetExperiment(id: $id) { items { experimentRunId } } }";
  const { datasetExperiment } = (await graphql(run, { id: second })) as {
    datasetExperiment: { items: { experimentRunId: string }[] };
  };
  await ingest([{ id: datasetExperiment.items[1]?.experimentRunId, error: "The context is too long" }]);
  await goto(`/projects/${projectId}/experiments/compare?ids=${second}`);
  const results = page.getByRole("region", { name: "Results" });
  const countries = () => results.getByRole("button", { name: /^Show row/ }).allInnerTexts();
  await results.getByText("The context is too long").waitFor();
  const headers = await results.getByRole("columnheader").allInnerTexts();
  expect(headers).toEqual(["No.", "Input", "Expected output", "Output", "exact", "Latency", "Tokens", "Cost", "Run"]);
  // The parameter that has changed since the previous experiment is marked.
  await page.getByRole("region", { name: "Parameters" }).getByText("before: baseline").waitFor();
  const spread = page.getByRole("region", { name: "Distribution of the scores" });
  await spread.getByRole("figure", { name: "exact", exact: true }).getByText("−0.3").waitFor();
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download CSV" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  expect(file).toContain("number,input,expectedOutput,output,error,exact,reasons,latency,tokens,cost");
  expect(file).toContain("The context is too long");

  await results.getByRole("button", { name: "exact", exact: true }).press("Enter");
  await expect.poll(countries).toEqual(["3", "4", "1", "2", "5"]);
  await page.getByRole("checkbox", { name: "Failed only (1)" }).press("Space");
  await expect.poll(countries).toEqual(["2"]);
  await page.getByRole("checkbox", { name: "Failed only (1)" }).press("Space");
  await expect.poll(countries).toEqual(["3", "4", "1", "2", "5"]);
  await spread.getByRole("button", { name: "0: 2 rows" }).press("Enter");
  await expect.poll(countries).toEqual(["3", "4"]);
  await page.getByRole("searchbox", { name: "Search input and output" }).fill("kenya");
  await expect.poll(countries).toEqual(["4"]);
  await page.getByRole("button", { name: "exact: 0" }).press("Enter");
  await page.getByRole("searchbox", { name: "Search input and output" }).fill("");
  await expect.poll(countries).toEqual(["3", "4", "1", "2", "5"]);
  await page.getByRole("button", { name: "Diff from expected" }).press("Enter");
  await results.locator("ins", { hasText: "know" }).first().waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await results.getByRole("button", { name: "Latency" }).waitFor();
  await expect.poll(() => results.evaluate((frame) => frame.scrollWidth - frame.clientWidth)).toBe(0);
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await results.getByRole("button", { name: "Show row 3" }).click();
  await page.getByRole("complementary", { name: "Row 3" }).waitFor();
  await page.getByRole("link", { name: "Compare with previous" }).click();
  await page.getByRole("heading", { name: "Compare experiments" }).waitFor();
  expect(new URL(page.url()).searchParams.get("ids")).toBe(`${first},${second}`);
  await page.getByRole("complementary", { name: "Row 3" }).waitFor();
  await goto(`/projects/${projectId}/experiments/compare?ids=${third}`);
  await page.getByRole("button", { name: "Compare with another experiment" }).click();
  await page.getByRole("menuitem", { name: "Compare with baseline" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get("ids")).toBe(`${first},${third}`);
});

test("a result links to its dataset item, the item to its results, and a run is added to a dataset", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
    },
  });
  await goto(`/projects/${projectId}/experiments/compare?ids=${made?.experimentIds[1] ?? ""}`);
  await page.getByRole("link", { name: "Dataset: capitals" }).waitFor();
  await page.getByRole("button", { name: "Show row 3" }).click();
  const row = page.getByRole("complementary", { name: "Row 3" });
  await row.getByRole("button", { name: "Add to dataset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add to dataset" });
  await expect.poll(() => dialog.getByRole("group").count()).toBe(1);
  await expectAccessible(page);
  await choose(dialog.getByLabel("Dataset", { exact: true }), "New dataset");
  await dialog.getByLabel("Name of the new dataset").fill("unknown capitals");
  await dialog.getByRole("button", { name: "Add 1 item" }).click();
  await page.getByText("1 item added to unknown capitals").waitFor();
  await row.getByRole("link", { name: "Open dataset item" }).click();
  const item = page.getByRole("complementary", { name: "Item 3" });
  await item.getByText("Chile", { exact: true }).waitFor();
  // No item has metadata.
  const headers = page.getByRole("region", { name: "Items" }).getByRole("columnheader");
  await expect
    .poll(() => headers.allInnerTexts())
    .toEqual(["No.", "Input", "Expected output", "smaller model\nexact", "shorter prompt\nexact", "baseline\nexact"]);
  const firstItem = page.getByRole("region", { name: "Items" }).getByRole("row").nth(2);
  expect(await firstItem.getByRole("link").allTextContents()).toEqual(["exact 0", "exact 1", "exact 1"]);
  await item.getByRole("link", { name: "Compare 3 results" }).click();
  await page.getByRole("heading", { name: "Compare experiments" }).waitFor();
  await page
    .getByRole("complementary", { name: "Row 3" })
    .getByRole("region", { name: "shorter prompt" })
    .getByText("The capital of Chile is unknown to me.")
    .waitFor();
  await expectAccessible(page);
  const url = new URL(page.url());
  url.searchParams.set("row", "added-later");
  await goto(url.pathname + url.search);
  await page.getByText("These experiments have no result for the selected item.").waitFor();
});

test("items are sorted by their worst score, and selected items are put into splits and deleted together", async () => {
  let made: Improvements | undefined;
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      made = await seedImprovements(service);
    },
  });
  await goto(`/projects/${projectId}/datasets/${made?.datasetId ?? ""}`);
  const items = page.getByRole("region", { name: "Items" });
  const numbers = () => items.getByRole("button", { name: /^Open item/ }).allInnerTexts();
  const shorter = items.getByRole("columnheader", { name: /^shorter prompt/ });
  await shorter.getByRole("button", { name: "exact", exact: true }).press("Enter");
  await expect.poll(numbers).toEqual(["3", "4", "1", "2", "5"]);
  expect(await shorter.getAttribute("aria-sort")).toBe("ascending");
  // The panel follows the order of the table, and shows the outputs of the newest experiments.
  await items.getByRole("button", { name: "Open item 4" }).press("Enter");
  const panel = page.getByRole("complementary", { name: "Item 4" });
  const results = panel.getByRole("region", { name: "Results in experiments" });
  await results.getByText("The capital of Kenya is unknown to me.").waitFor();
  expect(await results.getByRole("listitem").count()).toBe(3);
  await expectAccessible(page);
  await panel.getByRole("button", { name: "Next item" }).press("Enter");
  await page.getByRole("complementary", { name: "Item 1" }).waitFor();
  await page.keyboard.press("Escape");
  await items.getByRole("button", { name: "No.", exact: true }).press("Enter");
  await expect.poll(numbers).toEqual(["1", "2", "3", "4", "5"]);

  await items.getByRole("checkbox", { name: "Select item 1" }).press("Space");
  await items.getByRole("checkbox", { name: "Select item 3" }).press("Space");
  const bar = page.getByRole("group", { name: "2 items selected" });
  await expectAccessible(page);
  await bar.getByRole("button", { name: "Change splits" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change the splits of 2 items" });
  await dialog.getByLabel("Add to splits").fill("hard, checked");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await bar.waitFor({ state: "detached" });
  const read = async () => {
    const query = "query ($id: String!) { dataset(id: $id) { version items { splits } } }";
    return (await graphql(query, { id: made?.datasetId })) as {
      dataset: { version: number; items: { splits: string[] }[] };
    };
  };
  const { dataset: before } = await read();
  const inBoth = ["hard", "checked"].toSorted();
  expect(before.items.map(({ splits }) => splits.toSorted())).toEqual([inBoth, [], inBoth, [], []]);
  await items.getByRole("checkbox", { name: "Select item 1" }).press("Space");
  await page.getByRole("button", { name: "Change splits" }).press("Enter");
  const other = page.getByRole("dialog", { name: "Change the splits of 1 item" });
  await toggle(other.getByLabel("Remove from splits"), ["hard"]);
  await other.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await other.waitFor({ state: "detached" });
  expect((await read()).dataset.items[0]).toEqual({ splits: ["checked"] });

  await items.getByRole("checkbox", { name: "Select all shown items" }).press("Space");
  await page.getByRole("group", { name: "5 items selected" }).waitFor();
  await items.getByRole("checkbox", { name: "Select item 2" }).press("Space");
  await page
    .getByRole("group", { name: "4 items selected" })
    .getByRole("button", { name: "Delete", exact: true })
    .press("Enter");
  const confirm = page.getByRole("dialog", { name: "Delete 4 items?" });
  await confirm.getByText("Earlier versions of the dataset keep them.").waitFor();
  await confirm.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await expect.poll(numbers).toEqual(["1"]);
  await items.getByText("Italy").waitFor();
  // One version for each of the three changes.
  expect((await read()).dataset.version).toBe(before.version + 2);
});

test("datasets are sorted, and a dataset is created from a file", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async (service) => {
      await seedImprovements(service);
      const add = `mutation ($name: String!) { createDataset(name: $name) { id } }`;
      await service.graphql(add, { name: "a newer one" });
    },
  });
  await goto(`/projects/${projectId}/datasets`);
  const list = page.getByRole("region", { name: "Datasets" });
  const names = () => list.locator("tbody").getByRole("row").locator("td:first-child a").allInnerTexts();
  await list.getByRole("button", { name: "Experiments" }).press("Enter");
  await expect.poll(names).toEqual(["capitals", "a newer one"]);
  await list.getByRole("button", { name: "Name", exact: true }).press("Enter");
  await expect.poll(names).toEqual(["a newer one", "capitals"]);
  await list.getByRole("button", { name: "Name", exact: true }).press("Enter");
  await expect.poll(names).toEqual(["capitals", "a newer one"]);
  expect(new URL(page.url()).searchParams.get("sort")).toBe("-name");
  await list.getByRole("button", { name: "Last run" }).press("Enter");
  await expect.poll(names).toEqual(["capitals", "a newer one"]);
  await expectAccessible(page);

  await page.getByRole("button", { name: "Create from file" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New dataset from a file" });
  await dialog.getByText("Drop a file here, or select one").waitFor();
  await expectAccessible(page);
  const file = { name: "rivers.csv", mimeType: "text/csv" };
  const text = "country,expected_river\nFrance,Seine\nItaly,Tiber\n";
  await dialog.getByLabel("File").setInputFiles({ ...file, buffer: Buffer.from(text) });
  await dialog.getByText("rivers.csv").waitFor();
  expect(await dialog.getByLabel("Name").inputValue()).toBe("rivers");
  await expectAccessible(page);
  await dialog.getByLabel("Name").fill("capitals");
  await dialog.getByRole("button", { name: "Create dataset with 2 items" }).press("Enter");
  await dialog.getByRole("alert").waitFor();
  await dialog.getByLabel("Name").fill("rivers of Europe");
  await dialog.getByRole("button", { name: "Create dataset with 2 items" }).press("Enter");
  await page.getByRole("heading", { name: "rivers of Europe" }).waitFor();
  const { dataset } = (await graphql('{ dataset(name: "rivers of Europe") { items { input } } }')) as {
    dataset: { items: { input: { country: string } }[] };
  };
  expect(dataset.items.map(({ input }) => input.country)).toEqual(["France", "Italy"]);
});
