/** API that a model connection speaks. */
export type ModelConnectionKind = "openai" | "openaiCompatible" | "azure" | "anthropic" | "google";

/** Access of a project to a model provider. Its key is never returned. */
export interface ModelConnection {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  kind: ModelConnectionKind;
  /** Null: that of the provider. */
  baseUrl: string | null;
  /** Models that may be called; empty: all. */
  models: string[];
  /** US dollars per UTC day; null: no limit. */
  dailyBudget: number | null;
  maxConcurrentCalls: number;
  hasKey: boolean;
  /** Last four characters of the key; null without a key, or if the key is short. */
  keyEnding: string | null;
  /** When the key was set, as ISO 8601; null without a key. */
  keySetAt: string | null;
  /** Names of additional headers. */
  headerNames: string[];
  /** Cost of today's calls in US dollars, with the estimates of calls in progress. Days are UTC. */
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
  /** Null if the model responded. */
  problem: ModelProblem | null;
  /** The text of the response, or a description of the problem. */
  message: string;
  durationMs: number;
  /** Step that records the call; null if nothing was sent. */
  stepId: string | null;
}
