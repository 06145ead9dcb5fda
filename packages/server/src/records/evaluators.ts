import { checkScorer, embeddingSimilarity, EvaluationError, parsePath, validateJson } from "@threadline/evaluation";
import type {
  EvaluatorBuiltInInput,
  EvaluatorCodeInput,
  EvaluatorInfoInput,
  EvaluatorJudgeInput,
  EvaluatorVersionInput,
} from "@threadline/schema/server";
import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type {
  BuiltInRecord,
  CodeRecord,
  EvaluatorKind,
  EvaluatorRecord,
  EvaluatorTarget,
  EvaluatorVersionRecord,
  JudgeRecord,
} from "../store/evaluators.ts";
import { badInput } from "./errors.ts";
import { readId } from "./ids.ts";
import { readMetadata } from "./json-values.ts";
import { recordLimits } from "./limits.ts";
import { readExamples } from "./judge-examples.ts";
import { readMessages, readSettings } from "./model-calls.ts";
import { outerVariablesOf, variablesOf } from "./prompt-templates.ts";
import { readRequiredName, readText } from "./text.ts";

export type EvaluatorContent = Pick<
  EvaluatorVersionRecord,
  "definition" | "description" | "kind" | "scoreName" | "target"
>;

export function readEvaluatorInfo({
  name,
  description,
}: EvaluatorInfoInput): Pick<EvaluatorRecord, "description" | "name"> {
  const field = "evaluator.name";
  return {
    name: readText(field, readRequiredName(field, name).trim(), recordLimits.idLength),
    description: readText("evaluator.description", description, recordLimits.textLength) ?? null,
  };
}

const definitionFields = { LLM: "judge", CODE: "code", BUILT_IN: "builtIn" } as const satisfies Record<
  EvaluatorKind,
  keyof EvaluatorVersionInput
>;

const targets: Readonly<Record<EvaluatorTarget, true>> = { STEP: true, RUN: true, THREAD: true, EXPERIMENT_ITEM: true };

export function definitionField(kind: EvaluatorKind): string {
  return `version.${definitionFields[kind]}`;
}

/** Reads the content of a version. `promptMessages` are the messages of the prompt version that the judge refers to. */
export function readEvaluatorVersion(
  input: EvaluatorVersionInput,
  promptMessages: readonly JsonObject[] | null,
): EvaluatorContent {
  const { kind, target } = input;
  for (const [other, field] of Object.entries(definitionFields)) {
    if (other !== kind && input[field] != null)
      throw badInput(`version.${field}`, `is not allowed for the kind ${kind}`);
  }
  return {
    kind,
    target,
    description: readText("version.description", input.description, recordLimits.textLength) ?? null,
    scoreName: readRequiredName("version.scoreName", input.scoreName).trim(),
    definition: readDefinition(input, promptMessages),
  };
}

function readDefinition(
  { kind, judge, code, builtIn }: EvaluatorVersionInput,
  promptMessages: readonly JsonObject[] | null,
): EvaluatorContent["definition"] {
  if (kind === "LLM" && judge) return readJudge(judge, promptMessages);
  if (kind === "CODE" && code) return readCode(code);
  if (kind === "BUILT_IN" && builtIn) return readBuiltIn(builtIn);
  throw badInput(definitionField(kind), `is required for the kind ${kind}`);
}

function readJudge(judge: EvaluatorJudgeInput, promptMessages: readonly JsonObject[] | null): JudgeRecord {
  const field = "version.judge";
  const promptId = judge.promptId == null ? null : readId(`${field}.promptId`, judge.promptId);
  if (promptId !== null && promptMessages === null)
    throw badInput(`${field}.promptId`, "the prompt version is unknown");
  const messages = readMessages((promptMessages ?? judge.messages ?? null) as JsonObject[] | null, `${field}.messages`);
  const inputs = readInputs(judge.inputs, `${field}.inputs`);
  checkVariables(messages, new Set(inputs.map(({ name }) => name)), `${field}.messages`);
  const { settings } = judge;
  const answer = readAnswer(judge, field);
  return {
    promptId,
    messages: messages.map(({ uuid: _uuid, ...message }) => message),
    inputs,
    ...answer,
    connectionId: readId(`${field}.connectionId`, judge.connectionId),
    model: readText(`${field}.model`, readRequiredName(`${field}.model`, judge.model).trim(), recordLimits.idLength),
    settings: settings == null ? null : readSettings(settings, `${field}.settings`),
    ...readExamples(judge.examples, answer, `${field}.examples`),
  };
}

function readInputs(inputs: EvaluatorJudgeInput["inputs"], field: string): JudgeRecord["inputs"] {
  const limit = recordLimits.evaluatorInputs;
  if (inputs.length > limit) throw badInput(field, `at most ${limit} are allowed`, limit);
  const names = new Set<string>();
  return inputs.map(({ name, path }, index) => {
    const place = `${field}[${index}]`;
    if (!/^[\w-]{1,64}$/.test(name)) throw badInput(`${place}.name`, "must be 1 to 64 letters, digits, _ or -");
    if (names.has(name)) throw badInput(`${place}.name`, `must be unique, but another input has the name "${name}"`);
    names.add(name);
    withField(`${place}.path`, () => parsePath(path));
    return { name, path };
  });
}

/**
 * Throws if a template is invalid, or if it uses a variable for which the judge has no input. Variables inside sections
 * are not checked. For example, `name` in `{{#users}}{{name}}{{/users}}` may be a field of each user.
 */
function checkVariables(messages: readonly JsonObject[], names: ReadonlySet<string>, field: string): void {
  variablesOf(messages, field);
  for (const [index, message] of messages.entries()) {
    const missing = outerVariablesOf(message).find((name) => !names.has(name));
    if (missing !== undefined)
      throw badInput(`${field}[${index}]`, `the variable {{${missing}}} has no input; add an input with this name`);
  }
}

type Answer = Pick<JudgeRecord, "labels" | "maximum" | "minimum">;

function readAnswer({ labels, minimum, maximum }: EvaluatorJudgeInput, field: string): Answer {
  if (labels == null) {
    if (minimum == null) throw badInput(`${field}.minimum`, "is required if there are no labels");
    if (maximum == null) throw badInput(`${field}.maximum`, "is required if there are no labels");
    if (minimum >= maximum) throw badInput(`${field}.maximum`, `must be above the minimum, ${minimum}`);
    return { labels: null, minimum, maximum };
  }
  if (minimum != null) throw badInput(`${field}.minimum`, "must be absent if there are labels");
  if (maximum != null) throw badInput(`${field}.maximum`, "must be absent if there are labels");
  const limit = recordLimits.scoreCategories;
  if (labels.length < 2 || labels.length > limit) throw badInput(`${field}.labels`, `must be 2 to ${limit}`, limit);
  const texts = new Set<string>();
  const read = labels.map(({ label, value }, index) => {
    const place = `${field}.labels[${index}].label`;
    const text = readRequiredName(place, label);
    if (texts.has(text)) throw badInput(place, `must be unique, but another label is "${text}"`);
    texts.add(text);
    return { label: text, value };
  });
  return { labels: read, minimum: null, maximum: null };
}

function readCode({ language, source }: EvaluatorCodeInput): CodeRecord {
  const field = "version.code.source";
  if (source.trim() === "") throw badInput(field, "must not be empty");
  return {
    language: language ?? "TYPESCRIPT",
    source: readText(field, source, recordLimits.evaluatorSourceLength),
  };
}

function readBuiltIn({ scorer, options }: EvaluatorBuiltInInput): BuiltInRecord {
  const given = readMetadata("version.builtIn.options", options) ?? {};
  withField("version.builtIn", () => checkScorer(scorer, given));
  if (!callsModel(scorer)) return { scorer, options: given };
  return { scorer, options: { ...given, ...readEmbeddingModel(given, "version.builtIn.options") } };
}

export function callsModel(scorer: string): boolean {
  return scorer === embeddingSimilarity.name;
}

export function readEmbeddingModel(
  { connectionId, model }: JsonObject,
  field: string,
): Pick<JudgeRecord, "connectionId" | "model"> {
  const read = (name: string, value: JsonValue | undefined): string => {
    if (typeof value !== "string") throw badInput(`${field}.${name}`, "is required");
    return readText(`${field}.${name}`, readRequiredName(`${field}.${name}`, value).trim(), recordLimits.idLength);
  };
  return {
    connectionId: readId(`${field}.connectionId`, read("connectionId", connectionId)),
    model: read("model", model),
  };
}

function withField(field: string, check: () => unknown): void {
  try {
    check();
  } catch (error) {
    if (error instanceof EvaluationError) throw badInput(field, error.message);
    throw error;
  }
}

/** Validates an imported version by the same rules as a version in a request. */
export function checkEvaluatorVersion(record: JsonObject): void {
  const { kind, target, scoreName, description, definition, number } = record;
  if (typeof kind !== "string" || !Object.hasOwn(definitionFields, kind)) {
    throw badInput("evaluatorVersion.kind", `must be one of ${Object.keys(definitionFields).join(", ")}`);
  }
  if (typeof target !== "string" || !Object.hasOwn(targets, target)) {
    throw badInput("evaluatorVersion.target", `must be one of ${Object.keys(targets).join(", ")}`);
  }
  if (!Number.isSafeInteger(number) || (number as number) < 1) {
    throw badInput("evaluatorVersion.number", "must be an integer from 1");
  }
  if (typeof scoreName !== "string") throw badInput("evaluatorVersion.scoreName", "must be text");
  if (description != null && typeof description !== "string") {
    throw badInput("evaluatorVersion.description", "must be text");
  }
  const known = kind as EvaluatorKind;
  const [error] = validateJson(definitionSchemas[known], definition ?? null);
  if (error !== undefined) throw badInput("evaluatorVersion.definition", error);
  const field = definitionFields[known];
  // The cast is safe, because the definition was checked with the schema of its kind.
  const version = { kind: known, target: target as EvaluatorTarget, scoreName, [field]: definition } as never;
  const messages = known === "LLM" ? (definition as unknown as JudgeRecord).messages : null;
  readEvaluatorVersion(version, messages);
}

const text: JsonObject = { type: "string" };
const optional = (type: string): JsonObject => ({ type: [type, "null"] });
const objectOf = (
  properties: Readonly<Record<string, JsonObject>>,
  later: Readonly<Record<string, JsonObject>> = {},
): JsonObject => ({
  type: "object",
  properties: { ...properties, ...later },
  required: Object.keys(properties),
  additionalProperties: false,
});

const definitionSchemas: Readonly<Record<EvaluatorKind, JsonObject>> = {
  LLM: objectOf(
    {
      promptId: optional("string"),
      messages: { type: "array", items: { type: "object" } },
      inputs: { type: "array", items: objectOf({ name: text, path: text }) },
      labels: { type: ["array", "null"], items: objectOf({ label: text, value: { type: "number" } }) },
      minimum: optional("number"),
      maximum: optional("number"),
      connectionId: text,
      model: text,
      settings: {
        type: ["object", "null"],
        properties: {
          temperature: { type: "number" },
          topP: { type: "number" },
          maxOutputTokens: { type: "integer" },
          presencePenalty: { type: "number" },
          frequencyPenalty: { type: "number" },
          seed: { type: "integer" },
          stopSequences: { type: "array", items: text },
        },
        additionalProperties: false,
      },
    },
    {
      examples: {
        type: "array",
        items: objectOf({
          reviewId: optional("string"),
          stepId: optional("string"),
          threadId: optional("string"),
          values: { type: "object" },
          label: optional("string"),
          value: { type: "number" },
          comment: optional("string"),
          correction: {},
        }),
      },
    },
  ),
  CODE: objectOf({ language: { enum: ["JAVASCRIPT", "TYPESCRIPT"] }, source: text }),
  BUILT_IN: objectOf({ scorer: text, options: { type: "object" } }),
};
