import type { HasJsonTexts } from "../json-texts.ts";
import type { GenerationRecord } from "../generations.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { fromJsonText } from "../row-codec.ts";
import type { StepRecord, StepType } from "../steps.ts";
import { stepRowColumns, toStepRecord, type StepRow } from "./step-rows.ts";

/** A whole step as it crosses between threads: the columns of `selectSteps` in their order. Copying names costs more. */
export type StepCells = readonly (string | number | null)[];

const place = Object.fromEntries(stepRowColumns.map((column, index) => [column, index]));

/**
 * A step that parses what it holds when somebody reads it. Its fields are its own, so that a copy of it is a plain record.
 */
export class StepOfCells implements StepRecord, HasJsonTexts {
  readonly #cells: StepCells;
  readonly id: string;
  readonly createdAt: number;
  readonly threadId: string | null;
  readonly parentId: string | null;
  readonly rootRunId: string | null;
  readonly type: StepType;
  readonly name: string | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly error: string | null;
  readonly environment: string | null;
  readonly tags: readonly string[] | null;
  declare readonly input: JsonValue;
  declare readonly output: JsonValue;
  declare readonly metadata: JsonObject | null;
  declare readonly generation: GenerationRecord | null;

  constructor(cells: StepCells) {
    this.#cells = cells;
    // The columns hold what the store wrote, so their types are those of the record.
    const cell = <Value>(column: string): Value => cells[place[column] ?? 0] as Value;
    this.id = cell("id");
    this.createdAt = cell("createdAt");
    this.threadId = cell("threadId");
    this.parentId = cell("parentId");
    this.rootRunId = cell("rootRunId");
    this.type = cell("type");
    this.name = cell("name");
    this.startTime = cell("startTime");
    this.endTime = cell("endTime");
    this.error = cell("error");
    this.environment = cell("environment");
    this.tags = fromJsonText(cell("tags"));
    Object.defineProperties(this, StepOfCells.#parsedFields);
  }

  jsonTextOf(field: string): string | undefined {
    const text = payloads.has(field) ? this.#cells[place[field] ?? 0] : null;
    return typeof text === "string" ? text : undefined;
  }

  static readonly #parsedFields: PropertyDescriptorMap = {
    input: StepOfCells.#parsed("input", (step) => fromJsonText(step.#cell("input"))),
    output: StepOfCells.#parsed("output", (step) => fromJsonText(step.#cell("output"))),
    metadata: StepOfCells.#parsed("metadata", (step) => fromJsonText(step.#cell("metadata"))),
    generation: StepOfCells.#parsed("generation", (step) => step.#generation()),
  };

  /** A field that is parsed when it is read first. */
  static #parsed(field: string, parse: (step: StepOfCells) => unknown): PropertyDescriptor {
    function get(this: StepOfCells): unknown {
      const value = parse(this);
      Object.defineProperty(this, field, { value, enumerable: true });
      return value;
    }
    return { get, enumerable: true, configurable: true };
  }

  #cell(column: string): string | number | null {
    return this.#cells[place[column] ?? 0] ?? null;
  }

  #generation(): GenerationRecord | null {
    if (this.#cell("generation_type") === null) return null;
    const row = Object.fromEntries(stepRowColumns.map((column) => [column, this.#cell(column)])) as unknown as StepRow; // its columns
    return toStepRecord({ ...row, input: null, output: null, metadata: null }).generation;
  }
}

const payloads: ReadonlySet<string> = new Set(["input", "output", "metadata"]);
