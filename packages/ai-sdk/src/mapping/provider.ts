/** Derives the provider in records from the provider of its models: `openai.chat` becomes `openai`. */
export function readProvider(provider: string | undefined): string | undefined {
  return provider?.split(".", 1)[0]?.replace(/^(azure)-openai$/u, "$1");
}
