import type { EmbeddingModel, LanguageModel } from "ai";
import type { ModelConnectionKind } from "../store/model-connections.ts";
import type { OpenConnection } from "./model-call.ts";

/**
 * Default base URLs, for the kinds of connections that have a default. The libraries would otherwise read the base URL
 * from the environment.
 */
const baseUrls: Readonly<Partial<Record<ModelConnectionKind, string>>> = {
  openai: "https://api.openai.com/v1",
  anthropic: "https://api.anthropic.com/v1",
  google: "https://generativelanguage.googleapis.com/v1beta",
};

export function baseUrlOf({ kind, baseUrl }: OpenConnection["connection"]): string {
  const url = baseUrl ?? baseUrls[kind];
  if (url === undefined) throw new Error(`A connection of the kind ${kind} has no base URL`);
  return url;
}

/**
 * Whether a model of the connection may have this name. The APIs `google` and `bedrock` contain the name in the path of
 * a request. For these APIs, the name must not contain anything that changes the path, such as `?` or `..`.
 */
export function canNameModel({ kind }: OpenConnection["connection"], model: string): boolean {
  const isInPath = kind === "google" || kind === "bedrock";
  return !isInPath || (/^[\w.:@/-]+$/.test(model) && !model.split("/").some((part) => /^\.*$/.test(part)));
}

export function hasEmbeddingModels({ kind }: Pick<OpenConnection["connection"], "kind">): boolean {
  return kind !== "anthropic";
}

export function noEmbeddingModels({ kind }: Pick<OpenConnection["connection"], "kind">): string {
  return `The API "${kind}" has no embedding models`;
}

/** Returns the provider name that is stored with each call. A model price can be restricted to a provider name. */
export function providerOf({ kind, name }: OpenConnection["connection"]): string {
  return kind === "openaiCompatible" ? name : kind;
}

/**
 * Functions that open a model of a connection. `embedding` is null if the API of the connection has no embedding
 * models.
 */
interface Provider {
  readonly chat: (model: string) => LanguageModel;
  readonly embedding: ((model: string) => EmbeddingModel) | null;
}

export async function openModel(open: OpenConnection, model: string, fetchModel: typeof fetch): Promise<LanguageModel> {
  return (await openProvider(open, fetchModel)).chat(model);
}

/** Opens an embedding model of a connection. Throws an error if the API of the connection has none. */
export async function openEmbeddingModel(
  open: OpenConnection,
  model: string,
  fetchModel: typeof fetch,
): Promise<EmbeddingModel> {
  const { embedding } = await openProvider(open, fetchModel);
  if (embedding === null) throw new Error(noEmbeddingModels(open.connection));
  return embedding(model);
}

/**
 * Loads the library of the provider on first use. Sets every option explicitly that the library would otherwise read
 * from an environment variable.
 */
async function openProvider({ connection, secrets }: OpenConnection, fetchModel: typeof fetch): Promise<Provider> {
  const apiKey = secrets.apiKey ?? "";
  const headers = Object.fromEntries(secrets.headers.map(({ name, value }) => [name, value]));
  const options = { baseURL: baseUrlOf(connection), fetch: fetchModel };
  switch (connection.kind) {
    case "openaiCompatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const key = secrets.apiKey === null ? {} : { apiKey };
      const provider = createOpenAICompatible({
        ...options,
        ...key,
        headers,
        name: "compatible",
        includeUsage: true,
        supportsStructuredOutputs: true,
      });
      return { chat: (model) => provider.chatModel(model), embedding: (model) => provider.embeddingModel(model) };
    }
    case "openai":
    case "azure": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      // Azure accepts keys only in this header.
      const all = connection.kind === "azure" ? { "api-key": apiKey, ...headers } : headers;
      const provider = createOpenAI({ ...options, apiKey, headers: all, organization: "", project: "" });
      return { chat: (model) => provider.chat(model), embedding: (model) => provider.embeddingModel(model) };
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return { chat: createAnthropic({ ...options, apiKey, headers }), embedding: null };
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      const provider = createGoogle({ ...options, apiKey, headers });
      return { chat: provider, embedding: (model) => provider.embeddingModel(model) };
    }
    case "task":
      throw new Error("A connection of the kind task has no models");
    case "bedrock": {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      const [accessKeyId = "", secretAccessKey, sessionToken] = apiKey.split(":");
      const key =
        secretAccessKey === undefined
          ? { apiKey, accessKeyId: "", secretAccessKey: "" }
          : { apiKey: "", accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) };
      const provider = createAmazonBedrock({ ...options, ...key, region: regionOf(options.baseURL), headers });
      return { chat: provider, embedding: (model) => provider.embeddingModel(model) };
    }
  }
}

/**
 * Returns the AWS region for which calls are signed: the region in the host name or, for other hosts, the default
 * region.
 */
export function regionOf(baseUrl: string): string {
  const labels = new URL(baseUrl).hostname.split(".");
  const service = labels.findIndex((label) => label === "bedrock-runtime" || label === "bedrock-runtime-fips");
  return (service === -1 ? undefined : labels[service + 1]) ?? "us-east-1";
}
