import { expect, test } from "vitest";
import { choose, chooseByKeyboard } from "./browser/choose.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { openUi } from "./browser/open-ui.ts";

test("by keyboard, users are sorted by last or first activity", async () => {
  const thread = (id: string, user: string) => `${id}: upsertThread(id: "${id}", participantId: "${user}") { id }`;
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async ({ graphql: ask }) => {
      for (const user of ["ada", "bob", "eve"]) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await ask(`mutation { ${thread(`of_${user}`, user)} }`);
      }
    },
  });
  const names = () => page.getByRole("region", { name: "Users" }).locator("a[data-row]").allInnerTexts();
  await goto(`/projects/${projectId}/users`);
  await expect.poll(names).toEqual(["eve", "bob", "ada"]);
  await graphql(`mutation { ${thread("again", "ada")} }`);
  await expect.poll(names).toEqual(["ada", "eve", "bob"]);
  await chooseByKeyboard(page.getByLabel("Sort by", { exact: true }), "ArrowDown", "Newest first");
  await expect.poll(names).toEqual(["eve", "bob", "ada"]);
  await expect.poll(() => new URL(page.url()).search).toBe("?order=firstEngaged");
  await expectAccessible(page);
});

test("the charts of a user count only the user's records, whatever the identifier is, and open them", async () => {
  const identifier = 'o"brien user:ada (1)';
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async ({ graphql: ask, ingest }) => {
      for (const [id, user] of Object.entries({ "by-ada": "ada", first: identifier, second: identifier })) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await ask("mutation ($id: String!, $user: String!) { upsertThread(id: $id, participantId: $user) { id } }", {
          id,
          user,
        });
      }
      await ingest([{ id: "failed", threadId: "first", type: "tool", name: "look_up", error: "no such order" }]);
      await ask(
        'mutation { a: createScore(stepId: "failed", name: "useful", type: HUMAN, value: 1) { id } b: createScore(threadId: "by-ada", name: "useful", type: HUMAN, value: 0) { id } }',
      );
    },
  });
  const { participant } = (await graphql("query ($is: String!) { participant(identifier: $is) { id } }", {
    is: identifier,
  })) as { participant: { id: string } };
  await goto(`/projects/${projectId}/users/${participant.id}`);
  const chart = (name: string) => page.getByRole("figure", { name, exact: true });
  await expect.poll(() => chart("Threads").getByRole("listitem").first().innerText()).toMatch(/Threads\s+2/);
  await expect.poll(() => chart("Step errors").getByRole("listitem").first().innerText()).toMatch(/Step errors\s+1/);
  await expectAccessible(page);
  await chart("Threads").getByRole("button", { name: "Threads: Show as table" }).click();
  await chart("Threads").getByRole("link", { name: "2", exact: true }).click();
  await page.getByText("2 records").waitFor();
  await page.goBack();
  await page.getByRole("link", { name: "1 (1)", exact: true }).click();
  await page.waitForURL("**/logs/scores*");
  await page.getByText("1 record", { exact: true }).waitFor();
  await page.goBack();
  await choose(page.getByLabel("Time range", { exact: true }), "Last 24 hours");
  await expect.poll(() => new URL(page.url()).search).toBe("?range=24h");
});

test.each(["users", "datasets", "experiments", "prompts", "score-schemas", "playground"])(
  "the page %s shows untrusted input as text, in German and on a narrow screen",
  async (path) => {
    const payload = '<img src=x onerror="alert(1)">{{constructor}}';
    const { page, goto, projectId } = await openUi({
      path: null,
      window: { viewport: { width: 390, height: 800 }, locale: "de-DE", colorScheme: "dark" },
      seed: async ({ graphql }) => {
        await graphql(
          `
            mutation ($text: String!, $json: Json) {
              createParticipant(identifier: $text) {
                id
              }
              createDataset(name: $text, description: $text) {
                id
              }
              createDatasetExperiment(name: $text, params: $json) {
                id
              }
              createPromptLineage(name: $text, description: $text) {
                id
              }
              createScoreSchema(schema: { name: $text, description: $text, type: CONTINUOUS }) {
                id
              }
            }
          `,
          { text: payload, json: { [payload]: payload } },
        );
      },
    });
    await goto(`/projects/${projectId}/${path}?name=${encodeURIComponent(payload)}`);
    await page.getByText(payload).first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await expectAccessible(page);
  },
);
