import type { StoredGeneration } from "./stored-step.ts";

/** Returns the data of a generation besides its columns, as JSON text. */
export function generationPayload(generation: StoredGeneration): string {
  const { settings, variables, metadata, tools, prompt, completion, messages, messageCompletion } = generation;
  return JSON.stringify({ settings, variables, metadata, tools, prompt, completion, messages, messageCompletion });
}
