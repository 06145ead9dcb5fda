import type { StepRecord } from "../../steps.ts";
import type { FieldSource } from "../../lists/postgres/postgres-filters.ts";
import { payloadOfRow } from "../../session/postgres/rows-by.ts";
import { type ListParts, RecordList } from "../../lists/postgres/record-list.ts";
import { tagsOf } from "../../ingest/postgres/record-tags.ts";
import { dollarsOf } from "../../prices/generation-cost.ts";
import { ofPrompt } from "../generations.ts";
import { knownApiKeyNameOf } from "../step-expressions.ts";
import { labelsOf, scoresOfStep } from "./score-joins.ts";
import { searchOfSteps } from "../../search/postgres/search-terms.ts";
import { loadSteps } from "./steps.ts";

const payload = (key: string): string => `(threadline_json(p.generation) -> '${key}')::text`;
const payloads: NonNullable<FieldSource["from"]> = () => ({
  sql: `FROM ${payloadOfRow("r")} p WHERE TRUE`,
  parameters: [],
});

const fields: { readonly [field: string]: FieldSource } = {
  type: { value: "r.generation_type" },
  stepType: { value: "r.type" },
  error: { value: "r.generation_error" },
  cost: { value: dollarsOf("r.cost") },
  promptLineage: { value: ofPrompt("l.name", "r.prompt_id") },
  promptVersion: { value: ofPrompt("v.version", "r.prompt_id") },
  score: scoresOfStep,
  scoreLabel: labelsOf(scoresOfStep),
  tags: tagsOf("generation", "r.generation_tags"),
  metadata: { value: payload("metadata"), json: true, inside: "p.generation", from: payloads },
  content: {
    value: payload("messages"),
    alternatives: [payload("messageCompletion"), payload("prompt"), payload("completion")],
    json: true,
    inside: "p.generation",
    from: payloads,
  },
  apiKey: { value: "r.api_key_id", alternatives: [knownApiKeyNameOf("r")] },
  participant: {
    value: "r.participant",
    alternatives: ["(SELECT t.user_id FROM threads t WHERE t.project_id = @project AND t.id = r.thread_id)"],
  },
};

export function createGenerationList(parts: ListParts): RecordList<StepRecord> {
  return new RecordList<StepRecord>(parts, {
    resource: "generations",
    table: "steps",
    where: "r.generation_type IS NOT NULL",
    fields,
    // The payload index does not contain the paths of values in the metadata of generations, so `metadata` is searched
    // as text.
    search: searchOfSteps({ content: "text", metadata: "text" }),
    load: loadSteps,
  });
}
