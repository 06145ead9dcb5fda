import type { LanguageModel } from "ai";
import type { ModelConnectionKind } from "../store/model-connections.ts";
import type { OpenConnection } from "./model-call.ts";

/** Base URLs of the kinds that have one; the libraries would otherwise read them from the environment. */
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

/** Whether a model may be called. Google's API has its name in the path of the request. */
export function canNameModel({ kind }: OpenConnection["connection"], model: string): boolean {
  return kind !== "google" || (/^[\w.:@/-]+$/.test(model) && !model.split("/").some((part) => /^\.*$/.test(part)));
}

/** Name of the provider in the recorded step, which prices may name. */
export function providerOf({ kind, name }: OpenConnection["connection"]): string {
  return kind === "openaiCompatible" ? name : kind;
}

/**
 * A model of a connection. The library of its provider is loaded on first use. Every option that a library would read
 * from the environment is given.
 */
export async function openModel(
  { connection, secrets }: OpenConnection,
  modelId: string,
  fetchModel: typeof fetch,
): Promise<LanguageModel> {
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
      return provider.chatModel(modelId);
    }
    case "openai":
    case "azure": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      // Azure accepts its keys in this header only.
      const all = connection.kind === "azure" ? { "api-key": apiKey, ...headers } : headers;
      return createOpenAI({ ...options, apiKey, headers: all, organization: "", project: "" }).chat(modelId);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...options, apiKey, headers })(modelId);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ ...options, apiKey, headers })(modelId);
    }
  }
}
