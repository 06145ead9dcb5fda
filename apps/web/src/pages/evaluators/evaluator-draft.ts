import type { JsonValue } from "@threadline/schema/sdk";
import type { EvaluatorChoicesQuery, EvaluatorDetailQuery, EvaluatorVersionInput } from "../../generated/evaluators.ts";
import { isJsonObject } from "../../json/json-text.ts";
import { parseNumber } from "../../ui/number-text.ts";
import { knownTemplateFields } from "../../prompt-template/template-fields.ts";
import { type Column, sourceText } from "../playground/column/column.ts";
import { draftOfMessage, type MessageDraft, messageOf, newMessage } from "../playground/column/message-draft.ts";
import {
  callSettings,
  noSettings,
  numberSettingNames,
  type SettingTexts,
} from "../playground/column/model-settings.ts";
import { optionFields, optionTexts, readOption } from "./option-fields.ts";

export type StoredVersion = NonNullable<EvaluatorDetailQuery["evaluator"]>["versions"][number];
export type Catalog = EvaluatorChoicesQuery["evaluatorCatalog"];
export type JudgeExample = NonNullable<StoredVersion["judge"]>["examples"][number];
export type JudgeTemplate = Catalog["judges"][number];
type JudgeExampleInput = NonNullable<NonNullable<EvaluatorVersionInput["judge"]>["examples"]>[number];
export type Kind = StoredVersion["kind"];
export type Target = StoredVersion["target"];

export const kinds = ["LLM", "CODE", "BUILT_IN"] as const;

export interface InputDraft {
  readonly key: number;
  readonly name: string;
  readonly path: string;
}

export interface LabelDraft {
  readonly key: number;
  readonly label: string;
  readonly value: string;
}

/** Definition of a judge in the form. Numbers are text. */
export interface JudgeDraft {
  /**
   * Prompt version from which the messages were copied, with those messages as JSON. Null if the messages were not
   * copied.
   */
  readonly source: { readonly promptId: string; readonly messages: string } | null;
  readonly messages: readonly MessageDraft[];
  readonly inputs: readonly InputDraft[];
  readonly answer: "labels" | "number";
  readonly labels: readonly LabelDraft[];
  readonly minimum: string;
  readonly maximum: string;
  readonly connectionId: string;
  readonly model: string;
  readonly settings: SettingTexts;
  readonly examples: readonly JudgeExample[];
}

/**
 * Evaluator version that is being edited. Contains the input for every kind of evaluator, so that nothing is lost when
 * the user switches between kinds.
 */
export interface EvaluatorDraft {
  readonly kind: Kind;
  readonly target: Target;
  readonly scoreName: string;
  readonly note: string;
  readonly judge: JudgeDraft;
  readonly language: "JAVASCRIPT" | "TYPESCRIPT";
  readonly source: string;
  readonly scorer: string;
  /** Texts of the option fields. Lists and objects are JSON. */
  readonly options: Readonly<Record<string, string>>;
}

const firstSource = `export default ({ output }) => ({
  value: JSON.stringify(output ?? "").length > 2 ? 1 : 0,
  comment: "Whether there is an output",
});
`;

export const emptyDraft: EvaluatorDraft = {
  kind: "LLM",
  target: "STEP",
  scoreName: "",
  note: "",
  judge: {
    source: null,
    messages: [newMessage(0, "user")],
    inputs: [
      { key: 0, name: "input", path: "input" },
      { key: 1, name: "output", path: "output" },
    ],
    answer: "labels",
    labels: [
      { key: 0, label: "yes", value: "1" },
      { key: 1, label: "no", value: "0" },
    ],
    minimum: "0",
    maximum: "1",
    connectionId: "",
    model: "",
    settings: noSettings,
    examples: [],
  },
  language: "TYPESCRIPT",
  source: firstSource,
  scorer: "contains",
  options: {},
};

export function draftOfVersion({ kind, target, scoreName, judge, code, builtIn }: StoredVersion): EvaluatorDraft {
  return {
    ...emptyDraft,
    kind,
    target,
    scoreName,
    ...(judge && { judge: draftOfJudge(judge) }),
    ...(code && { language: code.language, source: code.source }),
    ...(builtIn && { scorer: builtIn.scorer, options: optionTexts(builtIn.options) }),
  };
}

/** Returns the judge with the messages of a prompt version. Adds an input for each variable that has none. */
export function withPrompt(judge: JudgeDraft, { messages, source }: Pick<Column, "messages" | "source">): JudgeDraft {
  if (source?.promptId == null) return judge;
  const variables = knownTemplateFields(messages.map((message) => messageOf(message) ?? {}));
  const missing = variables.filter(({ name }) => !judge.inputs.some((input) => input.name === name));
  const used = judge.inputs.filter(({ name }) => variables.some((variable) => variable.name === name));
  const inputs = [...used.map(({ name, path }) => ({ name, path })), ...missing.map(({ name }) => inputOf(name))];
  return {
    ...judge,
    source: { promptId: source.promptId, messages: source.messages },
    messages,
    inputs: inputs.map((input, key) => ({ ...input, key })),
  };
}

/** Returns the names of the variables in the judge's messages that have no input. */
export function unmappedVariables({ messages, inputs }: JudgeDraft): readonly string[] {
  return knownTemplateFields(messages.map((message) => messageOf(message) ?? {}))
    .filter(({ sections }) => sections.length === 0)
    .map(({ name }) => name)
    .filter((name) => !inputs.some((input) => input.name.trim() === name));
}

/** Returns a key that no item of a list has. */
export function nextKey(items: readonly { readonly key: number }[]): number {
  return Math.max(-1, ...items.map(({ key }) => key)) + 1;
}

/** Adds an input for each of the variables, with the path that its name suggests. */
export function withInputs(judge: JudgeDraft, names: readonly string[]): JudgeDraft {
  const first = nextKey(judge.inputs);
  const added = names.map((name, index) => ({ ...inputOf(name), key: first + index }));
  return { ...judge, inputs: [...judge.inputs, ...added] };
}

const parts = ["input", "output", "expected", "metadata", "messages", "steps", "thread"];

function inputOf(name: string): { readonly name: string; readonly path: string } {
  return { name, path: parts.includes(name) ? name : `input.${name}` };
}

/**
 * Returns the id of the prompt version whose messages the judge uses; null if the messages were changed or not copied.
 */
export function promptOf({ source, messages }: JudgeDraft): string | null {
  return source !== null && source.messages === JSON.stringify(messages.map(messageOf)) ? source.promptId : null;
}

/**
 * Replaces the judge's messages, inputs and answers with those of a template. Keeps the model and its settings. The
 * draft also gets the name of the template as score name, unless the user has entered another name.
 */
export function withTemplate(
  draft: EvaluatorDraft,
  template: JudgeTemplate,
  templates: readonly Pick<JudgeTemplate, "name">[],
): EvaluatorDraft {
  const { settings, connectionId, model } = draft.judge;
  const isEntered = draft.scoreName !== "" && !templates.some(({ name }) => name === draft.scoreName);
  return {
    ...draft,
    target: targetOf(template, draft.target),
    scoreName: isEntered ? draft.scoreName : template.name,
    judge: { ...draftOfJudge({ ...template, settings: null, examples: [] }), connectionId, model, settings },
  };
}

function targetOf({ inputs }: JudgeTemplate, chosen: Target): Target {
  const used = new Set(inputs.map(({ path }) => /^\w+/u.exec(path)?.[0]));
  if (used.has("expected")) return "EXPERIMENT_ITEM";
  if (used.has("thread") || used.has("messages")) return "THREAD";
  if (used.has("steps")) return chosen === "STEP" ? "RUN" : chosen;
  return chosen;
}

function draftOfJudge({
  messages,
  inputs,
  labels,
  minimum,
  maximum,
  settings,
  examples,
  promptId = null,
  ...model
}: Pick<
  NonNullable<StoredVersion["judge"]>,
  "examples" | "inputs" | "labels" | "maximum" | "messages" | "minimum" | "settings"
> & {
  readonly promptId?: string | null;
  readonly connectionId?: string;
  readonly model?: string;
}): JudgeDraft {
  const list = Array.isArray(messages) ? messages : [];
  return {
    source: promptId === null ? null : { promptId, messages: sourceText(list) },
    messages: list.map((message, key) => draftOfMessage(message, key)),
    inputs: inputs.map(({ name, path }, key) => ({ key, name, path })),
    answer: labels === null ? "number" : "labels",
    labels: (labels ?? []).map(({ label, value }, key) => ({ key, label, value: String(value) })),
    minimum: String(minimum ?? 0),
    maximum: String(maximum ?? 1),
    connectionId: model.connectionId ?? "",
    model: model.model ?? "",
    settings: settingTexts(settings),
    examples,
  };
}

function settingTexts(settings: JsonValue): SettingTexts {
  if (!isJsonObject(settings)) return noSettings;
  const numbers = numberSettingNames.map((name) => [name, textOf(settings[name])]);
  const stop = settings["stopSequences"];
  const lines = Array.isArray(stop)
    ? stop.map((line) => String(line).replaceAll("\\", "\\\\").replaceAll("\n", "\\n"))
    : [];
  return { ...noSettings, ...(Object.fromEntries(numbers) as Partial<SettingTexts>), stop: lines.join("\n") };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "number" ? String(value) : "";
}

export type DraftProblem = { readonly field: "messages" | "settings" | "value" | "options"; readonly name: string };

/** Reads the content of a version from a draft. Returns the first invalid field instead if there is one. */
export function readDraft(
  draft: EvaluatorDraft,
  catalog: Catalog | undefined,
): { readonly version: EvaluatorVersionInput; readonly problem: null } | { readonly problem: DraftProblem } {
  const { kind, target, scoreName, note } = draft;
  const version = { kind, target, scoreName: scoreName.trim(), description: note.trim() || null };
  if (kind === "CODE") {
    const { language, source } = draft;
    return { version: { ...version, code: { language, source } }, problem: null };
  }
  if (kind === "BUILT_IN") {
    const options = readOptions(draft, catalog);
    if ("field" in options) return { problem: options };
    return { version: { ...version, builtIn: { scorer: draft.scorer, options: options.value } }, problem: null };
  }
  const judge = readJudge(draft.judge);
  return "field" in judge ? { problem: judge } : { version: { ...version, judge }, problem: null };
}

function readJudge(draft: JudgeDraft): NonNullable<EvaluatorVersionInput["judge"]> | DraftProblem {
  const { inputs, answer, connectionId, model } = draft;
  const messages = draft.messages.map(messageOf);
  const bad = messages.indexOf(null);
  if (bad !== -1) return { field: "messages", name: String(bad + 1) };
  const { settings, invalid } = callSettings(draft.settings);
  if (invalid[0] !== undefined) return { field: "settings", name: invalid[0] };
  const numbers = answer === "labels" ? draft.labels.map(({ value }) => value) : [draft.minimum, draft.maximum];
  const notANumber = numbers.find((text) => parseNumber(text) === undefined);
  if (notANumber !== undefined) return { field: "value", name: notANumber };
  const promptId = promptOf(draft);
  return {
    ...(promptId === null ? { messages: messages as JsonValue[] } : { promptId }), // checked above: no message is null
    inputs: inputs.map(({ name, path }) => ({ name: name.trim(), path: path.trim() })),
    ...(answer === "labels"
      ? { labels: draft.labels.map(({ label, value }) => ({ label: label.trim(), value: parseNumber(value) ?? 0 })) }
      : { minimum: parseNumber(draft.minimum) ?? null, maximum: parseNumber(draft.maximum) ?? null }),
    connectionId,
    model: model.trim(),
    settings,
    examples: examplesOf(draft),
  };
}

/** Returns the examples to send. Each has either a label or a number, depending on the draft's kind of answer. */
function examplesOf({ examples, answer }: JudgeDraft): JudgeExampleInput[] {
  return examples.map(({ label, value, ...example }) => ({
    ...example,
    ...(answer === "labels" ? { label } : { value }),
  }));
}

function readOptions(
  { scorer, options }: EvaluatorDraft,
  catalog: Catalog | undefined,
): { readonly value: { [name: string]: JsonValue } } | DraftProblem {
  const schema = catalog?.scorers.find(({ name }) => name === scorer)?.options ?? null;
  const value: { [name: string]: JsonValue } = {};
  for (const { name, type } of optionFields(schema)) {
    const text = options[name] ?? "";
    if (text === "") continue;
    const read = readOption(text, type);
    if (read === undefined) return { field: "options", name };
    value[name] = read;
  }
  return { value };
}
