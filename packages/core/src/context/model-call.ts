import type { BaseGenerationFields } from "../types/generations.ts";

/**
 * A model call that a framework, such as LangChain, records as a step. The framework sends the request through the SDK
 * of a provider. If that SDK is instrumented, too, its instrumentation calls `claim` and records the generation. The
 * framework records no generation for a claimed call, so that the call has exactly one.
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
   * Whether the provider's instrumentation claimed the call and its request failed. The framework itself then records
   * the generation of further attempts.
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
   * Prevents later claims, so that the framework records the generation. Call it when the model call has ended. Also
   * call it if a request may belong to any of several model calls, for example in a batch.
   */
  refuse(): void {
    if (this.#state === "open") this.#state = "refused";
  }
}
