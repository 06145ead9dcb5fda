import type { JsonObject, JsonValue } from "../json/json-value.ts";
import type { GenerationRecord } from "../store/generation-record.ts";
import type { ScoreRecord } from "../store/scores.ts";
import type { StepOutline } from "../store/step-outline.ts";
import type { StepType } from "../store/step-type.ts";
import type { StepRecord } from "../store/steps.ts";
import type { ThreadRecord } from "../store/threads.ts";

/** Texts that identify the user of a thread: the user's id and identifier. */
export type UserNames = ReadonlySet<string>;

/** Type of user messages. Chainlit and other clients use the name of the user as the name of such a step. */
const userMessage: StepType = "user_message";

const userSettings: ReadonlySet<string> = new Set(["user", "safety_identifier"]);

/** Returns a thread without its user. */
export function hideUserOfThread(thread: ThreadRecord, names: UserNames): ThreadRecord {
  return {
    ...thread,
    participantId: null,
    name: thread.name !== null && names.has(thread.name) ? null : thread.name,
    tags: hideInTags(thread.tags, names),
    metadata: hideInObject(thread.metadata, names),
  };
}

/**
 * Returns a step without its API key and without its user. Removes the name of a user message, and the user's id and
 * identifier in metadata, tags and settings. Inputs and outputs are not changed.
 */
export function hideUserOfStep(step: StepRecord, names: UserNames): StepRecord {
  return {
    ...step,
    apiKeyId: null,
    name: step.type === userMessage || (step.name !== null && names.has(step.name)) ? null : step.name,
    tags: hideInTags(step.tags, names),
    metadata: hideInObject(step.metadata, names),
    generation: step.generation && hideUserOfGeneration(step.generation, names),
  };
}

/** Returns a score without the person who created it and this person's comment. */
export function hideUserOfScore(score: ScoreRecord, names: UserNames): ScoreRecord {
  const isOfPerson = score.type === "HUMAN";
  const hidesScorer = isOfPerson || (score.scorer !== null && names.has(score.scorer));
  return {
    ...score,
    scorer: hidesScorer ? null : score.scorer,
    comment: isOfPerson ? null : score.comment,
    tags: hideInTags(score.tags, names),
  };
}

export function hideUserOfOutline(outline: StepOutline, userNames: UserNames): StepOutline {
  const { types, type, names } = outline;
  const isShown = (step: number, name: number): boolean =>
    name !== -1 && types[type[step] ?? -1] !== userMessage && !userNames.has(names[name] ?? "");
  const shown: string[] = [];
  const indexes = new Map<number, number>();
  const indexOf = (name: number): number => {
    const known = indexes.get(name);
    if (known !== undefined) return known;
    const index = shown.push(names[name] ?? "") - 1;
    indexes.set(name, index);
    return index;
  };
  const name = outline.name.map((each, step) => (isShown(step, each) ? indexOf(each) : -1));
  return { ...outline, names: shown, name };
}

function hideUserOfGeneration(generation: GenerationRecord, names: UserNames): GenerationRecord {
  return {
    ...generation,
    tags: hideInTags(generation.tags, names),
    metadata: hideInValue(generation.metadata, names),
    settings: withoutUserSettings(hideInValue(generation.settings, names)),
  };
}

function withoutUserSettings(settings: JsonValue): JsonValue {
  if (settings === null || typeof settings !== "object" || Array.isArray(settings)) return settings;
  return Object.fromEntries(Object.entries(settings).filter(([key]) => !userSettings.has(key)));
}

function hideInTags(tags: readonly string[] | null, names: UserNames): readonly string[] | null {
  return tags && tags.filter((tag) => !names.has(tag));
}

function hideInObject(object: JsonObject | null, names: UserNames): JsonObject | null {
  return (
    object &&
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, hideInValue(value, names)] as const))
  );
}

/** Replaces texts that identify the user with null. */
function hideInValue(value: JsonValue, names: UserNames): JsonValue {
  if (typeof value === "string") return names.has(value) ? null : value;
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((each) => hideInValue(each, names));
  return hideInObject(value, names);
}
