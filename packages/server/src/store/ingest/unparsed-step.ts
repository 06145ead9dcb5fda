import type { GenerationRecord } from "../generation-record.ts";
import { type HasJsonTexts, fromJsonText } from "../json-texts.ts";
import type { JsonObject, JsonValue } from "../../json/json-value.ts";
import type { StepRecord } from "../steps.ts";
import type { StepType } from "../step-type.ts";
import type { PlainStepFields } from "./stored-step.ts";

type Payload = "input" | "output" | "metadata";
const payloads: ReadonlySet<string> = new Set<Payload>(["input", "output", "metadata"]);

export type PayloadTexts = Readonly<Record<Payload, string | null>>;

/** A step whose payloads are parsed on first access. A copy made by spreading it is a plain record with all fields. */
export class UnparsedStep implements StepRecord, HasJsonTexts {
  readonly #texts: PayloadTexts;
  readonly #generationBytes: number;
  readonly #generation: () => GenerationRecord | null;
  readonly id: string;
  readonly createdAt: number;
  readonly receivedAt: number;
  readonly threadId: string | null;
  readonly parentId: string | null;
  readonly rootRunId: string | null;
  readonly type: StepType;
  readonly name: string | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly error: string | null;
  readonly environment: string | null;
  readonly apiKeyId: string | null;
  readonly tags: readonly string[] | null;
  declare readonly input: JsonValue;
  declare readonly output: JsonValue;
  declare readonly metadata: JsonObject | null;
  declare readonly generation: GenerationRecord | null;

  constructor(
    fields: PlainStepFields,
    texts: PayloadTexts,
    generation: { readonly bytes: number; readonly parse: () => GenerationRecord | null },
  ) {
    this.#texts = texts;
    this.#generationBytes = generation.bytes;
    this.#generation = generation.parse;
    this.id = fields.id;
    this.createdAt = fields.createdAt;
    this.receivedAt = fields.receivedAt;
    this.threadId = fields.threadId;
    this.parentId = fields.parentId;
    this.rootRunId = fields.rootRunId;
    this.type = fields.type;
    this.name = fields.name;
    this.startTime = fields.startTime;
    this.endTime = fields.endTime;
    this.error = fields.error;
    this.environment = fields.environment;
    this.apiKeyId = fields.apiKeyId;
    this.tags = fields.tags;
    Object.defineProperties(this, UnparsedStep.#parsedFields);
  }

  get textBytes(): number {
    const { input, output, metadata } = this.#texts;
    const lengths = [input, output, metadata, this.error].map((text) => text?.length ?? 0);
    return lengths.reduce((sum, length) => sum + length, this.#generationBytes);
  }

  jsonTextOf(field: string): string | undefined {
    return payloads.has(field) ? (this.#texts[field as Payload] ?? undefined) : undefined; // checked by `payloads.has`
  }

  static readonly #parsedFields: PropertyDescriptorMap = {
    input: UnparsedStep.#parsed("input", (step) => fromJsonText(step.#texts.input)),
    output: UnparsedStep.#parsed("output", (step) => fromJsonText(step.#texts.output)),
    metadata: UnparsedStep.#parsed("metadata", (step) => fromJsonText(step.#texts.metadata)),
    generation: UnparsedStep.#parsed("generation", (step) => step.#generation()),
  };

  static #parsed(field: string, parse: (step: UnparsedStep) => unknown): PropertyDescriptor {
    function get(this: UnparsedStep): unknown {
      const value = parse(this);
      Object.defineProperty(this, field, { value, enumerable: true });
      return value;
    }
    return { get, enumerable: true, configurable: true };
  }
}
