import { expect, test } from "vitest";
import { choose } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { expectSoon } from "./browser/expect-soon.ts";
import { openUi } from "./browser/open-ui.ts";
import { seedPrompts } from "./seed-prompts.ts";

test("by keyboard, sliders set the rollout, and the percentages add up to 100", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null, seed: seedPrompts });
  await goto(`/projects/${projectId}/prompts/capital-finder?tab=rollout`);
  await choose(page.getByLabel("Add version"), "Version 1");
  await choose(page.getByLabel("Add version"), "Version 2");
  await page.getByRole("slider", { name: "Share of version 1" }).focus();
  for (let press = 0; press < 33; press += 1) await page.keyboard.press("ArrowRight");
  const output = page.locator("output");
  await expect.poll(() => output.allTextContents()).toEqual(["67%", "33%", "0%"]);
  await page.getByRole("slider", { name: "Share of version 2" }).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => output.last().textContent()).toBe("1%");
  const shares = (await output.allTextContents()).map((text) => Number.parseInt(text, 10));
  expect(shares.reduce((sum, share) => sum + share, 0)).toBe(100);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save", exact: true }).focus();
  await page.keyboard.press("Enter");
  const stored = shares.map((rollout, version) => ({ node: { version, rollout } }));
  await expect
    .poll(() =>
      graphql('{ promptLineageRollout(lineageName: "capital-finder") { edges { node { version rollout } } } }'),
    )
    .toEqual({ promptLineageRollout: { edges: stored } });
});

test("prompts of all pages are sorted by a column, and filtered by label", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const create = "mutation ($name: String!) { createPromptLineage(name: $name) { id } }";
      const made = (await graphql(create, { name: "a first prompt" })) as { createPromptLineage: { id: string } };
      await graphql("mutation ($id: String!) { createPromptVersion(lineageId: $id, templateMessages: []) { id } }", {
        id: made.createPromptLineage.id,
      });
      await graphql('mutation { setPromptLabel(name: "a first prompt", label: "production", version: 0) { id } }');
      for (let number = 1; number <= 60; number++) await graphql(create, { name: `prompt ${number + 100}` });
    },
  });
  await goto(`/projects/${projectId}/prompts`);
  const table = page.getByRole("region", { name: "Prompts" });
  const names = () => table.locator("[data-row]").allInnerTexts();
  // The oldest prompt is on the second page.
  await expect.poll(async () => (await names()).length).toBe(50);
  await table.getByRole("button", { name: "Name", exact: true }).press("Enter");
  await expect.poll(async () => (await names()).length).toBe(61);
  expect((await names()).slice(0, 2)).toEqual(["a first prompt", "prompt 101"]);
  await table.getByRole("button", { name: "Versions", exact: true }).press("Enter");
  await expect.poll(async () => (await names())[0]).toBe("a first prompt");
  expect(await table.getByRole("columnheader", { name: "Versions" }).getAttribute("aria-sort")).toBe("descending");
  await choose(page.getByLabel("Labels"), "No label");
  await expect.poll(async () => (await names()).length).toBe(60);

  await goto(`/projects/${projectId}/prompts?label=production`);
  await expect.poll(names).toEqual(["a first prompt"]);
  await expectAccessible(page);
  await choose(page.getByLabel("Labels"), "staging");
  await page.getByRole("heading", { name: "No prompt matches the filter" }).waitFor();
  await choose(page.getByLabel("Labels"), "Any label");
  await expect.poll(async () => (await names()).length).toBe(61);
  await expect.poll(() => new URL(page.url()).search).toBe("");
});

test("versions of thousands of lines are compared with few lines in the DOM", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const made = (await graphql('mutation { createPromptLineage(name: "long") { id } }')) as {
        createPromptLineage: { id: string };
      };
      for (const last of ["the old end", "the new end"]) {
        const content = [...Array.from({ length: 5_000 }, (_value, index) => `line ${index}`), last].join("\n");
        await graphql(
          "mutation ($id: String!, $messages: Json) { createPromptVersion(lineageId: $id, templateMessages: $messages) { id } }",
          { id: made.createPromptLineage.id, messages: [{ role: "system", content }] },
        );
      }
    },
  });
  await goto(`/projects/${projectId}/prompts/long?version=1&tab=compare`);
  const difference = page.getByRole("region", { name: "Difference between version 0 and version 1" });
  await expect.poll(() => difference.locator("ins").allTextContents()).toEqual(["new"]);
  await difference.getByRole("button", { name: /unchanged lines$/ }).click();
  await difference.getByText("line 3", { exact: true }).first().waitFor();
  await expect
    .poll(async () => {
      await difference.evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
      return difference.locator("ins").allTextContents();
    })
    .toEqual(["new"]);
  expect(await difference.locator("[data-index]").count()).toBeLessThan(150);
});

test("an empty project shows how to send the first prompt, shows it when it arrives, and can create one by hand", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null });
  await goto(`/projects/${projectId}/prompts`);
  await page.getByRole("heading", { name: "No prompts yet" }).waitFor();
  await expectAccessible(page);
  await graphql('mutation { createPromptLineage(name: "from code / é") { id } }');
  await page.getByRole("link", { name: "from code / é" }).click();
  await page.getByRole("heading", { name: "No versions yet" }).waitFor();
  await page.getByRole("link", { name: "Create first version" }).click();
  await page.getByLabel("Content of message 1").fill("Hello {{name}}");
  await page.getByRole("button", { name: "Save version", exact: true }).click();
  const save = page.getByRole("dialog").getByRole("button", { name: "Save as new version" });
  await save.click();
  await page.getByRole("heading", { name: "Version 0", exact: true }).waitFor();
  // Without a change, there is nothing to save.
  await page.getByRole("link", { name: "Open in playground" }).click();
  await page.getByRole("button", { name: "Save version", exact: true }).click();
  await page.getByText("Nothing has changed since version 0").waitFor();
  expect(await save.isDisabled()).toBe(true);
  await goto(`/projects/${projectId}/playground?name=missing`);
  await page.getByText("Prompt “missing” not found").waitFor();
  await page.getByRole("main").getByRole("link", { name: "Playground" }).waitFor();
  await goto(`/projects/${projectId}/playground`);
  await page.getByRole("button", { name: "Load a prompt version into column 1" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Load", exact: true }).click();
  await expect.poll(() => page.getByLabel("Content of message 1").inputValue()).toBe("Hello {{name}}");
});

test("the metrics of a prompt include scores of its generations and of the runs around them", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql, ingest }) => {
      const { createPromptLineage } = (await graphql('mutation { createPromptLineage(name: "greeting") { id } }')) as {
        createPromptLineage: { id: string };
      };
      const { createPromptVersion } = (await graphql(
        'mutation ($id: String!) { createPromptVersion(lineageId: $id, templateMessages: [{ role: "user", content: "Hi" }]) { id } }',
        { id: createPromptLineage.id },
      )) as { createPromptVersion: { id: string } };
      const generation = { provider: "openai", model: "gpt-4o-mini", promptId: createPromptVersion.id };
      const startTime = new Date(Date.now() - 3_600_000).toISOString();
      await ingest([
        { id: "run", type: "run", name: "greet", startTime },
        { id: "call", type: "llm", parentId: "run", rootRunId: "run", startTime, generation },
        { id: "elsewhere", type: "run", name: "other" },
        // The scored generation is not on the first pages of the list.
        ...Array.from({ length: 920 }, (_, index) => ({ id: `later-${index}`, type: "llm", generation })),
      ]);
      for (const [stepId, name, value] of [
        ["run", "user-feedback", 0.5],
        ["call", "correct", 1],
        ["later-919", "correct", 0],
        ["elsewhere", "unrelated", 0],
      ] as const) {
        // oxlint-disable-next-line no-await-in-loop -- a few requests
        await graphql(
          "mutation ($stepId: String, $name: String!, $value: Float!) { createScore(stepId: $stepId, name: $name, type: HUMAN, value: $value) { id } }",
          { stepId, name, value },
        );
      }
    },
  });
  await goto(`/projects/${projectId}/prompts/greeting?tab=metrics`);
  const table = page.getByRole("region", { name: "Metrics" });
  await expectSoon(() => table.innerText()).toContain("user-feedback 0.5");
  expect(await table.innerText()).toContain("correct 0.5");
  expect(await table.innerText()).not.toContain("unrelated");
  await expectAccessible(page);
  // The list shows the same averages.
  await goto(`/projects/${projectId}/prompts`);
  const row = page.getByRole("row", { name: /greeting/ });
  await expectSoon(() => row.innerText()).toContain("user-feedback 0.5");
  expect(await row.innerText()).toContain("correct 0.5");
});

test("the metrics of a prompt exclude experiments and the playground unless they are wanted, and settings are fields", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql, ingest }) => {
      const { createPromptLineage } = (await graphql('mutation { createPromptLineage(name: "greeting") { id } }')) as {
        createPromptLineage: { id: string };
      };
      const { createPromptVersion } = (await graphql(
        `
          mutation ($id: String!, $settings: Json) {
            createPromptVersion(
              lineageId: $id
              templateMessages: [{ role: "user", content: "Hi" }]
              settings: $settings
            ) {
              id
            }
          }
        `,
        {
          id: createPromptLineage.id,
          settings: { model: "gpt-4o", temperature: 0.125, max_tokens: 2000, response_format: { type: "json_object" } },
        },
      )) as { createPromptVersion: { id: string } };
      const generation = { model: "gpt-4o", promptId: createPromptVersion.id, inputTokenCount: 10 };
      await ingest([
        { id: "call-1", type: "llm", generation },
        { id: "call-2", type: "llm", environment: "production", generation },
        {
          id: "try",
          type: "llm",
          environment: "experiment",
          error: "Failed",
          generation: { ...generation, inputTokenCount: 1000 },
        },
      ]);
    },
  });
  await goto(`/projects/${projectId}/prompts`);
  const listed = page.getByRole("row", { name: /greeting/ }).locator('td[data-label="Generations"]');
  await expectSoon(() => listed.innerText()).toBe("2");
  await page.getByText("Experiments and the playground are not counted.").waitFor();
  await goto(`/projects/${projectId}/prompts/greeting?version=0&tab=usage`);
  await page.getByText("2 generations", { exact: true }).waitFor();
  await page.getByText("Experiments and the playground are not counted.").waitFor();
  const latest = page.getByRole("region", { name: "Latest generations" });
  await expectSoon(() => latest.getByRole("row").count()).toBe(3);
  expect(await page.getByRole("region", { name: "Environments" }).innerText()).not.toContain("experiment");
  await expectAccessible(page);
  await goto(`/projects/${projectId}/prompts/greeting?version=0&tab=metrics`);
  const table = page.getByRole("region", { name: "Metrics" });
  await table.getByRole("row", { name: /^v0 .*2 0 .* 10 / }).waitFor();
  await page.getByText("Experiments and the playground are not counted.").waitFor();
  await expectAccessible(page);
  const environment = page.getByRole("combobox", { name: "Environment", exact: true });
  await choose(environment, "All environments");
  await table.getByRole("row", { name: /^v0 .*3 1 \(33\.3%\) .* 340 / }).waitFor();
  expect(await page.getByText("Experiments and the playground are not counted.").count()).toBe(0);
  await choose(environment, "production");
  await table.getByRole("row", { name: /^v0 .*1 0 .* 10 / }).waitFor();
  await choose(environment, "Exclude experiments");
  await table.getByRole("link", { name: "2", exact: true }).click();
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(2);

  await goto(`/projects/${projectId}/prompts/greeting?version=0`);
  const settings = page.getByRole("region", { name: "Settings", exact: true });
  await expectSoon(() => settings.locator("dl").innerText()).toMatch(
    /^Model\s+gpt-4o\s+Temperature\s+0\.125\s+Maximum output tokens\s+2000$/,
  );
  await settings.locator("pre").getByText("json_object").waitFor();
});

test("the metrics of a prompt compare each version with the live one, in a period that can be changed", async () => {
  const { page, goto, projectId, graphql } = await openUi({ path: null, seed: seedPrompts });
  await graphql('mutation { setPromptLabel(name: "capital-finder", label: "production", version: 1) { id } }');
  for (const [version, name, value] of [
    [1, "correct", 0.5],
    [2, "correct", 1],
    [1, "similar", 0.8],
    [2, "similar", 0.8001],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- a few requests
    const { generations } = (await graphql(
      'query ($version: Json) { generations(first: 1, filters: [{ field: "promptVersion", operator: eq, value: $version }]) { edges { node { id } } } }',
      { version },
    )) as { readonly generations: { readonly edges: readonly { readonly node: { readonly id: string } }[] } };
    // oxlint-disable-next-line no-await-in-loop -- as above
    await graphql(
      "mutation ($stepId: String, $name: String!, $value: Float!) { createScore(stepId: $stepId, name: $name, type: HUMAN, value: $value) { id } }",
      { stepId: generations.edges[0]?.node.id, name, value },
    );
  }
  await goto(`/projects/${projectId}/prompts/capital-finder?tab=metrics`);
  const table = page.getByRole("region", { name: "Metrics" });
  await table.getByRole("row", { name: /^v1 production 4 0 [^+]*$/ }).waitFor();
  await table.getByRole("row", { name: /^v2 4 0 .*117 \+0\.9%/ }).waitFor();
  // One score of each version is too few to call a version better.
  await table.getByRole("row", { name: /^v2 .*correct 1 \(1 score\)\s*\+0\.5/ }).waitFor();
  expect(await table.getByTitle("1 score", { exact: true }).allTextContents()).toContain("similar 0.8 (1 score)");
  expect(await table.getByTitle(/better than 0.8/).count()).toBe(0);
  await page.getByText(/^Changes are relative to the live version, v1\./).waitFor();
  await table.getByRole("row", { name: /^v2/ }).getByRole("link", { name: "4", exact: true }).press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/generations?**from=**`);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(4);
  await page.goBack();
  const versions = page.getByRole("figure", { name: "Generations", exact: true });
  await expectSoon(() => versions.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringContaining("capital-finder v0"),
    expect.stringContaining("capital-finder v1"),
    expect.stringContaining("capital-finder v2"),
    "",
  ]);
  await versions.getByRole("button", { name: /Show as table$/ }).press("Enter");
  await versions.getByRole("table").getByRole("link").first().press("Enter");
  await page.waitForURL(`**/projects/${projectId}/logs/generations?**`);
});

test("changes between prompt versions have a color only if they are clear, in the comparison and in the metrics", async () => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql, ingest }) => {
      const { createPromptLineage } = (await graphql('mutation { createPromptLineage(name: "greeting") { id } }')) as {
        createPromptLineage: { id: string };
      };
      const versions: string[] = [];
      for (const content of ["Hi", "Hello"]) {
        // oxlint-disable-next-line no-await-in-loop -- the order of the versions matters
        const { createPromptVersion } = (await graphql(
          'mutation ($id: String!, $content: Json) { createPromptVersion(lineageId: $id, templateMessages: [{ role: "user", content: $content }]) { id } }',
          { id: createPromptLineage.id, content },
        )) as { createPromptVersion: { id: string } };
        versions.push(createPromptVersion.id);
      }
      await ingest(
        versions.flatMap((promptId, version) =>
          Array.from({ length: 40 }, (_, index) => ({
            id: `call-${version}-${index}`,
            type: "llm",
            startTime: new Date(Date.now() - 3_600_000).toISOString(),
            endTime: new Date(Date.now() - 3_600_000 + (version * 4_000 + index * 10)).toISOString(),
            generation: {
              model: "gpt-4o",
              promptId,
              // The averages differ by 1, and the values of each version by up to 39.
              inputTokenCount: 100 + index + version,
            },
          })),
        ),
      );
      await graphql(
        'mutation ($label: String!) { setPromptLabel(name: "greeting", label: $label, version: 0) { id } }',
        { label: "production" },
      );
    },
  });
  await goto(`/projects/${projectId}/prompts/greeting?tab=compare&from=0&version=1`);
  const figures = page.getByRole("region", { name: "Figures of version 0 and version 1" });
  const latency = figures.getByRole("row", { name: /^Latency p50/ });
  await latency.getByText("worse", { exact: true }).waitFor();
  expect(await latency.locator("[data-tone]").last().getAttribute("data-tone")).toBe("worse");
  const tokens = figures.getByRole("row", { name: /^Tokens per generation 120 121 no clear change \+0\.8% \(\+1\)$/ });
  await tokens.waitFor();
  expect(await tokens.locator('[data-tone="worse"], [data-tone="better"]').count()).toBe(0);
  await expectAccessible(page);

  await goto(`/projects/${projectId}/prompts/greeting?tab=metrics`);
  const row = page.getByRole("region", { name: "Metrics" }).getByRole("row", { name: /^v1/ });
  await row.locator('td[data-label^="Latency"] [data-tone="worse"]').waitFor();
  expect(await row.locator('[data-tone="worse"]').count()).toBe(1);
  await expectAccessible(page);
});

test.each(["7.0", "7", "null", "1e3"])("a link to the prompt named %s opens it, encoded or not", async (name) => {
  const { page, goto, projectId } = await openUi({
    path: null,
    seed: async ({ graphql }) => {
      const { createPromptLineage } = (await graphql(
        "mutation ($name: String!) { createPromptLineage(name: $name) { id } }",
        { name },
      )) as { createPromptLineage: { id: string } };
      await graphql(
        'mutation ($id: String!) { createPromptVersion(lineageId: $id, templateMessages: [{ role: "user", content: "Say hello" }]) { id } }',
        { id: createPromptLineage.id },
      );
    },
  });
  await goto(`/projects/${projectId}/playground?name=${name}&version=0`);
  await expect.poll(() => page.getByLabel("Content of message 1").inputValue()).toBe("Say hello");
});

test("the usage of a version names its models and latest generations, and links to both", async () => {
  const { page, goto, projectId } = await openUi({ path: null, seed: seedPrompts });
  await goto(`/projects/${projectId}/prompts/capital-finder?version=0&tab=usage`);
  const latest = page.getByRole("region", { name: "Latest generations" });
  await expectSoon(() => latest.getByRole("row").count()).toBe(5);
  expect(await latest.getByText("Error", { exact: true }).count()).toBe(1);
  await expectAccessible(page);
  await latest.getByRole("link").first().press("Enter");
  await page.waitForURL(/\/logs\/steps\/[\w-]+\?currentStepId=/);
  await page.goBack();
  await page.getByRole("region", { name: "Models" }).getByRole("link", { name: "gpt-4o-mini" }).press("Enter");
  await page.waitForURL("**/logs/generations?**");
  await expectSoon(() => page.getByRole("button", { name: /^Edit filter/ }).count()).toBe(4);
  await expectSoon(() => page.locator('[role="row"][data-row]').count()).toBe(4);
});
