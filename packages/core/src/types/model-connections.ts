/** API that a model connection uses. `task` is your code at an HTTP address, which experiments call. */
export type ModelConnectionKind = "openai" | "openaiCompatible" | "azure" | "anthropic" | "google" | "bedrock" | "task";

/** A project's access to a model provider. Its key is never returned. */
export interface ModelConnection {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  kind: ModelConnectionKind;
  /** URL of the API; null for the default URL of the provider. */
  baseUrl: string | null;
  /** Models that may be called. An empty list means all. */
  models: string[];
  /** Maximum cost per UTC day, in US dollars; null if there is no limit. */
  dailyBudget: number | null;
  maxConcurrentCalls: number;
  hasKey: boolean;
  /** Last four characters of the key. Null if there is no key, or if the key is short. */
  keyEnding: string | null;
  /** When the key was set, as ISO 8601; null without a key. */
  keySetAt: string | null;
  /** Names of additional headers. */
  headerNames: string[];
  /** Cost of the calls of this UTC day in US dollars, including estimates for calls in progress. */
  costToday: number;
}

/** Settings of a model connection, for creating or replacing it. */
export interface NewModelConnection {
  /** Name, 1 to 255 characters, unique in the project. */
  name: string;
  kind: ModelConnectionKind;
  /**
   * URL of the API. Only `https` and public addresses, unless the operator of the service allows others. Required for
   * `openaiCompatible`, `azure`, `bedrock` and `task`. Default: the URL of the provider.
   */
  baseUrl?: string | null;
  /** Key of the provider, at most 4,000 characters. It is stored encrypted and never returned. Null deletes it. */
  apiKey?: string | null;
  /** Additional headers, at most 20. Their values are stored encrypted and never returned. */
  headers?: { name: string; value: string }[] | null;
  /** Models that may be called, at most 500. Default: all. */
  models?: string[] | null;
  /** Maximum cost of the calls per UTC day, in US dollars. Default: no limit. */
  dailyBudget?: number | null;
  /** Maximum number of concurrent calls from one server, 1 to 100. Default: 8. */
  maxConcurrentCalls?: number | null;
}

/** Cause of a failed model call. */
export type ModelProblem =
  | "addressRefused"
  | "nameNotFound"
  | "unreachable"
  | "certificateInvalid"
  | "timeout"
  | "keyRejected"
  | "modelNotFound"
  | "modelNotAllowed"
  | "budgetExceeded"
  | "rateLimited"
  | "requestRejected"
  | "providerFailed"
  | "canceled";

/** Result of a test call. */
export interface ModelConnectionTest {
  ok: boolean;
  /** Reason why the call failed; null if the model responded. */
  problem: ModelProblem | null;
  /** Text of the response, or a description of the problem. */
  message: string;
  durationMs: number;
  /** Id of the step that records the call; null for a task, and if nothing was sent. */
  stepId: string | null;
}

/** Result of checking the content of a connection. */
export interface ModelConnectionCheck {
  ok: boolean;
  /** Reason why the check failed; null if it succeeded. */
  problem: ModelProblem | null;
  /** Description of the problem; empty if the check succeeded. */
  message: string;
  /** Names of the provider's models, sorted. Empty if the check failed, and for the kinds `task` and `azure`. */
  models: string[];
}
