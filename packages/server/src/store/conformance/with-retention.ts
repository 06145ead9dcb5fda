import { expect } from "vitest";
import type { RetentionDays } from "../upkeep/retention.ts";
import type { Store } from "../store.ts";
import type { StepWrite } from "../steps.ts";
import { openWithProjects } from "./open-store.ts";
import { project } from "./with-store.ts";

export const day = 86_400_000;
/** Noon of an arbitrary day, at which each test starts. */
export const start: number = Date.UTC(2026, 4, 10, 12);
export const retentionDays = 7;

/** Opens an empty store with a retention of this many days, and its own clock. */
export type OpenWithRetention = (options: {
  readonly retentionDays: RetentionDays;
  readonly now: () => number;
}) => Promise<Store>;

export interface Clock {
  now: number;
}

/** A step with every kind of content and dependent records. */
export function stepOf(name: string, createdAt: number, threadId: string | null): StepWrite {
  return {
    id: name,
    createdAt,
    threadId,
    type: "llm",
    name,
    startTime: createdAt,
    endTime: createdAt + 500,
    tags: [`tag-${name}`],
    input: { text: `asked ${name}word` },
    output: { text: `answered ${name}word` },
    metadata: { of: name },
    environment: "prod",
    generation: { type: "CHAT", provider: "openai", model: "gpt-4o", inputTokenCount: 10, outputTokenCount: 5 },
    scores: [{ id: `score-${name}`, at: createdAt, name: "good", type: "HUMAN", value: 1, stepId: name, tags: ["x"] }],
    attachments: [{ id: `attachment-${name}`, createdAt, stepId: name, objectKey: `file-${name}` }],
  };
}

export async function recordStep(store: Store, owner: string, step: StepWrite): Promise<void> {
  const { id, createdAt } = step;
  const file = { objectKey: `file-${id}`, createdAt, name: id, mime: "text/plain", threadId: null, size: 3 };
  await store.files.createFile(owner, file);
  expect(await store.steps.ingest(owner, [step])).toEqual(["stored"]);
}

export async function idsOf(
  lister: Store["steps"] | Store["threads"] | Store["scores"],
  owner: string = project,
): Promise<string[]> {
  return (await lister.list(owner, { first: 50 })).edges.map(({ node }) => node.id).toSorted();
}

/** Runs a test body against an empty store with a retention and two projects, and closes it. */
export async function withRetention(
  open: OpenWithRetention,
  days: RetentionDays,
  body: (store: Store, clock: Clock) => Promise<void>,
): Promise<void> {
  const clock: Clock = { now: start };
  const store = await openWithProjects(() => open({ retentionDays: days, now: () => clock.now }));
  try {
    await body(store, clock);
  } finally {
    await store.close();
  }
}
