import type { ThreadRecord } from "../../threads.ts";
import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";
import { payloadRow } from "../../session/postgres/rows-by.ts";
import { type ListParts, RecordList } from "../../lists/postgres/record-list.ts";
import { tagsOf } from "../../ingest/postgres/record-tags.ts";
import { labelsOf, scoresOfThread } from "./score-joins.ts";
import { searchOfThreads } from "../../search/postgres/search-terms.ts";
import { countsOfSteps } from "../step-expressions.ts";
import { dollarsOf } from "../../prices/generation-cost.ts";
import { threadDuration } from "../../ingest/thread-record.ts";
import { selectThreads } from "../../ingest/postgres/thread-rows.ts";

const ofSteps = "s.project_id = @project AND s.thread_id = r.id";
const steps = () => ({ sql: `FROM steps s WHERE ${ofSteps}`, parameters: [] });
const payloads = () => ({
  // Selects the steps of the thread before their payloads are parsed, because parsing is expensive.
  sql: `FROM steps s CROSS JOIN LATERAL ${payloadRow} p WHERE ${ofSteps}`,
  parameters: [],
});

const fields: { readonly [field: string]: FieldSource } = {
  duration: { value: threadDuration },
  cost: { value: dollarsOf("r.cost") },
  tags: tagsOf("thread"),
  participantId: { value: "r.user_id" },
  participantIdentifiers: { value: "r.participant" },
  stepType: { value: "s.type", from: steps },
  stepName: { value: "s.name", from: steps },
  stepOutput: { value: "p.output", json: true, from: payloads },
  error: { value: "s.error", from: steps },
  content: { value: "p.input", alternatives: ["p.output"], json: true, from: payloads },
  ...countsOfSteps("s.project_id = r.project_id AND s.thread_id = r.id"),
  scoreValue: scoresOfThread(ofSteps),
  scoreLabel: labelsOf(scoresOfThread(ofSteps)),
};

const stepFields: { readonly [field: string]: FieldSource } = {
  stepType: { value: "s.type" },
  stepName: { value: "s.name" },
  error: { value: "s.error" },
  stepOutput: {
    value: "p.output",
    json: true,
    from: () => ({ sql: `FROM ${payloadRow} p WHERE TRUE`, parameters: [] }),
  },
};

export function createThreadList(parts: ListParts): RecordList<ThreadRecord> {
  return new RecordList<ThreadRecord>(parts, {
    resource: "threads",
    table: "threads",
    fields,
    steps: { from: steps().sql, fields: stepFields },
    orders: { duration: "(r.last_end - r.first_start)" },
    search: searchOfThreads({ content: "text", stepOutput: "text" }),
    load: async (session, project, keys) => {
      const found = await selectThreads(session, project, "r.key = ANY(?)", keys);
      return new Map(found.map(({ key, thread }) => [key, thread]));
    },
  });
}
