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
  /** Id of the step that records the call; null if nothing was sent. */
  stepId: string | null;
}
