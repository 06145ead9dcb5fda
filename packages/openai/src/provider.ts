/** Provider of a model, derived from the request URL. */
export interface Provider {
  /** Name such as `openai` or `azure`. For an unknown URL, the host name. */
  name: string;
  /** Whether streams report usage only when `stream_options.include_usage` requests it. */
  takesUsageOption: boolean;
}

interface KnownProvider extends Provider {
  host: RegExp;
}

/**
 * Known providers. `takesUsageOption` is true only for providers that document the option. Other servers may reject a
 * call with it.
 */
const KNOWN: readonly KnownProvider[] = [
  { name: "openai", host: /(^|\.)openai\.com$/u, takesUsageOption: true },
  { name: "azure", host: /\.(azure\.com|azure\.us|azure\.cn)$/u, takesUsageOption: false },
  { name: "deepseek", host: /(^|\.)deepseek\.com$/u, takesUsageOption: true },
  { name: "groq", host: /(^|\.)groq\.com$/u, takesUsageOption: true },
  { name: "openrouter", host: /(^|\.)openrouter\.ai$/u, takesUsageOption: true },
  { name: "together", host: /(^|\.)together\.(xyz|ai)$/u, takesUsageOption: false },
  { name: "fireworks", host: /(^|\.)fireworks\.ai$/u, takesUsageOption: false },
  { name: "mistral", host: /(^|\.)mistral\.ai$/u, takesUsageOption: false },
  { name: "perplexity", host: /(^|\.)perplexity\.ai$/u, takesUsageOption: false },
  { name: "xai", host: /(^|\.)x\.ai$/u, takesUsageOption: false },
  { name: "google", host: /(^|\.)googleapis\.com$/u, takesUsageOption: false },
  { name: "anthropic", host: /(^|\.)anthropic\.com$/u, takesUsageOption: false },
  { name: "bedrock", host: /(^|\.)amazonaws\.com$/u, takesUsageOption: false },
  { name: "ollama", host: /^(localhost|127\.0\.0\.1):11434$/u, takesUsageOption: true },
];

/** First stable version of Azure's API that supports `stream_options`. */
const AZURE_USAGE_VERSION = "2024-10-21";

export function readProvider({ baseURL, apiVersion }: { baseURL?: unknown; apiVersion?: unknown }): Provider {
  const url = typeof baseURL === "string" && URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  const known = url && KNOWN.find(({ host }) => host.test(url.hostname) || host.test(url.host));
  if (known?.name === "azure" || typeof apiVersion === "string") {
    const isStable = typeof apiVersion === "string" && apiVersion.slice(0, 10) >= AZURE_USAGE_VERSION;
    return { name: "azure", takesUsageOption: isStable || (url?.pathname.includes("/openai/v1") ?? false) };
  }
  if (known) return { name: known.name, takesUsageOption: known.takesUsageOption };
  return { name: url?.hostname ?? "openai", takesUsageOption: false };
}
