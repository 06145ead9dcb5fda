import type { BaseGenerationFields } from "../types/generations.ts";

/**
 * A model call that a framework records as a step. Each call must have exactly one generation. If the instrumentation
 * of the provider's SDK observes the same call, it claims the call and records the generation in that step. Otherwise
 * the framework records the generation.
 */
export class ModelCall {
  /** Prompt that was rendered for the call, which only the framework knows. */
  readonly prompt: Pick<BaseGenerationFields, "promptId" | "variables">;
  /** Tags and metadata that the caller passed to the framework. */
  readonly labels: Pick<BaseGenerationFields, "tags" | "metadata">;
  #state: "open" | "claimed" | "failed" | "refused" = "open";

  constructor(
    prompt: Pick<BaseGenerationFields, "promptId" | "variables"> = {},
    labels: Pick<BaseGenerationFields, "tags" | "metadata"> = {},
  ) {
    this.prompt = prompt;
    this.labels = labels;
  }

  /** Whether the provider's instrumentation records the generation. */
  get isClaimed(): boolean {
    return this.#state === "claimed";
  }

  /**
   * Whether the provider's instrumentation recorded the generation of a failed call. The framework then records any
   * later attempts.
   */
  get hasFailed(): boolean {
    return this.#state === "failed";
  }

  /** Claims the call. Returns true for the first caller, who records the generation, and false for all others. */
  claim(): boolean {
    if (this.#state !== "open") return false;
    this.#state = "claimed";
    return true;
  }

  /** Reports that the claimed call failed; the framework may retry it. */
  fail(): void {
    if (this.#state === "claimed") this.#state = "failed";
  }

  /**
   * Prevents later claims, so that the framework records the generation. Used if it is unclear which call a request
   * belongs to.
   */
  refuse(): void {
    if (this.#state === "open") this.#state = "refused";
  }
}
