import type { JsonObject, JsonValue } from "../../../json/json-value.ts";
import { joinCompletion } from "../../../otlp/chat-message.ts";
import { readMessages } from "../../../otlp/messages.ts";
import { readUsage } from "../../../otlp/usage.ts";
import { toJsonObject, toList, toText } from "../../../otlp/values.ts";
import { CommandError } from "../../command-error.ts";
import { buildScore } from "../build-score.ts";
import { buildStep } from "../build-step.ts";
import { importId } from "../derive-import-id.ts";
import { openFiles, type ObjectMapper } from "../open-files.ts";
import type { ImportRecord } from "../import-record.ts";
import type { ImportSource } from "../import-source.ts";
import { present, toTime } from "../read-source-values.ts";
import type { SourceOptions } from "../source-options.ts";

const platform = "openai-evals";

const experimentId = (run: string): string => importId(platform, "experiment", run);
const datasetItemId = (dataset: string, index: string): string => importId(platform, "sample", dataset, index);
const runStepId = (run: string, sample: string): string => importId(platform, "run", run, sample);

/** Opens OpenAI Evals as a source: logs of `oaieval` become experiments, and sample files become datasets. */
export function openOpenAiEvals(options: SourceOptions): ImportSource {
  if (options.places.some((place) => /^https?:/u.test(place))) {
    throw new CommandError(
      "OpenAI Evals has no server. Specify the log files of oaieval and the files that contain the samples.",
    );
  }
  const neverMoved = ["embeddings", "log probabilities", "completion functions and solvers"];
  return openFiles(options, platform, { createMapper, neverMoved });
}

interface Run {
  spec: JsonObject;
  finalReport: JsonValue;
  /** For each sample, the number of its events that are still to be read. */
  readonly pending: Map<string, number>;
}

function createMapper(): ObjectMapper {
  const runs = new Map<string, Run>();
  const datasets = new Set<string>();
  const open = new Map<string, JsonObject[]>();
  const runOf = (id: string): Run => {
    const run = runs.get(id) ?? { spec: {}, finalReport: null, pending: new Map() };
    runs.set(id, run);
    return run;
  };
  return {
    prepare(object, { name }) {
      const { spec, final_report: report, run_id: id } = object;
      const run = runOf(toText(toJsonObject(spec)["run_id"]) ?? toText(id) ?? "");
      if (spec !== undefined) run.spec = toJsonObject(spec);
      else if (report !== undefined) run.finalReport = report;
      else if (isEvent(object)) run.pending.set(sampleOf(object), (run.pending.get(sampleOf(object)) ?? 0) + 1);
      else if (isSample(object)) datasets.add(name);
    },
    map(object, { name, index }) {
      if (object["spec"] !== undefined || object["final_report"] !== undefined) return [];
      if (!isEvent(object)) {
        return isSample(object) ? [{ kind: "dataset", name }, sampleRecord(object, name, index)] : null;
      }
      const id = toText(object["run_id"]) ?? "";
      const sample = sampleOf(object);
      const run = runOf(id);
      const key = `${id} ${sample}`;
      const events = [...(open.get(key) ?? []), object];
      open.set(key, events);
      if (events.length < (run.pending.get(sample) ?? 0)) return [];
      open.delete(key);
      const dataset = datasetOf(run.spec, datasets);
      const records = sampleRecords(events.toSorted(byNumber), { id, sample, dataset });
      return [experimentRecord(id, run, dataset), ...records];
    },
  };
}

function isEvent({ run_id: run, type, data }: JsonObject): boolean {
  return typeof run === "string" && typeof type === "string" && data !== undefined;
}

/** Orders events by their number, which is the order in which they were recorded. */
function byNumber(one: JsonObject, other: JsonObject): number {
  return Number(one["event_id"] ?? 0) - Number(other["event_id"] ?? 0);
}

function isSample(object: JsonObject): boolean {
  return object["input"] !== undefined || object["ideal"] !== undefined;
}

function sampleOf(event: JsonObject): string {
  return toText(event["sample_id"]) ?? "";
}

function datasetOf(spec: JsonObject, datasets: ReadonlySet<string>): string | undefined {
  const { eval_spec: evalSpec } = toJsonObject(spec["run_config"]);
  const path = toText(toJsonObject(toJsonObject(evalSpec)["args"])["samples_jsonl"]);
  const name = path?.replace(/^.*[/\\]/u, "").replace(/\.(?:json|jsonl)(?:\.gz)?$/u, "");
  return name !== undefined && datasets.has(name) ? name : undefined;
}

function experimentRecord(id: string, { spec, finalReport }: Run, dataset: string | undefined): ImportRecord {
  return {
    kind: "experiment",
    id: experimentId(id),
    name: `${toText(spec["eval_name"]) ?? "eval"} ${id}`,
    dataset,
    params: present({
      completionFns: spec["completion_fns"],
      finalReport,
      split: spec["split"],
      seed: toJsonObject(spec["run_config"])["seed"],
      importedFrom: { platform, runId: id },
    }),
    createdAt: toTime(spec["created_at"]) ?? undefined,
  };
}

/** Converts a sample to a dataset item. Fields other than `input` and `ideal` become metadata. */
function sampleRecord(sample: JsonObject, dataset: string, index: number): ImportRecord {
  const { input, ideal, ...rest } = sample;
  return {
    kind: "dataset item",
    dataset,
    id: datasetItemId(dataset, String(index)),
    input: input ?? rest,
    expectedOutput: ideal,
    metadata: { ...(input === undefined ? {} : rest), importedFrom: { platform, index } },
  };
}

interface Sample {
  readonly id: string;
  readonly sample: string;
  readonly dataset: string | undefined;
}

function sampleRecords(events: readonly JsonObject[], { id, sample, dataset }: Sample): ImportRecord[] {
  const runId = runStepId(id, sample);
  const steps = events.flatMap((event, index) => eventRecords(event, { runId, index, previous: events[index - 1] }));
  const samplings = events.filter(({ type }) => type === "sampling").map(({ data }) => toJsonObject(data));
  const raw = events.find(({ type }) => type === "raw_sample");
  const input = samplings[0]?.["prompt"] ?? raw?.["data"];
  const match = toJsonObject(events.find(({ type }) => type === "match")?.["data"]);
  const output = single(samplings.at(-1)?.["sampled"]) ?? match["picked"];
  const error = toJsonObject(events.find(({ type }) => type === "error")?.["data"]);
  const itemId = importId(platform, "experiment item", id, sample);
  const run = buildStep(
    {
      id: runId,
      parentId: null,
      rootRunId: null,
      threadId: null,
      name: sample,
      startTime: toTime(events[0]?.["created_at"]),
      endTime: toTime(events.at(-1)?.["created_at"]),
      environment: "experiment",
      origin: present({ platform, runId: id, sampleId: sample, expected: match["expected"] }),
    },
    { role: "agent", input: input ?? undefined, output: output ?? undefined, error: toText(error["message"]) },
  );
  // The id of a sample ends with its line in the file: `<eval>.<split>.<index>`.
  const last = sample.slice(sample.lastIndexOf("."));
  const index = /^\.\d+$/u.test(last) ? last.slice(1) : undefined;
  return [
    { kind: "step", step: run },
    ...steps,
    {
      kind: "experiment item",
      item: {
        id: itemId,
        datasetExperimentId: experimentId(id),
        ...(dataset !== undefined && index !== undefined && { datasetItemId: datasetItemId(dataset, index) }),
        experimentRunId: runId,
        input: asObject(input),
        output: asObject(output),
      },
    },
    ...events.flatMap((event) => scoreRecords(event, itemId)),
  ];
}

/**
 * Converts a `sampling` or `function_call` event to a step. Events have no start time and are logged when the call
 * ends. So the step lasts from the time of the previous event to the time of this event.
 */
function eventRecords(
  { type, data, created_at: createdAt, event_id: eventId }: JsonObject,
  {
    runId,
    index,
    previous,
  }: { readonly runId: string; readonly index: number; readonly previous: JsonObject | undefined },
): ImportRecord[] {
  if (type === "embedding" || type === "cond_logp" || type === "pick_option" || type === "extra") {
    return [{ kind: "omission", what: `${type} events`, reason: "they are neither calls nor scores" }];
  }
  if (type !== "sampling" && type !== "function_call") return [];
  const { prompt, sampled, model, usage, name, arguments: given, return_value: result } = toJsonObject(data);
  const place = {
    id: importId(platform, "event", runId, index),
    parentId: runId,
    rootRunId: runId,
    threadId: null,
    name: toText(name) ?? type,
    startTime: toTime(previous?.["created_at"] ?? createdAt),
    endTime: toTime(createdAt),
    environment: "experiment",
    origin: present({ platform, eventId }),
  };
  const step =
    type === "function_call"
      ? buildStep(place, { role: "tool", input: given ?? undefined, output: result ?? undefined })
      : buildStep(place, {
          role: "model",
          requestModel: toText(model),
          messages: readMessages(prompt),
          completion: joinCompletion(readMessages(single(sampled) ?? undefined, "assistant")),
          input: prompt,
          output: single(sampled) ?? undefined,
          usage: readUsage(usage),
        });
  return [{ kind: "step", step }];
}

/** Converts a match to a score, and each number of a `metrics` event to a score. */
function scoreRecords({ type, data, created_at: createdAt }: JsonObject, itemId: string): ImportRecord[] {
  const values =
    type === "match" ? { match: toJsonObject(data)["correct"] } : type === "metrics" ? toJsonObject(data) : {};
  return Object.entries(values).map(([name, value]) =>
    buildScore({
      id: importId(platform, "score", itemId, name),
      name,
      type: "CODE",
      value,
      createdAt: toTime(createdAt),
      target: { datasetExperimentItemId: itemId },
    }),
  );
}

function single(value: JsonValue | undefined): JsonValue | undefined {
  const list = toList(value);
  return Array.isArray(value) && list.length === 1 ? list[0] : value;
}

function asObject(value: JsonValue | undefined): JsonObject {
  if (value == null) return {};
  return typeof value === "object" && !Array.isArray(value) ? toJsonObject(value) : { value };
}
