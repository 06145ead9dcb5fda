/** Values that an ideal reader would extract from a recorded emitter: `fixtures/<emitter>/truth.json`. */
export interface Truth {
  readonly emitter: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly dialect: string;
  readonly tree: readonly unknown[];
  readonly model_calls: readonly TruthCall[];
  readonly stream_results?: readonly TruthCall[];
  readonly embeddings?: readonly TruthEmbedding[];
  readonly tools?: readonly TruthTool[];
  readonly agents?: readonly { readonly name: Found<string> }[];
  readonly session?: Found<string> | null;
  readonly user?: Found<string> | null;
  readonly tags?: Found<readonly string[]> | null;
  readonly "metadata.plan"?: Found<string> | null;
  readonly token_totals: {
    readonly over_model_and_embedding_spans: { readonly input: number; readonly output: number };
  };
  readonly provider_truth_totals?: { readonly input: number; readonly output: number };
  readonly absent_from_payload: readonly string[];
}

/** An expected value (`value`), or the acceptable values if attributes contain different ones (`values`). */
export interface Found<Value> {
  readonly value?: Value;
  readonly values?: readonly { readonly value: Value }[];
}

export interface TruthMessage {
  readonly role: string;
  readonly text?: string;
  readonly tool_calls?: readonly { readonly id?: string; readonly name: string; readonly arguments?: unknown }[];
  readonly result?: unknown;
}

export interface TruthCall {
  readonly span_id: string;
  readonly trace_id: string;
  readonly step: string;
  readonly provider?: Found<string>;
  readonly request_model?: Found<string>;
  readonly response_model?: Found<string>;
  readonly temperature?: Found<number>;
  readonly max_tokens?: Found<number>;
  readonly streaming?: Found<string>;
  readonly time_to_first_token?: readonly { readonly value_ms?: number; readonly value?: number | string }[];
  readonly provider_truth_tokens?: Readonly<Record<string, number>>;
  readonly tokens?: Readonly<Record<string, readonly { readonly value: number }[]>>;
  readonly input_messages: readonly TruthMessage[];
  readonly output_messages: readonly TruthMessage[];
  readonly input_messages_on_ancestor?: object;
  readonly output_messages_on_ancestor?: object;
  readonly finish_reason?: Found<string>;
  readonly error?: {
    readonly status_message?: string;
    readonly exception_event?: { readonly type?: string; readonly message?: string };
    readonly [key: string]: unknown;
  };
}

export interface TruthEmbedding {
  readonly span_id: string;
  readonly model?: Found<string>;
  readonly input_tokens?: Found<number>;
  readonly input?: Found<unknown>;
}

export interface TruthTool {
  readonly span_id: string;
  readonly name?: Found<string>;
  readonly arguments?: Found<unknown>;
  readonly result?: Found<unknown>;
}
