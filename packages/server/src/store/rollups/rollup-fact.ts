import type { ScoreRecord } from "../scores.ts";

/** A table whose records are counted in the rollups. */
export type FactKind = "steps" | "threads" | "scores";

/** Environment of the records of experiments. */
const experimentEnvironment = "experiment";

/** Values of a step and its generation that the rollups count. Times are in milliseconds; `duration` is in seconds. */
export interface StepFact {
  readonly project: number;
  readonly createdAt: number;
  readonly environment: string | null;
  readonly userId: string | null;
  readonly type: string;
  readonly name: string | null;
  readonly error: number;
  readonly latency: number | null;
  readonly isGeneration: number;
  readonly model: string | null;
  readonly provider: string | null;
  readonly promptId: string | null;
  readonly generationError: number;
  readonly tokens: number | null;
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  readonly cost: number | null;
  readonly duration: number | null;
  readonly firstToken: number | null;
  /** Absent in values that were stored before this field existed. */
  readonly apiKeyId?: string | null | undefined;
}

export interface ThreadFact {
  readonly project: number;
  readonly createdAt: number;
  readonly environment: string | null;
  readonly userId: string | null;
}

export interface ScoreFact {
  readonly project: number;
  readonly createdAt: number;
  readonly name: string;
  readonly value: number;
  /**
   * {@link experimentEnvironment} for a score of an experiment item; otherwise null. Absent in values that were stored
   * before this field existed.
   */
  readonly environment?: string | null | undefined;
}

export type Fact =
  | { readonly kind: "steps"; readonly fact: StepFact }
  | { readonly kind: "threads"; readonly fact: ThreadFact }
  | { readonly kind: "scores"; readonly fact: ScoreFact };

/**
 * Facts of a record before and after a change: the values that the rollups count. `before` is null for a new record,
 * and `after` is null for a deleted record.
 */
export interface FactChange<Kind extends FactKind> {
  readonly before: FactOf<Kind> | null;
  readonly after: FactOf<Kind> | null;
}

/** Facts of a record in the table `Kind`, without its project. */
export type FactOf<Kind extends FactKind> = Omit<Extract<Fact, { readonly kind: Kind }>["fact"], "project">;

/** The part of the facts that a read counts. The totals of all others are missing in its result. */
export interface WantedFacts {
  readonly kinds: readonly FactKind[];
  /** Dimensions by which the facts are grouped. */
  readonly dimensions: ReadonlySet<number>;
}

export const factKinds: readonly FactKind[] = ["steps", "threads", "scores"];

type FactColumns = Readonly<Record<FactKind, Readonly<Record<string, string>>>>;

/** Expressions for the generation of a step and the user of its thread, which each database reads in its own way. */
interface FactSource {
  readonly generation: "g" | "r";
  readonly isGeneration: string;
  readonly generationError: string;
  readonly userOfStep: string;
}

export function factColumns({ generation: g, isGeneration, generationError, userOfStep }: FactSource): FactColumns {
  return {
    steps: {
      createdAt: "r.created_at",
      environment: "r.environment",
      userId: userOfStep,
      type: "r.type",
      name: "r.name",
      error: isTrue("r.error IS NOT NULL"),
      latency: atLeastZero("(r.end_time - r.start_time)"),
      isGeneration: isTrue(isGeneration),
      model: `${g}.model`,
      provider: `${g}.provider`,
      promptId: `${g}.prompt_id`,
      generationError: isTrue(`${generationError} IS NOT NULL`),
      tokens: `${g}.token_count`,
      inputTokens: `coalesce(${g}.given_input_token_count, ${g}.input_token_estimate)`,
      outputTokens: `coalesce(${g}.given_output_token_count, ${g}.output_token_estimate)`,
      cost: `${g}.cost`,
      duration: atLeastZero(`${g}.duration`),
      firstToken: atLeastZero(`${g}.tt_first_token`),
      apiKeyId: "r.api_key_id",
    },
    threads: { createdAt: "r.created_at", environment: "r.environment", userId: "r.user_id" },
    scores: {
      createdAt: "r.created_at",
      name: "r.name",
      value: "r.value",
      environment: `CASE WHEN r.dataset_experiment_item_id IS NULL THEN NULL ELSE '${experimentEnvironment}' END`,
    },
  };
}

/** Returns the same values of a score as the expressions of {@link factColumns}. */
export function toScoreFact({ createdAt, name, value, datasetExperimentItemId }: ScoreRecord): FactOf<"scores"> {
  const environment = datasetExperimentItemId === null ? null : experimentEnvironment;
  return { createdAt, name, value, environment };
}

function isTrue(condition: string): string {
  return `CAST(${condition} AS integer)`;
}

function atLeastZero(sql: string): string {
  return `CASE WHEN ${sql} < 0 THEN 0 ELSE ${sql} END`;
}
