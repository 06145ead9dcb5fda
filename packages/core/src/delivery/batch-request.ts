import type { Entry } from "./entry.ts";
import { joinPlaced, readPlaced } from "./text-arena.ts";

const THREAD_FIELDS = {
  id: "String!",
  name: "String",
  metadata: "Json",
  participantId: "String",
  environment: "String",
  tags: "[String!]",
} as const;
/** Declared only when a thread has it, because earlier versions of the service reject it. */
const DEFAULT_NAME = { defaultName: "String" } as const;

/** Body of one request that stores all records: the steps (and `more`) as one list, each thread as its own field. */
export function batchRequest(entries: readonly Entry[], more: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const steps = entries.filter(({ kind }) => kind === "step");
  const threads = entries.filter(({ kind }) => kind === "thread");
  const given = threads.map((thread) => JSON.parse(readPlaced(thread)) as object);
  const variables = given.map((fields, index) => `,${threadVariables(fields, index)}`).join("");
  const fields = given.some((thread) => "defaultName" in thread)
    ? { ...THREAD_FIELDS, ...DEFAULT_NAME }
    : THREAD_FIELDS;
  const query = JSON.stringify(documentFor(threads.length, Object.entries(fields)));
  // The steps are JSON already, so they are joined instead of parsed.
  return joinPlaced(`{"query":${query},"variables":{"steps":[`, steps, {
    tail: `${more.join()}]${variables}}}`,
    drop: steps.length > 0 && more.length === 0 ? 1 : 0,
  });
}

/** Alias of a thread's field in the response. */
export function threadAlias(index: number): string {
  return `thread${index}`;
}

function documentFor(threads: number, fields: readonly (readonly [name: string, type: string])[]): string {
  const indices = Array.from({ length: threads }, (_, index) => index);
  const declared = indices.flatMap((index) => fields.map(([name, type]) => `, $${name}_${index}: ${type}`));
  const upserts = indices.map((index) => {
    const given = fields.map(([name]) => `${name}: $${name}_${index}`);
    return `${threadAlias(index)}: upsertThread(${given.join(", ")}) { id } `;
  });
  const head = `mutation deliver($steps: [StepInput!]!${declared.join("")})`;
  return `${head} { ${upserts.join("")}ingestSteps(steps: $steps) { ok message } }`;
}

function threadVariables(fields: object, index: number): string {
  const variables = Object.entries(fields).map(([name, value]) => [`${name}_${index}`, value]);
  return JSON.stringify(Object.fromEntries(variables)).slice(1, -1);
}
