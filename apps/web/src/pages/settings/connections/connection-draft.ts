import type { ConnectionListQuery, ModelConnectionInput, ModelConnectionKind } from "../../../generated/connections.ts";

export type StoredConnection = ConnectionListQuery["modelConnections"][number];

export const connectionKinds: readonly ModelConnectionKind[] = [
  "openai",
  "openaiCompatible",
  "azure",
  "anthropic",
  "google",
  "bedrock",
  "task",
];

export const kindsWithUrl: ReadonlySet<ModelConnectionKind> = new Set(["openaiCompatible", "azure", "bedrock", "task"]);

/** Whether the service rejects calls of a connection without a key (for a task: a signing secret). */
export function needsKey({ kind }: Pick<StoredConnection, "kind">): boolean {
  return kind !== "openaiCompatible";
}

export interface ConnectionDraft {
  readonly name: string;
  readonly kind: ModelConnectionKind;
  readonly baseUrl: string;
  /** API key. Empty keeps the stored key. */
  readonly apiKey: string;
  readonly removesKey: boolean;
  /** Headers, one `name: value` per line. Empty keeps the stored headers. */
  readonly headers: string;
  readonly removesHeaders: boolean;
  /** Names of models, one per line. */
  readonly models: string;
  readonly dailyBudget: string;
  readonly maxConcurrentCalls: string;
}

export function draftOf(stored: StoredConnection | null): ConnectionDraft {
  return {
    name: stored?.name ?? "",
    kind: stored?.kind ?? "openai",
    baseUrl: stored?.baseUrl ?? "",
    apiKey: "",
    removesKey: false,
    headers: "",
    removesHeaders: false,
    models: stored?.models.join("\n") ?? "",
    dailyBudget: stored?.dailyBudget?.toString() ?? "",
    maxConcurrentCalls: String(stored?.maxConcurrentCalls ?? 8),
  };
}

/** Field that can be invalid. */
export type CheckedField = "apiKey" | "baseUrl" | "dailyBudget" | "headers" | "maxConcurrentCalls" | "name";

/**
 * Parses the form for a new connection or a stored one. Returns the connection, or the first invalid field as `wrong`.
 */
export function readDraft(
  draft: ConnectionDraft,
  stored: Pick<StoredConnection, "hasKey"> | null,
):
  | { readonly connection: ModelConnectionInput; readonly wrong: null }
  | { readonly connection: null; readonly wrong: CheckedField } {
  const wrong = (field: CheckedField) => ({ connection: null, wrong: field });
  if (draft.name.trim() === "") return wrong("name");
  if (kindsWithUrl.has(draft.kind) && draft.baseUrl.trim() === "") return wrong("baseUrl");
  const headers = readHeaders(draft.headers);
  const apiKey = draft.apiKey.trim();
  const keepsKey = stored?.hasKey === true && !draft.removesKey;
  if (apiKey === "" && !keepsKey && needsKey(draft)) return wrong("apiKey");
  if (headers === null) return wrong("headers");
  const budget = draft.dailyBudget.trim() === "" ? null : Number(draft.dailyBudget);
  if (budget !== null && !(budget >= 0)) return wrong("dailyBudget");
  const maxConcurrentCalls = Number(draft.maxConcurrentCalls);
  if (!Number.isInteger(maxConcurrentCalls) || maxConcurrentCalls < 1 || maxConcurrentCalls > 100) {
    return wrong("maxConcurrentCalls");
  }
  return {
    connection: {
      name: draft.name.trim(),
      kind: draft.kind,
      baseUrl: draft.baseUrl.trim() || null,
      models: linesOf(draft.models),
      dailyBudget: budget,
      maxConcurrentCalls,
      ...(draft.removesKey && { apiKey: null }),
      ...(apiKey !== "" && { apiKey }),
      ...(draft.removesHeaders && { headers: [] }),
      ...(headers.length > 0 && { headers }),
    },
    wrong: null,
  };
}

/** Names of the allowed models in the form. */
export function modelsOf({ models }: Pick<ConnectionDraft, "models">): readonly string[] {
  return linesOf(models);
}

/** Whether a connection can be tested before it is stored. The API of Bedrock has no request for that. */
export function canCheck({ kind }: Pick<ConnectionDraft, "kind">): boolean {
  return kind !== "bedrock";
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function readHeaders(text: string): { name: string; value: string }[] | null {
  const headers = linesOf(text).map((line) => {
    const colon = line.indexOf(":");
    return { name: line.slice(0, Math.max(colon, 0)).trim(), value: line.slice(colon + 1).trim() };
  });
  return headers.every(({ name, value }) => name !== "" && value !== "") ? headers : null;
}
