import { boolean, constantFrom, integer, oneof, option, record } from "fast-check";
import type { Arbitrary } from "fast-check";
import type { StepWrite } from "../steps.ts";
import type { Store } from "../store.ts";
import { project } from "./with-store.ts";

const minute = 60_000;
const day = 24 * 60 * minute;

export type Action = (store: Store, now: number) => Promise<unknown>;

/** Age of a record. Minute rollups only contain records of the last two days. */
const age = oneof(integer({ min: 0, max: 90 * minute }), integer({ min: 0, max: 5 * day }));
const id = constantFrom("1", "2", "3", "4", "5", "6");
const maybe = <Value>(value: Arbitrary<Value>): Arbitrary<Value | null | undefined> =>
  oneof(option(value), constantFrom(undefined));

const ingest = record({
  id,
  age,
  arrived: age,
  threadId: maybe(constantFrom("a", "b")),
  type: maybe(constantFrom("run" as const, "llm" as const)),
  name: maybe(constantFrom("x", "", "y")),
  environment: maybe(constantFrom("prod", "dev")),
  apiKeyId: maybe(constantFrom("key-1", "key-2")),
  tags: maybe(constantFrom<string[]>(["vip"], ["vip", "eu"], ["us"])),
  error: maybe(constantFrom("Boom")),
  startTime: maybe(integer({ min: 0, max: 1_000 })),
  endTime: maybe(integer({ min: 0, max: 100_000 })),
  generation: maybe(
    record({
      model: maybe(constantFrom("gpt-4o", "unknown")),
      provider: maybe(constantFrom("openai")),
      promptId: maybe(constantFrom("p1")),
      error: maybe(constantFrom("Boom")),
      inputTokenCount: maybe(integer({ min: 0, max: 1_000 })),
      outputTokenCount: maybe(integer({ min: 0, max: 1_000 })),
      duration: maybe(constantFrom(0, 0.25, 3)),
      ttFirstToken: maybe(constantFrom(12, 900)),
    }),
  ),
}).map(
  ({ age: back, arrived: other, ...write }): Action =>
    ({ steps }, now) =>
      steps.ingest(project, [{ ...write, ...timesOf(write, now - back), createdAt: now - other }]),
);

/** Generates a start near a time, and an end after the start. */
function timesOf(
  { startTime, endTime }: { startTime?: number | null | undefined; endTime?: number | null | undefined },
  time: number,
): Pick<StepWrite, "startTime" | "endTime"> {
  return {
    startTime: startTime == null ? startTime : time + startTime,
    endTime: endTime == null ? endTime : time + endTime,
  };
}

const upsertThread = record({
  id: constantFrom("a", "b"),
  age,
  participant: maybe(constantFrom("ann", "bob")),
  environment: maybe(constantFrom("prod", "dev")),
  tags: maybe(constantFrom<string[]>(["vip"], ["eu"])),
}).map(
  ({ age: back, ...write }): Action =>
    ({ threads }, now) =>
      threads.update(project, { ...write, createdAt: now - back, newUserId: `user of ${write.participant}` }),
);
const judge = record({
  id,
  age,
  isJudgment: boolean(),
  datasetExperimentItemId: maybe(constantFrom("item")),
  name: constantFrom("good", "fast"),
  value: integer({ min: -5, max: 5 }),
}).map(
  ({ age: back, ...write }): Action =>
    ({ scores }, now) =>
      scores.upsertMany(project, [{ ...write, type: "AI", stepId: "1", at: now - back }]),
);
/** Steps, threads and scores that are created, changed and deleted, with rollups updated in between. */
export const randomAction: Arbitrary<Action> = oneof(
  { weight: 6, arbitrary: ingest },
  { weight: 2, arbitrary: upsertThread },
  { weight: 2, arbitrary: judge },
  id.map(
    (step): Action =>
      ({ steps }, now) =>
        steps.delete(project, step, now),
  ),
  id.map(
    (score): Action =>
      ({ scores }, now) =>
        scores.delete(project, score, now),
  ),
  constantFrom<Action>(({ threads }, now) => threads.delete(project, "b", now)),
  constantFrom<Action>(({ users }, now) => users.delete(project, "user of ann", now)),
  { weight: 3, arbitrary: constantFrom<Action>(({ analytics }) => analytics.settle()) },
);
