/** Returns the provider to record for a model: `openai.chat` becomes `openai`. */
export function readProvider(provider: string | undefined): string | undefined {
  return provider?.split(".", 1)[0]?.replace(/^(azure)-openai$/u, "$1");
}
