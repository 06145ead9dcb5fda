type StepAlias = "r" | "s";

/** Name of the API key that recorded a step; null if no key did, or if the project does not have the key. */
export function knownApiKeyNameOf(step: StepAlias): string {
  return `(SELECT k.name FROM api_keys k WHERE k.project_id = ${step}.project_id AND k.id = ${step}.api_key_id)`;
}

/** Name of the API key that recorded a step, or its id if the project does not have the key. Null if no key did. */
export function apiKeyNameOf(step: StepAlias): string {
  return `coalesce(${knownApiKeyNameOf(step)}, ${step}.api_key_id)`;
}
