/** A table with rollups. */
export type FactKind = "steps" | "threads" | "scores";

/** Contribution of a step with its generation to the rollups; times in milliseconds, `duration` in seconds. */
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
}

/** Contribution of a record of each table. */
export type Fact =
  | { readonly kind: "steps"; readonly fact: StepFact }
  | { readonly kind: "threads"; readonly fact: ThreadFact }
  | { readonly kind: "scores"; readonly fact: ScoreFact };

export const factKinds: readonly FactKind[] = ["steps", "threads", "scores"];
