import type { ThreadPeriod } from "./users.ts";
/**
 * Limits of a project's prices. The size of a pattern is the number of instructions of the compiled regular expression.
 */
export const priceLimits = {
  count: 500,
  /** Maximum size of a pattern: enough for a list of a hundred models. */
  size: 2_000,
  /** Maximum size of all patterns of a project together. */
  totalSize: 10_000,
} as const;

/**
 * Price that a project has set for one or more models. Prices are US dollars per million tokens; times are epoch
 * milliseconds.
 */
export interface ModelPriceRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string | null;
  /** RE2 pattern that matches a whole model name, ignoring case. */
  readonly match: string;
  /** Compared ignoring case. Null: any provider. */
  readonly provider: string | null;
  readonly inputPrice: number;
  readonly outputPrice: number;
  /** Null: cached input has the price of other input. */
  readonly cachedInputPrice: number | null;
  readonly cacheWritePrice: number | null;
  /** Null: reasoning has the price of other output. */
  readonly reasoningPrice: number | null;
  readonly validFrom: number | null;
  /** Time at which the price ends (exclusive); null if it never ends. */
  readonly validTo: number | null;
}

/** Tokens by kind. Cached input and cache writes are part of the input. Reasoning is part of the output. */
export interface TokenDetails {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

/** Cost of a generation, in US dollars. */
export interface GenerationCost {
  readonly total: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly priceId: string;
}

export interface ThreadUsage {
  readonly tokens: TokenDetails;
  /** US dollars; null without a price. */
  readonly cost: Omit<GenerationCost, "priceId"> | null;
}

export interface StepUsage {
  /** Number of steps: the step itself and its descendants. */
  readonly stepCount: number;
  /** Null if the number is known neither for the step nor for any of its descendants. */
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  readonly tokenCount: number | null;
  /** US dollars; null without a price. */
  readonly cost: number | null;
}

export interface PriceStore {
  /** The project's prices, newest first. */
  list(projectId: string): Promise<ModelPriceRecord[]>;
  /**
   * Creates a price. The costs of stored generations are then updated in the background. Rejects with a {@link
   * PatternError} if the pattern is invalid or exceeds {@link priceLimits}, and with a `ConflictError` if the project
   * has too many prices.
   */
  create(projectId: string, price: ModelPriceRecord): Promise<ModelPriceRecord>;
  /** Resolves to null if not found. Rejects like `create`. */
  update(
    projectId: string,
    id: string,
    change: Omit<ModelPriceRecord, "id" | "createdAt">,
  ): Promise<ModelPriceRecord | null>;
  delete(projectId: string, id: string): Promise<ModelPriceRecord | null>;
  /** Returns the cost of each thread's generations, in US dollars; null without a price. */
  costsOfThreads(projectId: string, threadIds: readonly string[]): Promise<(number | null)[]>;
  /** Tokens and cost of each thread by kind; null if no tokens are known. */
  usagesOfThreads(projectId: string, threadIds: readonly string[]): Promise<(ThreadUsage | null)[]>;
  /**
   * Returns the usage of each step and its descendants; null for unknown steps. Descendants are found by `parentId`. In
   * a cycle of parents, each step is counted once.
   */
  usagesOfSteps(projectId: string, stepIds: readonly string[]): Promise<(StepUsage | null)[]>;
  /** Returns the cost of each user's threads, or of those in the period, in US dollars; null without a price. */
  costsOfUsers(projectId: string, userIds: readonly string[], period?: ThreadPeriod): Promise<(number | null)[]>;
  /** Returns the price of a model call at a time, in US dollars; null if no price matches the model. */
  estimate(
    projectId: string,
    call: {
      readonly provider: string | null;
      readonly model: string;
      readonly time: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    },
  ): Promise<number | null>;
  /** Updates the costs of stored generations now instead of in the background. */
  settle(): Promise<void>;
}
