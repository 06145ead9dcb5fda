import { expect, test } from "vitest";
import { addConnection } from "./add-connection.ts";
import { expectAccessible } from "./browser/expect-accessible.ts";
import { demoConnectionHeader, demoPrefix, demoTag as mark } from "../../demo/src/demo-mark.ts";
import { openUi } from "./browser/open-ui.ts";

test("one click removes the demo and keeps other records", async () => {
  const ui = await openUi({
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
  const { page, goto, projectId, graphql } = ui;
  await goto(`/projects/${projectId}/settings/project`);
  for (const [name, description, headers] of [
    ["Own", null, []],
    ["Demo model", `${demoPrefix}judge`, [{ name: demoConnectionHeader, value: "true" }]],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- few
    await addConnection(ui, { name, baseUrl: "http://127.0.0.1:9/v1", headers });
    // oxlint-disable-next-line no-await-in-loop -- few
    const { modelConnections } = (await graphql("{ modelConnections { id name } }")) as {
      modelConnections: { id: string; name: string }[];
    };
    const judge = {
      messages: [{ role: "user", content: "{{output}}" }],
      inputs: [{ name: "output", path: "output" }],
      minimum: 0,
      maximum: 1,
      connectionId: modelConnections.find((one) => one.name === name)?.id,
      model: "m",
    };
    // oxlint-disable-next-line no-await-in-loop -- few
    const { evaluator } = (await graphql(
      `
        mutation ($evaluator: EvaluatorInfoInput!, $version: EvaluatorVersionInput!) {
          evaluator: createEvaluator(evaluator: $evaluator, version: $version) {
            latestVersion {
              id
            }
          }
        }
      `,
      {
        evaluator: { name: `${demoPrefix}${name}`, description },
        version: { kind: "LLM", target: "RUN", scoreName: "s", judge },
      },
    )) as { evaluator: { latestVersion: { id: string } } };
    const value = [name === "Own" ? "other" : mark];
    // oxlint-disable-next-line no-await-in-loop -- few
    await graphql("mutation ($rule: EvaluationRuleInput!) { createEvaluationRule(rule: $rule) { id } }", {
      rule: {
        name: `${demoPrefix}${name}`,
        evaluatorVersionId: evaluator.latestVersion.id,
        filters: [{ field: "tags", operator: "in", value }],
      },
    });
    // oxlint-disable-next-line no-await-in-loop -- few
    const { scoreSchemas } = (await graphql("{ scoreSchemas { id } }")) as { scoreSchemas: { id: string }[] };
    // oxlint-disable-next-line no-await-in-loop -- few
    await graphql("mutation ($queue: ReviewQueueInput!) { createReviewQueue(queue: $queue) { id } }", {
      queue: {
        name: `${demoPrefix}${name}`,
        target: "STEP",
        criteria: [{ scoreSchemaId: scoreSchemas[0]?.id }],
        source: "FILTER",
        filters: [{ field: "tags", operator: "in", value }],
      },
    });
  }
  await page.reload();
  await page.getByText("2 demo threads").waitFor();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Remove demo data" }).click();
  await page.getByRole("heading", { name: "Demo data" }).waitFor({ state: "detached" });
  expect(
    await graphql("{ modelConnections { name } evaluators { name } evaluationRules { name } reviewQueues { name } }"),
  ).toEqual({
    modelConnections: [{ name: "Own" }],
    evaluators: [{ name: `${demoPrefix}Own` }],
    evaluationRules: [{ name: `${demoPrefix}Own` }],
    reviewQueues: [{ name: `${demoPrefix}Own` }],
  });
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
