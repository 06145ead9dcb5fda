/** Name of a provider in records, from the name that its models have: `openai.chat` is `openai`. */
export function readProvider(provider: string | undefined): string | undefined {
  return provider?.split(".", 1)[0]?.replace(/^(azure)-openai$/u, "$1");
}
