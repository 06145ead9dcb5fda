import type { Entry } from "./entry.ts";
import { joinPlaced, type PlacedText, readPlaced } from "./text-arena.ts";

const THREAD_FIELDS = {
  id: "String!",
  name: "String",
  metadata: "Json",
  participantId: "String",
  environment: "String",
  tags: "[String!]",
} as const;

/** The body of one request that stores all records: the steps as one list, `more` of them included, each thread as a field of its own. */
export function batchRequest(entries: readonly Entry[], more: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const steps = entries.filter(({ kind }) => kind === "step");
  const threads = entries.filter(({ kind }) => kind === "thread");
  const variables = threads.map((thread, index) => `,${threadVariables(thread, index)}`).join("");
  const query = JSON.stringify(documentFor(threads.length));
  // The steps are JSON already; joining them costs less than reading and writing them again.
  return joinPlaced(`{"query":${query},"variables":{"steps":[`, steps, {
    tail: `${more.join()}]${variables}}}`,
    drop: steps.length > 0 && more.length === 0 ? 1 : 0,
  });
}

/** Where the answer tells of a thread. */
export function threadAlias(index: number): string {
  return `thread${index}`;
}

function documentFor(threads: number): string {
  const indices = Array.from({ length: threads }, (_, index) => index);
  const fields = Object.entries(THREAD_FIELDS);
  const declared = indices.flatMap((index) => fields.map(([name, type]) => `, $${name}_${index}: ${type}`));
  const upserts = indices.map((index) => {
    const given = fields.map(([name]) => `${name}: $${name}_${index}`);
    return `${threadAlias(index)}: upsertThread(${given.join(", ")}) { id } `;
  });
  const head = `mutation deliver($steps: [StepInput!]!${declared.join("")})`;
  return `${head} { ${upserts.join("")}ingestSteps(steps: $steps) { ok message } }`;
}

function threadVariables(thread: PlacedText, index: number): string {
  const fields = JSON.parse(readPlaced(thread)) as object;
  const variables = Object.entries(fields).map(([name, value]) => [`${name}_${index}`, value]);
  return JSON.stringify(Object.fromEntries(variables)).slice(1, -1);
}
