import { afterAll, beforeAll, expect, test } from "vitest";
import { valueOf } from "../accounts/browser.ts";
import { byInputs } from "../test-inputs.ts";
import { argumentsWith, documentOf, operations } from "./schema-arguments.ts";
import { describeSampledStores } from "./trust-stores.ts";
import { canary, foreignId, openTwoProjects } from "./two-projects.ts";
import type { Actor, Answer, TwoProjects } from "./two-projects.ts";

/** Number of rounds, with four responses each. */
const rounds = byInputs({ few: 10, some: 40, many: 250, all: 2_500 });

describeSampledStores(({ open }) => {
  let world: TwoProjects;
  let before: string;
  beforeAll(async () => {
    world = await openTwoProjects(open);
    before = await world.stateOfB();
  }, 120_000);
  afterAll(() => world.server.close());

  const everybody = (): readonly Actor[] => world.actors;
  const strongest = (): Actor => world.actors[0] as Actor;
  const theOwner = (): Actor => world.actors.find(({ name }) => name === "the owner") as Actor;

  function expectNothingOfB({ text }: Answer, sent: readonly string[] = []): void {
    const plain = sent.reduce((rest, value) => rest.replaceAll(JSON.stringify(value).slice(1, -1), "SENT"), text);
    expect(plain).not.toContain(canary);
    expect(plain).not.toContain(foreignId);
  }

  test("T31: no query of any caller reaches project B, to six levels", { timeout: 120_000 }, async () => {
    for (const operation of operations.filter(({ kind }) => kind === "query")) {
      const variables = argumentsWith(operation, (coordinate, kind) =>
        kind === undefined ? (coordinate === "RecordFilterInput.field" ? "name" : undefined) : Object(world.mine)[kind],
      );
      const lookups = Object.fromEntries(
        operation.field.args
          .filter(({ name }) => ["id", "threadId"].includes(name))
          .map(({ name }) => [name, variables[name]]),
      );
      const given = { ...variables, ...lookups };
      for (const actor of everybody()) {
        const answer = await world.ask(actor, documentOf(operation, Object.keys(given), 6), given);
        expectNothingOfB(answer);
        expect({ operation: operation.coordinate, text: answer.text }).not.toMatchObject({
          text: expect.stringContaining("INTERNAL"),
        });
      }
    }
  });

  test("T08: a key's project takes precedence over arguments and headers", async () => {
    for (const name of [world.projectB, `${canary}-project`]) {
      for (const actor of everybody()) {
        const named = await world.ask(
          actor,
          "{ threads { edges { node { id name } } } viewer { project { id name } } }",
          {},
          {
            "x-threadline-project": name,
            "x-env": name,
            "x-project-id": name,
            "x-forwarded-host": name,
          },
        );
        const missing = await world.ask(
          actor,
          "{ threads { edges { node { id name } } } viewer { project { id name } } }",
          {},
          {
            "x-threadline-project": "MISSING-project",
            "x-env": "x",
          },
        );
        expectNothingOfB(named, [name]);
        expect({ actor: actor.name, text: named.text.replaceAll(name, "SENT"), status: named.status }).toEqual({
          actor: actor.name,
          text: missing.text.replaceAll("MISSING-project", "SENT"),
          status: missing.status,
        });
      }
    }
  });

  test("T30: REST routes find nothing of project B", async () => {
    const bodies: readonly (readonly [string, (project: Readonly<Record<string, string>>) => object])[] = [
      ["/api/export/dataset", ({ dataset }) => ({ id: dataset })],
      ["/api/export/dataset", ({ datasetName }) => ({ name: datasetName })],
      ["/api/my-project", ({ project }) => ({ projectId: project })],
    ];
    const missing = { dataset: "MISSING", datasetName: "MISSING", project: "MISSING" };
    for (const actor of everybody()) {
      for (const [path, body] of bodies) {
        const foreign = await world.send(actor, path, body(world.foreign));
        expectNothingOfB(foreign);
        expect({ actor: actor.name, path, ...foreign }).toEqual({
          actor: actor.name,
          path,
          ...(await world.send(actor, path, body(missing))),
        });
      }
    }
  });

  test("T41: the signature of a file of A is invalid for files of B, and under a thread of B", async () => {
    const signed = await world.ask(strongest(), "query ($id: String!) { attachment(id: $id) { url } }", {
      id: world.mine.attachment,
    });
    const url = new URL((JSON.parse(signed.text) as { data: { attachment: { url: string } } }).data.attachment.url);
    expect(await (await world.server.fetch(url)).text()).toBe("mine-file-content");
    url.pathname = `/api/files/${world.foreign.file}`;
    const swapped = await world.server.fetch(url);
    expect({ status: swapped.status, text: await swapped.text() }).toMatchObject({
      status: 403,
      text: expect.not.stringContaining(canary),
    });
    const upload = await world.send(strongest(), "/api/upload/file", {
      fileName: "f",
      threadId: world.foreign.thread,
    });
    expectNothingOfB(upload);
  });

  test("T40: concurrent responses to both projects are never mixed", { timeout: 600_000 }, async () => {
    const made = await world.everywhere.graphql(
      'mutation { createApiKey(name: "CANARY", scopes: [read]) { secret } }',
      {
        project: world.projectB,
      },
    );
    const { secret } = valueOf(made.data, "createApiKey") as { secret: string };
    const inB: Actor = { name: "a key of B", headers: { "x-api-key": secret } };
    const document =
      "{ threads { edges { node { id name steps { name input scores { name } } } } } promptLineages { edges { node { name } } } }";
    before = await world.stateOfB();
    for (let round = 0; round < rounds; round += 1) {
      const answers = await Promise.all(
        [strongest(), inB, strongest(), inB].map((actor) => world.ask(actor, document)),
      );
      for (const [index, { text }] of answers.entries()) {
        expect(text.includes(canary)).toBe(index % 2 === 1);
        expect(text.includes("mine-thread")).toBe(index % 2 === 0);
      }
    }
  });

  test("T33: references of A to records of B are never resolved", { timeout: 120_000 }, async () => {
    const { foreign } = world;
    const own = { id: "dangling", name: "own" };
    const stored = await world.ask(
      strongest(),
      "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok message } }",
      {
        steps: [
          {
            ...own,
            threadId: foreign.thread,
            parentId: foreign.step,
            rootRunId: foreign.step,
            generation: { promptId: foreign.promptVersion, model: "m" },
            scores: [{ name: "s", value: 1, type: "AI", datasetExperimentItemId: foreign.experimentItem }],
            attachments: [{ name: "a", objectKey: foreign.file }],
          },
        ],
      },
    );
    expect(stored.text).toContain('"ok":true');
    await world.ask(
      strongest(),
      `mutation ($user: String, $item: String, $run: String, $prompt: String, $experiment: String!) {
        upsertThread(id: "dangling", participantId: $user) { id }
        createDatasetExperiment(name: "dangling", promptExperimentId: $prompt) { id }
        createDatasetExperimentItem(datasetExperimentId: $experiment, datasetItemId: $item, experimentRunId: $run) { id }
        createPromptExperiment(fromLineageId: $prompt, scoreTemplateId: $prompt) { id }
        createScore(name: "s", type: AI, value: 1, stepId: $run, datasetExperimentItemId: $item) { id }
      }`,
      {
        user: foreign.user,
        item: foreign.datasetItem,
        run: foreign.step,
        prompt: foreign.promptVariant,
        experiment: world.mine.experiment,
      },
    );
    for (const operation of operations.filter(({ kind }) => kind === "query")) {
      const variables = argumentsWith(operation, (_coordinate, kind) => {
        if (kind === "step" || kind === "thread") return own.id;
        return kind === undefined ? undefined : Object(world.mine)[kind];
      });
      const answer = await world.ask(strongest(), documentOf(operation, Object.keys(variables), 6), variables);
      expect({ operation: operation.coordinate, leaks: answer.text.includes(canary) }).toEqual({
        operation: operation.coordinate,
        leaks: false,
      });
    }
    const step = await world.ask(
      strongest(),
      `{ step(id: "dangling") { thread { name steps { id } } attachments { url } scores { step { id } } } }`,
    );
    expect(JSON.parse(step.text)).toEqual({
      data: {
        step: {
          thread: { name: null, steps: [{ id: "dangling" }] },
          attachments: [{ url: null }],
          scores: [{ step: { id: "dangling" } }],
        },
      },
    });
  });

  test("project B is unchanged", async () => {
    expect(await world.stateOfB()).toBe(before);
  });

  test("T44: deleting everything in project A does not change project B", { timeout: 120_000 }, async () => {
    const records: { kind: string; id: string }[] = [];
    for await (const { kind, record } of world.store.exportRecords(world.projectA)) {
      records.push({ kind, id: String(record["id"]) });
    }
    const deletions: Readonly<Record<string, string>> = {
      score: "deleteScore",
      attachment: "deleteAttachment",
      step: "deleteStep",
      thread: "deleteThread",
      user: "deleteParticipant",
      datasetItem: "deleteDatasetItem",
      dataset: "deleteDataset",
      experiment: "deleteDatasetExperiment",
      promptLineage: "deletePromptLineage",
      scoreSchema: "deleteScoreSchema",
      modelPrice: "deleteModelPrice",
      view: "deleteView",
      dashboard: "deleteDashboard",
      evaluationRule: "deleteEvaluationRule",
      reviewQueue: "deleteReviewQueue",
      alert: "deleteAlert",
      channel: "deleteChannel",
      evaluator: "deleteEvaluator",
      modelConnection: "deleteModelConnection",
    };
    for (const [kind, mutation] of Object.entries(deletions)) {
      for (const { id } of records.filter((record) => record.kind === kind)) {
        // Keys cannot delete model connections and channels.
        const actor = kind === "modelConnection" || kind === "channel" ? theOwner() : strongest();
        const answer = await world.ask(actor, `mutation ($id: String!) { ${mutation}(id: $id) { id } }`, { id });
        expect(answer.text).not.toContain("errors");
      }
    }
    expect(await world.stateOfB()).toBe(before);
  });
});
