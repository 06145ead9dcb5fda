import type { Prompt } from "../prompt.ts";

/** LRU cache of fetched prompts. */
export class PromptCache {
  readonly #prompts = new Map<string, Prompt>();
  readonly #size: number;

  constructor(size = 500) {
    this.#size = size;
  }

  get(key: string): Prompt | undefined {
    const prompt = this.#prompts.get(key);
    if (prompt !== undefined) this.set(key, prompt);
    return prompt;
  }

  set(key: string, prompt: Prompt | null): void {
    this.#prompts.delete(key);
    if (prompt === null) return;
    this.#prompts.set(key, prompt);
    const oldest = this.#prompts.keys().next();
    if (this.#prompts.size > this.#size && !oldest.done) this.#prompts.delete(oldest.value);
  }
}
