import type { LanguageModel } from "ai";
import type { ModelConnectionKind } from "../store/model-connections.ts";
import type { OpenConnection } from "./model-call.ts";

/**
 * Base URLs of the kinds of connections that have one. The libraries would otherwise read them from the environment.
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
 * Whether a model may have this name. Google's API has the name in the request path, so other characters could change
 * the path.
 */
export function canNameModel({ kind }: OpenConnection["connection"], model: string): boolean {
  return kind !== "google" || (/^[\w.:@/-]+$/.test(model) && !model.split("/").some((part) => /^\.*$/.test(part)));
}

/** Returns the name of the provider in the recorded step. Prices may refer to it. */
export function providerOf({ kind, name }: OpenConnection["connection"]): string {
  return kind === "openaiCompatible" ? name : kind;
}

/**
 * Opens a model of a connection. The library of the provider is loaded on first use. Every option that a library would
 * otherwise read from the environment is set.
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
      // Azure accepts keys only in this header.
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
    case "task":
      throw new Error("A task has no models");
  }
}
