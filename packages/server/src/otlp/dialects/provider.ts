import { lookup } from "../lookup.ts";

const names: ReadonlyMap<string, string> = lookup<string>({
  "azure.ai.openai": "azure",
  "azure.ai.inference": "azure",
  "az.ai.inference": "azure",
  "az.ai.openai": "azure",
  az: "azure",
  azure_openai: "azure",
  "azure-openai": "azure",
  "aws.bedrock": "aws_bedrock",
  aws: "aws_bedrock",
  bedrock: "aws_bedrock",
  "amazon-bedrock": "aws_bedrock",
  amazon_bedrock: "aws_bedrock",
  "gcp.gemini": "google",
  "gcp.gen_ai": "google",
  "gcp.vertex.agent": "google",
  "gcp.vertex_ai": "google",
  gemini: "google",
  google_genai: "google",
  google_vertexai: "google",
  vertex_ai: "google",
  vertexai: "google",
  "google.generative-ai": "google",
  mistral_ai: "mistral",
  mistralai: "mistral",
  x_ai: "xai",
});

const frameworks = new Set([
  "strands-agents",
  "microsoft.agent_framework",
  "langchain",
  "langgraph",
  "llamaindex",
  "llama_index",
  "crewai",
  "smolagents",
  "haystack",
  "pydantic-ai",
  "openai_agents",
  "mastra",
  "traceloop",
  "_other",
  "unknown",
]);

const byModel: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-|chatgpt|o\d|text-embedding-|davinci|ft:gpt)/u, "openai"],
  [/claude/u, "anthropic"],
  [/gemini|^text-bison|^gemma/u, "google"],
  [/^(?:mistral|mixtral|codestral|ministral|magistral)/u, "mistral"],
  [/^command|^embed-(?:english|multilingual)/u, "cohere"],
  [/^deepseek/u, "deepseek"],
  [/^grok/u, "xai"],
];

const apiSuffix = /\.(?:chat|responses|completion|completions|embedding|embeddings|image|messages|generative-ai)$/u;

/**
 * Returns the normalized provider of a model. If `value` is missing or is the name of a framework, the provider is
 * derived from the name of the model.
 */
export function readProvider(value: string | undefined, model: string | undefined): string | undefined {
  const name = value?.trim().toLowerCase() ?? "";
  if (name !== "" && !frameworks.has(name)) {
    const known = names.get(name);
    if (known !== undefined) return known;
    const short = name.replace(apiSuffix, "");
    return names.get(short) ?? short;
  }
  return providerOfModel(model);
}

export function providerOfModel(model: string | undefined): string | undefined {
  const name = model?.toLowerCase() ?? "";
  const [, prefix] =
    /^(openai|anthropic|google|googleai|mistral|cohere|azure|bedrock|vertexai|groq|ollama|xai|deepseek)\//u.exec(
      name,
    ) ?? [];
  if (prefix !== undefined) return names.get(prefix) ?? (prefix === "googleai" ? "google" : prefix);
  return byModel.find(([pattern]) => pattern.test(name))?.[1];
}
