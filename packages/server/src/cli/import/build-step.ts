import type { Environment, Generation, JsonObject, StepConstructor } from "@threadline/core";
import type { JsonValue } from "../../json/json-value.ts";
import { providerOfModel } from "../../otlp/dialects/provider.ts";
import type { Role, SpanFacts } from "../../otlp/span-facts.ts";
import { recordLimits } from "../../records/limits.ts";
import { generationOf, typeOf } from "../../otlp/span-step.ts";
import { given } from "../../otlp/values.ts";

export interface StepPlace {
  readonly id: string;
  readonly parentId: string | null;
  readonly rootRunId: string | null;
  readonly threadId: string | null;
  readonly name: string;
  /** ISO 8601. */
  readonly startTime: string | null;
  readonly endTime: string | null;
  readonly environment?: string | undefined;
  /**
   * Ids and other fields of the source record that have no corresponding field in a step. Stored as
   * `metadata.importedFrom`.
   */
  readonly origin: JsonObject;
}

/** Content of a step from another platform, in the same form as that of an OpenTelemetry span. */
export type StepFacts = SpanFacts & { readonly role: Role; readonly variables?: JsonObject | undefined };

export function buildStep(place: StepPlace, facts: StepFacts): StepConstructor & { id: string } {
  const { id, parentId, rootRunId, threadId, startTime, endTime, environment, origin } = place;
  const isCall = facts.role === "model" || facts.role === "embedding";
  const input = isCall && facts.messages !== undefined ? undefined : facts.input;
  const output = isCall && facts.completion !== undefined ? undefined : facts.output;
  return {
    id,
    type: typeOf(facts.role, parentId === null),
    name: (facts.name ?? place.name).slice(0, recordLimits.nameLength),
    // Omits missing values instead of writing null. Null would clear a value that another part of the export has for
    // this step.
    ...given({
      parentId: parentId ?? undefined,
      rootRunId: rootRunId ?? undefined,
      threadId: threadId ?? undefined,
      startTime: startTime ?? undefined,
      endTime: endTime ?? undefined,
      // The API accepts any text, unlike the SDK's type.
      environment: environment as Environment | undefined,
      error: facts.error,
      tags: facts.tags === undefined ? undefined : [...facts.tags],
      input: input === undefined ? undefined : asObject(input),
      output: output === undefined ? undefined : asObject(output),
    }),
    metadata: { ...(facts.metadata as JsonObject | undefined), importedFrom: origin },
    ...(isCall && { generation: toGeneration(place, facts) }),
  };
}

/** Casts a value to `JsonObject`. The API accepts any JSON value, but the types of the SDK allow only objects. */
export function asObject(value: JsonValue): JsonObject {
  return value as JsonObject;
}

function toGeneration({ startTime, endTime }: StepPlace, facts: StepFacts): Generation {
  const model = facts.responseModel ?? facts.requestModel;
  const duration =
    startTime === null || endTime === null ? undefined : (Date.parse(endTime) - Date.parse(startTime)) / 1_000;
  const generation = generationOf(facts, {
    provider: facts.provider ?? providerOfModel(model),
    model,
    duration: duration !== undefined && duration >= 0 ? duration : undefined,
  });
  // Cast, because the source's JSON has the API's format, but the SDK's types are stricter.
  return { ...generation, ...given({ variables: facts.variables }) } as Generation;
}
