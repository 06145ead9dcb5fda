import { afterAll, beforeAll, expect, test } from "vitest";
import type { RecordKey } from "./argument-kinds.ts";
import { argumentKinds } from "./argument-kinds.ts";
import { inputFieldKinds } from "./input-field-kinds.ts";
import { argumentsWith, documentOf, inputObjects, operations, places, staleRows } from "./schema-arguments.ts";
import type { Operation, Place } from "./schema-arguments.ts";
import { describeStores } from "./trust-stores.ts";
import { canary, foreignId, openTwoProjects } from "./two-projects.ts";
import type { Actor, TwoProjects } from "./two-projects.ts";

/** The operations that may keep something of A under an id that B has too; they come last. */
const writesUnderGivenIds = new Set([
  "Mutation.upsertThread",
  "Mutation.createThread",
  "Mutation.updateThread",
  "Mutation.ingestStep",
  "Mutation.ingestSteps",
  "Mutation.createStep",
  "Mutation.updateStep",
  "Mutation.createGeneration",
  "Mutation.createScore",
  "Mutation.createAttachment",
  "Mutation.updateAttachment",
  "Mutation.createParticipant",
  "Mutation.updateParticipant",
  "Mutation.createDataset",
  "Mutation.updateDataset",
  "Mutation.createPromptLineage",
  "Mutation.createDatasetItem",
  "Mutation.createDatasetExperiment",
  "Mutation.createDatasetExperimentItem",
  "Mutation.createPromptExperiment",
  "Mutation.createScoreSchema",
  "Mutation.updateScoreSchema",
  "Mutation.inviteMember",
]);

const rows = places
  .filter(({ kind, operation }) => isRecordKey(kind) && operation.kind !== "subscription")
  .map((place) => ({ place, kind: place.kind as RecordKey, turn: turnOf(place) }))
  .toSorted((one, other) => one.turn - other.turn);

/** Reads first, then what must find its record, then what may write under an id that is not found. */
function turnOf({ operation, path }: Place): number {
  if (operation.kind === "query") return 0;
  if (!writesUnderGivenIds.has(operation.coordinate)) return 1;
  return path.join(".") === "id" && operation.field.name.startsWith("update") ? 2 : 3;
}

function isRecordKey(kind: Place["kind"]): boolean {
  return kind !== undefined && !["cursor", "filter", "json", "text"].includes(kind);
}

test("every operation, argument and input field of the contract is classified, and nothing else", () => {
  expect(operations.map(({ coordinate }) => coordinate).filter((name) => !Object.hasOwn(argumentKinds, name))).toEqual(
    [],
  );
  expect(inputObjects().filter((name) => !Object.hasOwn(inputFieldKinds, name))).toEqual([]);
  expect(places.filter(({ kind }) => kind === undefined).map(({ coordinate }) => coordinate)).toEqual([]);
  expect(staleRows()).toEqual([]);
  expect(rows.length).toBeGreaterThan(140);
});

describeStores(({ open }) => {
  let world: TwoProjects;
  let before: string;
  beforeAll(async () => {
    world = await openTwoProjects(open);
    before = await world.stateOfB();
  }, 120_000);
  afterAll(() => world.server.close());

  test("project B holds a secret in every kind of record", async () => {
    const kinds = new Set<string>();
    for await (const { kind, record } of world.store.exportRecords(world.projectB)) {
      if (JSON.stringify(record).includes(canary)) kinds.add(kind);
    }
    expect([...kinds].toSorted()).toEqual(
      "attachment dataset datasetItem experiment experimentItem file modelPrice promptLineage promptVariant promptVersion score scoreSchema step thread user view".split(
        " ",
      ),
    );
  });

  // One after the other: a write under a foreign id must not stand in the way of a read by it.
  test.each(rows.map((row) => [row.place.operation.coordinate, row.place.path.join("."), row] as const))(
    "%s by a foreign %s finds nothing",
    async (_operation, _path, { place, kind, turn }) => {
      const sent = { foreign: world.foreign[kind], missing: missingOf(kind) };
      for (const actor of world.actors) {
        const foreign = await request(actor, place, sent.foreign);
        const missing = await request(actor, place, sent.missing);
        const [answer, expected] = turn < 3 ? [foreign, missing] : [withoutNames(foreign), withoutNames(missing)];
        expect({ actor: actor.name, answer }).toEqual({ actor: actor.name, answer: expected });
        // What names nothing of A finds nothing of A either, as it would if the argument were not looked at.
        const never = turn < 3 ? [canary, foreignId, "INTERNAL", "MINE-", "mine-"] : [canary, "INTERNAL"];
        for (const secret of never) {
          expect(foreign).not.toContain(secret);
        }
      }
      expect(await world.stateOfB()).toBe(before);
    },
  );

  /** The answer with what was sent, and what is new in each, taken out. */
  async function request(actor: Actor, { operation, path }: Place, value: string): Promise<string> {
    const { status, text } = await world.ask(actor, ...callOf(operation, path, value));
    const plain = text
      .replaceAll(JSON.stringify(value).slice(1, -1), "SENT")
      .replaceAll(encodeURIComponent(value), "SENT");
    return `${status} ${plain.replaceAll(/NEW-\d+/g, "NEW").replaceAll(/(token=|"secret":")[\w-]+/g, "$1")}`;
  }

  /** What was written under a foreign and under a missing id differs in the id alone. */
  function withoutNames(text: string): string {
    const names = (Object.entries(world.foreign) as [RecordKey, string][])
      .flatMap(([kind, id]) => [id, missingOf(kind)].map((name) => [name, `<${kind}>`] as const))
      .toSorted(([one], [other]) => other.length - one.length);
    // Scores and attachments without an id get one that is derived from their step's.
    const derived = /[\da-f]{8}-[\da-f]{4}-5[\da-f-]{21}/g;
    return names.reduce((plain, [name, kind]) => plain.replaceAll(name, kind), text).replaceAll(derived, "<derived>");
  }

  function callOf(operation: Operation, path: readonly string[], value: string): [string, object] {
    const variables = argumentsWith(
      operation,
      (coordinate, kind) => {
        // A step is merged: what one request adds to it must not show in the answer to the other.
        if (["Mutation.ingestStep.id", "StepInput.id"].includes(coordinate)) return `step of ${value}`;
        return isRecordKey(kind) ? world.mine[kind as RecordKey] : ordinary[coordinate];
      },
      { path, value },
    );
    return [documentOf(operation, Object.keys(variables), 3), variables];
  }
});

/** Where not any text will do. */
const ordinary: Readonly<Record<string, unknown>> = {
  "RecordFilterInput.field": "name",
  "ScoreSchemaInput.type": "CONTINUOUS",
  "Mutation.createPromptVersion.templateMessages": [],
};

function missingOf(kind: RecordKey): string {
  if (kind === "email") return "missing@example.com";
  return kind === "file" ? "MISSING/MISSING" : `MISSING-${kind}`;
}
