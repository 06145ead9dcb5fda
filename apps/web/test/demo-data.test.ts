import { expect, test } from "vitest";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { demoPrefix, demoTag as mark } from "../../demo/src/demo-mark.ts";
import { openUi } from "./browser/open-ui.ts";

test("one click removes the demo and keeps other records", async () => {
  const { page, goto, projectId, graphql } = await openUi({
    path: null,
    seed: async ({ graphql: ask, ingest }) => {
      const metadata = { [mark]: true };
      for (const [id, tags] of [
        ["demo-1", [mark]],
        ["demo-2", [mark, "orders"]],
        ["own", ["demo"]],
      ] as const) {
        const participantId = id === "demo-1" ? "amara" : "max";
        // oxlint-disable-next-line no-await-in-loop -- few
        await ask(
          `mutation ($id: String!, $tags: [String!], $user: String) {
            upsertThread(id: $id, name: $id, tags: $tags, participantId: $user) { id }
          }`,
          { id, tags, user: participantId },
        );
      }
      await ingest([
        { id: "a", type: "run", threadId: "demo-1", tags: [mark], output: { content: "Hi" } },
        { id: "b", type: "run", tags: [mark], environment: "experiment", output: { content: "Hi" } },
        { id: "c", type: "run", threadId: "own", output: { content: "Hi" } },
      ]);
      const { participants } = (await ask(`{ participants { edges { node { id } } } }`)) as {
        participants: { edges: { node: { id: string } }[] };
      };
      for (const { node } of participants.edges) {
        // oxlint-disable-next-line no-await-in-loop -- few
        await ask(
          `mutation ($id: String!, $metadata: Json) { updateParticipant(id: $id, metadata: $metadata) { id } }`,
          {
            id: node.id,
            metadata,
          },
        );
      }
      const { own, cases } = (await ask(
        `mutation ($metadata: Json) {
          own: createDataset(name: "own", type: key_value) { id }
          cases: createDataset(name: "cases", type: key_value, metadata: $metadata) { id }
          schema: createScoreSchema(schema: { name: "demo", type: CONTINUOUS, description: "${demoPrefix}quality" }) { id }
          board: createDashboard(dashboard: { name: "demo", description: "${demoPrefix}costs" }) { id }
          ownBoard: createDashboard(dashboard: { name: "own" }) { id }
          ownSchema: createScoreSchema(schema: { name: "own", type: CONTINUOUS }) { id }
        }`,
        { metadata },
      )) as Record<"own" | "cases", { id: string }>;
      for (const [name, versionDesc] of [
        ["demo-prompt", `${demoPrefix}first`],
        ["changed-prompt", "by a person"],
      ]) {
        // oxlint-disable-next-line no-await-in-loop -- few
        const { lineage } = (await ask(
          `mutation ($name: String!, $description: String) {
            lineage: createPromptLineage(name: $name, description: $description) { id } }`,
          { name, description: `${demoPrefix}prompt` },
        )) as { lineage: { id: string } };
        // oxlint-disable-next-line no-await-in-loop -- few
        await ask(
          `mutation ($id: String!, $versionDesc: String) {
            createPromptVersion(lineageId: $id, versionDesc: $versionDesc, templateMessages: []) { id } }`,
          { id: lineage.id, versionDesc },
        );
      }
      await ask(
        `mutation ($own: String!, $cases: String!, $metadata: Json) {
          createDatasetItem(datasetId: $cases, input: { q: 1 }, metadata: $metadata) { id }
          a: createDatasetExperiment(name: "demo", datasetId: $cases, params: $metadata) { id }
          b: createDatasetExperiment(name: "own", datasetId: $own) { id }
        }`,
        { own: own.id, cases: cases.id, metadata },
      );
    },
  });
  await goto(`/projects/${projectId}/settings/project`);
  await page.getByText("2 invented threads").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove demo data" }).click();
  await page.getByRole("heading", { name: "Demo data" }).waitFor({ state: "detached" });
  expect(
    await graphql(`
      {
        threads {
          edges {
            node {
              id
            }
          }
        }
        steps {
          edges {
            node {
              id
            }
          }
        }
        participants {
          edges {
            node {
              identifier
            }
          }
        }
        datasets {
          edges {
            node {
              name
            }
          }
        }
        datasetExperiments {
          edges {
            node {
              name
            }
          }
        }
        promptLineages {
          edges {
            node {
              name
            }
          }
        }
        scoreSchemas {
          name
        }
        dashboards {
          name
        }
      }
    `),
  ).toEqual({
    threads: { edges: [{ node: { id: "own" } }] },
    steps: { edges: [{ node: { id: "c" } }] },
    participants: { edges: [{ node: { identifier: "max" } }] },
    datasets: { edges: [{ node: { name: "own" } }] },
    datasetExperiments: { edges: [{ node: { name: "own" } }] },
    promptLineages: { edges: [{ node: { name: "changed-prompt" } }] },
    dashboards: [{ name: "own" }],
    scoreSchemas: [{ name: "own" }],
  });
});

test("a project without the demo does not offer to remove it", async () => {
  const { page, goto, projectId } = await openUi({ path: null });
  await goto(`/projects/${projectId}/settings/project`);
  await page.getByRole("textbox", { name: "Project name" }).waitFor();
  expect(await page.getByRole("heading", { name: "Demo data" }).count()).toBe(0);
});
