import type { BaseGenerationFields } from "../types/generations.ts";

/**
 * A call of a model that a framework records as a step. The provider's instrumentation, which sees the same call further down, claims
 * it to record the generation below that step; else the framework records the generation itself. So each call has one generation.
 */
export class ModelCall {
  /** The prompt that was rendered for the call, which the framework alone knows. */
  readonly prompt: Pick<BaseGenerationFields, "promptId" | "variables">;
  /** The caller's tags and metadata of the call, as the framework knows them. */
  readonly labels: Pick<BaseGenerationFields, "tags" | "metadata">;
  #state: "open" | "claimed" | "failed" | "refused" = "open";

  constructor(
    prompt: Pick<BaseGenerationFields, "promptId" | "variables"> = {},
    labels: Pick<BaseGenerationFields, "tags" | "metadata"> = {},
  ) {
    this.prompt = prompt;
    this.labels = labels;
  }

  /** Whether the provider's instrumentation holds the generation. */
  get isClaimed(): boolean {
    return this.#state === "claimed";
  }

  /** Whether the provider's instrumentation holds the generation of a call that failed. What follows is the framework's to record. */
  get hasFailed(): boolean {
    return this.#state === "failed";
  }

  /** True for the first caller only. Other callers record nothing, because the framework does. */
  claim(): boolean {
    if (this.#state !== "open") return false;
    this.#state = "claimed";
    return true;
  }

  /** Reports that the claimed call failed; the framework may retry it. */
  fail(): void {
    if (this.#state === "claimed") this.#state = "failed";
  }

  /** Leaves the generation to the framework: it is not certain which call a request is for. */
  refuse(): void {
    if (this.#state === "open") this.#state = "refused";
  }
}
