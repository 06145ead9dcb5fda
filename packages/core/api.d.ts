/// <reference lib="esnext.disposable" preserve="true" />
/** A value that can also be `null` or `undefined`. */
type Maybe<T> = T | null | undefined;
type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object with any keys. A key whose value is undefined is not sent. */
interface JsonObject {
  [key: string]: JsonValue | undefined;
}
/** Kind of items in a dataset: inputs with expected outputs (`key_value`), or generations. */
type DatasetType = "key_value" | "generation";
/** The fields of an item, without the methods of the class. */
interface DatasetItemConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  datasetId: string;
  metadata: JsonObject;
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  /** Child steps of the step that the item was created from, in chronological order. */
  intermediarySteps: JsonObject[];
  /** Id of the step that is the source of the item. */
  stepId?: Maybe<string>;
  /** Names of the splits that contain the item, in alphabetical order. */
  splits?: Maybe<string[]>;
}
/** The fields of a dataset, without the methods of the class. */
interface DatasetConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata: JsonObject;
  /** Items of the dataset, in order of creation. */
  items: DatasetItemConstructor[];
  /** Default: `key_value`. */
  type?: DatasetType | undefined;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`. */
  itemSchema?: Maybe<JsonObject>;
  /** Number of the latest version. Only set by `getDataset`. */
  version?: number | undefined;
}
/** Fields of a dataset to update. Absent fields stay unchanged. */
interface DatasetUpdate {
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`; null removes them. Stored items are not validated. */
  itemSchema?: Maybe<JsonObject>;
}
interface NewDatasetItem {
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  /** Names of splits. */
  splits?: Maybe<string[]>;
}
/** Corrected content for a dataset item that is created from a step or generation. */
interface DatasetItemCorrection {
  input?: JsonObject | undefined;
  /** Expected output; null for none. Default: the output of the step or generation. */
  expectedOutput?: Maybe<JsonObject>;
  splits?: Maybe<string[]>;
}
/** Fields of a new dataset item, with an optional id and creation time for imports. */
interface KnownDatasetItem extends NewDatasetItem {
  /** Unique in the project. Default: created by the service. */
  id?: string | undefined;
  /** Creation time, as ISO 8601. Default: now. */
  createdAt?: string | undefined;
  /** Id of the source step. */
  stepId?: string | undefined;
}
/** Fields of an item to update. Absent fields stay unchanged. */
interface DatasetItemUpdate {
  input?: JsonObject | undefined;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  splits?: Maybe<string[]>;
}
/** State of the items of a dataset after one change. */
interface DatasetVersion {
  version: number;
  /** Time of the change, as ISO 8601. */
  createdAt: string;
  /** Number of items that the change added. */
  added: number;
  updated: number;
  deleted: number;
}
/** Selects items of a dataset by version and split. */
interface DatasetSelection {
  /** Number of the version. Default: the latest. */
  version?: number | undefined;
  /** Name of a split. Default: all items. */
  split?: string | undefined;
}
interface DatasetSplit {
  name: string;
  itemCount: number;
}
/** A split and its share of the items, between 0 and 1. */
interface DatasetSplitShare {
  name: string;
  share: number;
}
/** One input of a dataset, with its expected output. */
declare class DatasetItem implements DatasetItemConstructor {
  id: string;
  createdAt: string;
  datasetId: string;
  metadata: JsonObject;
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  intermediarySteps: JsonObject[];
  stepId?: Maybe<string>;
  splits?: Maybe<string[]>;
  constructor(data: DatasetItemConstructor);
  /** Returns the fields as a plain object. */
  serialize(): DatasetItemConstructor;
}
/** One condition on one field of a record. */
interface Filter<Field extends string, Operator extends string, Value> {
  field: Field;
  operator: Operator;
  value: Value;
  /** Dot-separated path inside a JSON field. If `field` is `scoreValue` or `scoreLabel`: name of the score. */
  path?: string | undefined;
}
/**
* Compares a text: equal (`eq`), not equal (`neq`), contains another text, ignoring case (`ilike`), or does not contain
* it (`nilike`).
*/
type TextFilter<Field extends string> = Filter<Field, "eq" | "neq" | "ilike" | "nilike", string>;
/** Searches input and output, ignoring case. `nilike` matches records that do not contain the text. */
type ContentFilter = Filter<"content", "ilike" | "nilike", string>;
/** Compares the value at `path`. The operators are those of {@link TextFilter}. */
type JsonFilter<Field extends string> = Filter<Field, "eq" | "neq" | "ilike" | "nilike", string | number | boolean>;
/** Compares numbers. */
type NumberFilter<Field extends string> = Filter<Field, "eq" | "neq" | "gt" | "gte" | "lt" | "lte", number>;
/** Compares times, given as ISO 8601. */
type TimeFilter<Field extends string> = Filter<Field, "gt" | "gte" | "lt" | "lte", string>;
/** Matches records with any of the values (`in`) or with none of them (`nin`). */
type ListFilter<Field extends string> = Filter<Field, "in" | "nin", string[]>;
/** Matches records where the field is absent (`is`) or present (`nis`). */
type NullFilter<Field extends string> = Filter<Field, "is" | "nis", null>;
/** Last argument of every operation. */
interface CallOptions {
  /** Aborts the call. The call then rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Timeout of the call, including all attempts, in milliseconds. Overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** Environment of the records that the call writes. Overrides the client's `environment`. */
  environment?: string | undefined;
}
/** Position of a page in its list. */
interface PageInfo {
  hasNextPage: boolean;
  hasPreviousPage: boolean;
  /** Cursor of the page's first record, for `before`; null when the page is empty. */
  startCursor: string | null;
  /** Cursor of the page's last record, for `after`; null when the page is empty. */
  endCursor: string | null;
}
interface PaginatedResponse<T> {
  data: T[];
  pageInfo: PageInfo;
  /** Number of records in the whole list. */
  totalCount: number;
}
interface PageArguments {
  /** Number of records. Default: chosen by the service. */
  first?: Maybe<number>;
  /** Returns the records after this cursor. */
  after?: Maybe<string>;
  /** Returns the records before this cursor. */
  before?: Maybe<string>;
}
/** Selects a page of the records that match a query. */
interface QueryArguments extends PageArguments {
  /**
  * Query such as `model:gpt-4o latency:>2s -tag:test`, in addition to any filters. Absent or empty: all records match.
  */
  query?: Maybe<string>;
}
/** Selects a page of a filtered and ordered list. */
interface ListArguments<Filter, Order> extends QueryArguments {
  /** Conditions. A record must match all of them. */
  filters?: Filter[] | undefined;
  orderBy?: Order | undefined;
}
/** Sort order of a list. Records that compare equal have a stable order. */
interface OrderBy<Column extends string> {
  column: Column;
  direction: "ASC" | "DESC";
}
/** Reads one page of a list. Its method `all` iterates over all records. */
interface ListOperation<Arguments extends PageArguments, Item> {
  (list?: Arguments, options?: CallOptions): Promise<PaginatedResponse<Item>>;
  /**
  * Iterates over all records of the list, for use with `for await`. Each request reads `first` records (default: 100),
  * starting after the cursor `after`. The next page is read when the loop reaches it. `timeoutMs` applies to each
  * page.
  *
  * @throws {ThreadlineError} in the loop, when a page cannot be read.
  */
  all(list?: Omit<Arguments, "before">, options?: CallOptions): AsyncIterable<Item>;
}
/** Kind of scorer: a person, a program or a model. */
type ScoreType = "HUMAN" | "CODE" | "AI";
/** Fields of a score to create or merge. A score belongs to one step, generation, thread or experiment item. */
interface ScoreConstructor {
  /**
  * Unique in the project. Default: created by the service. If a score with this id is stored, the fields are merged
  * into it.
  */
  id?: Maybe<string>;
  stepId?: Maybe<string>;
  /**
  * @deprecated Use `stepId`: a generation has the same id as its step.
  */
  generationId?: Maybe<string>;
  threadId?: Maybe<string>;
  datasetExperimentItemId?: Maybe<string>;
  /** Name of the score, such as `user-feedback`. */
  name: string;
  value: number;
  type: ScoreType;
  /** Display name of the value, such as the label of a category. */
  label?: Maybe<string>;
  /** Name of the scorer, such as `openai:gpt-4o`. */
  scorer?: Maybe<string>;
  comment?: Maybe<string>;
  tags?: Maybe<string[]>;
  /** Creation time, as ISO 8601, for imports. Only used if the score is new. */
  createdAt?: string | undefined;
}
/** Summary of the scored experiment item, as list operations return it. */
interface JudgedExperimentItem {
  id: string;
  datasetExperimentId: string;
  datasetItemId: Maybe<string>;
  /** Id of the step that recorded the item's run. */
  experimentRunId: Maybe<string>;
  /** One-line preview of the item's input, at most 240 characters. */
  inputPreview: Maybe<string>;
  /** One-line preview of the item's output, at most 240 characters. */
  outputPreview: Maybe<string>;
}
/**
* A result that a newer result of the same evaluator version has replaced. An evaluator version scores a target again,
* for example, after the target has received new data.
*/
interface SupersededJudgment {
  value: number;
  label: Maybe<string>;
  comment: Maybe<string>;
  /** Time of the judgment, as ISO 8601. */
  createdAt: string;
}
/** The fields of a stored score, without the methods of the class. */
interface ScoreFields extends ScoreConstructor {
  id: string;
  projectId?: Maybe<string>;
  /**
  * Id of the evaluator version that created the score. Null if no evaluator did. Only list operations return this
  * field.
  */
  evaluatorVersionId?: Maybe<string>;
  /**
  * Id of the evaluation rule that made the latest judgment. Null if no rule did. The rule may have been deleted. Only
  * list operations return this field.
  */
  evaluationRuleId?: Maybe<string>;
  /**
  * Earlier results of the evaluator version for the same target, newest first, at most 20. Empty if the evaluator
  * version has scored the target only once, or if no evaluator created the score. Only list operations return this
  * field.
  */
  supersededJudgments?: SupersededJudgment[] | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /**
  * The scored experiment item. Null if something else was scored, or if the item was deleted. Only list operations
  * return this field.
  */
  experimentItem?: Maybe<JudgedExperimentItem>;
}
type ScoresFilter = TextFilter<"id" | "name" | "type" | "label" | "scorer" | "evaluatorVersionId" | "evaluationRuleId" | "comment" | "stepId" | "threadId"> | TimeFilter<"createdAt"> | NumberFilter<"value"> | ListFilter<"participant" | "tags"> | NullFilter<"participant" | "tags" | "label" | "scorer" | "evaluatorVersionId" | "evaluationRuleId" | "comment" | "stepId" | "threadId">;
type ScoresOrderBy = OrderBy<"createdAt" | "value">;
/** A score of a step, a thread or an experiment item. */
declare class Score implements ScoreConstructor {
  id?: Maybe<string>;
  stepId?: Maybe<string>;
  generationId?: Maybe<string>;
  threadId?: Maybe<string>;
  datasetExperimentItemId?: Maybe<string>;
  name: string;
  value: number;
  type: ScoreType;
  label?: Maybe<string>;
  scorer?: Maybe<string>;
  comment?: Maybe<string>;
  tags?: Maybe<string[]>;
  projectId?: Maybe<string>;
  /**
  * Id of the evaluator version that created the score. Null if no evaluator did. Only list operations return this
  * field.
  */
  evaluatorVersionId?: Maybe<string>;
  /**
  * Id of the evaluation rule that made the latest judgment. Null if no rule did. The rule may have been deleted. Only
  * list operations return this field.
  */
  evaluationRuleId?: Maybe<string>;
  /**
  * Earlier results of the evaluator version for the same target, newest first, at most 20. Empty if the evaluator
  * version has scored the target only once, or if no evaluator created the score. Only list operations return this
  * field.
  */
  supersededJudgments?: SupersededJudgment[] | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  /**
  * The scored experiment item. Null if something else was scored, or if the item was deleted. Only list operations
  * return this field.
  */
  experimentItem?: Maybe<JudgedExperimentItem>;
  /** Creates a score. The default values are those of a user's thumbs-up (`user-feedback`, 1, `HUMAN`). */
  constructor(data?: Partial<ScoreFields | ScoreConstructor>);
  /** Returns the fields as a plain object. */
  serialize(): ScoreConstructor;
}
/** Parameters of an experiment: one object, or a list of objects. */
type ExperimentParams = JsonObject | JsonObject[];
/** The fields of an experiment, without the methods of the class. */
interface DatasetExperimentConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt?: Maybe<string>;
  name: string;
  datasetId?: Maybe<string>;
  /** Version of the dataset that the experiment used; null when not recorded. */
  datasetVersion?: Maybe<number>;
  promptId?: Maybe<string>;
  /** Id of the tested prompt variant. */
  promptVariantId?: Maybe<string>;
  params?: Maybe<ExperimentParams>;
}
/** The fields of one run of an experiment, without the methods of the class. */
interface DatasetExperimentItemConstructor {
  /**
  * Unique in the project. Default: created by the service. If the project already has an item with this id, that item
  * stays unchanged.
  */
  id?: Maybe<string>;
  datasetExperimentId: string;
  datasetItemId?: Maybe<string>;
  /** Id of the step that recorded the run. */
  experimentRunId?: Maybe<string>;
  input?: Maybe<JsonObject>;
  output?: Maybe<JsonObject>;
  /** Scores of the output. Default: none. */
  scores?: Maybe<ScoreConstructor[]>;
}
/** Input of `experiment.log`: one run of an experiment. */
type ExperimentLogEntry = Omit<DatasetExperimentItemConstructor, "id" | "datasetExperimentId">;
interface NewExperiment {
  name: string;
  /** Id of the prompt variant to test, from `api.createPromptVariant`. */
  promptVariantId?: string | undefined;
  params?: ExperimentParams | undefined;
  /** Version of the dataset to run on. Default: the latest. */
  datasetVersion?: number | undefined;
}
/** One run of an experiment on one input, with its scores. */
declare class DatasetExperimentItem implements DatasetExperimentItemConstructor {
  id?: Maybe<string>;
  datasetExperimentId: string;
  datasetItemId?: Maybe<string>;
  experimentRunId?: Maybe<string>;
  input?: Maybe<JsonObject>;
  output?: Maybe<JsonObject>;
  scores: Score[];
  constructor(data: DatasetExperimentItemConstructor);
  /** Returns the fields as a plain object. */
  serialize(): DatasetExperimentItemConstructor;
}
/** Carries a value through all calls and awaits of a callback. */
interface ContextStorage<Value> {
  /** Runs the callback, and everything it starts, with the value. */
  run<Result>(value: Value, callback: () => Result): Result;
  /** Returns the value of the innermost enclosing `run`; undefined outside. */
  getStore(): Value | undefined;
  /** Sets the value for the rest of this asynchronous flow. Some runtimes do not have this method. */
  enterWith?(value: Value): void;
}
/** Environment of the recorded application. Records of experiments have the environment `experiment`. */
type Environment = "dev" | "staging" | "prod" | "experiment";
/** Fields of an attachment. It is either an uploaded file (`objectKey`) or a file at another URL (`url`). */
interface AttachmentConstructor {
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  /** Media type, such as `image/png`. */
  mime?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** Object key of an uploaded file. */
  objectKey?: Maybe<string>;
  /** URL of the file. For an uploaded file, this is a signed URL, created on every read. */
  url?: Maybe<string>;
  stepId?: Maybe<string>;
  threadId?: Maybe<string>;
}
/** A file that belongs to a step. */
declare class Attachment implements AttachmentConstructor {
  id: string;
  name?: Maybe<string>;
  mime?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  objectKey?: Maybe<string>;
  url?: Maybe<string>;
  stepId?: Maybe<string>;
  threadId?: Maybe<string>;
  constructor(data: AttachmentConstructor);
  /** Returns a plain object with the attachment's fields and without its methods. */
  serialize(): AttachmentConstructor;
}
/** Kind of model call: with messages (`CHAT`) or with a single text (`COMPLETION`). */
type GenerationType = "CHAT" | "COMPLETION";
type GenerationMessageRole = "system" | "developer" | "assistant" | "user" | "function" | "tool";
interface ITextContent {
  type: "text";
  text: string;
}
/** An image in a message. Its URL is a string, or is in an object as in OpenAI's format. */
interface IImageUrlContent {
  type: "image_url";
  image_url: string | {
    url: string;
    detail?: "auto" | "low" | "high" | undefined;
  };
}
interface IGenerationMessage {
  /** Id of the message in its prompt template. */
  uuid?: string | undefined;
  /** True when the message was rendered from a prompt template. */
  templated?: boolean | undefined;
  role: GenerationMessageRole;
  content: string | (ITextContent | IImageUrlContent)[] | null;
  name?: string | undefined;
  function_call?: JsonObject | undefined;
  tool_calls?: JsonObject[] | undefined;
  tool_call_id?: string | undefined;
}
/** A function that a model may call. `parameters` is the JSON schema of its arguments. */
interface IFunction {
  name: string;
  description?: string | undefined;
  parameters?: JsonObject | undefined;
}
/** A tool that a model may call. */
interface ITool {
  type: string;
  function: IFunction;
}
/** Settings of a model call, such as `temperature` and `max_tokens`. */
type ILLMSettings = JsonObject;
/** Fields of both types of model calls. The service estimates missing token counts, and marks them as estimates. */
interface BaseGenerationFields {
  /** Id of the step that contains the generation. */
  id?: Maybe<string>;
  /** Id of the prompt version that was rendered for the call. */
  promptId?: Maybe<string>;
  /** Provider of the model, such as `openai`. */
  provider?: Maybe<string>;
  model?: Maybe<string>;
  error?: Maybe<string>;
  settings?: Maybe<ILLMSettings>;
  /** Variables that the prompt was rendered with, by name. */
  variables?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  tools?: Maybe<ITool[]>;
  tokenCount?: Maybe<number>;
  inputTokenCount?: Maybe<number>;
  outputTokenCount?: Maybe<number>;
  /** Time to first token, in milliseconds. */
  ttFirstToken?: Maybe<number>;
  /** Throughput in tokens per second. */
  tokenThroughputInSeconds?: Maybe<number>;
  /** Duration of the call, in seconds. */
  duration?: Maybe<number>;
}
/** A model call with messages. */
interface ChatGenerationConstructor extends BaseGenerationFields {
  type?: GenerationType | undefined;
  messages?: Maybe<IGenerationMessage[]>;
  /** Response of the model. */
  messageCompletion?: Maybe<IGenerationMessage>;
}
/** A model call with a single text. */
interface CompletionGenerationConstructor extends BaseGenerationFields {
  type?: GenerationType | undefined;
  /** Prompt text. Some models accept lists of texts or tokens. */
  prompt?: Maybe<string | JsonValue[]>;
  /** Response of the model. */
  completion?: Maybe<string>;
}
/** Fields of a model call to record. */
type Generation = ChatGenerationConstructor | CompletionGenerationConstructor;
type PersistedGeneration = Generation & {
  id: string; /** Creation time, as ISO 8601. */
  createdAt: string;
  type: GenerationType;
  projectId?: Maybe<string>;
  stepId?: Maybe<string>; /** Whether a token count was estimated by the service. */
  tokenCountEstimated?: boolean | undefined; /** Cost in US dollars, at the price that was valid when the step started; null when no price matches the model. */
  cost?: Maybe<number>;
};
type GenerationsFilter = TextFilter<"id" | "error" | "provider" | "model" | "promptLineage" | "name" | "environment" | "stepType" | "scoreLabel"> | ContentFilter | JsonFilter<"metadata"> | TimeFilter<"createdAt"> | NumberFilter<"promptVersion" | "duration" | "cost" | "score" | "tokenCount"> | ListFilter<"tags" | "participant" | "apiKey"> | NullFilter<"error" | "provider" | "model" | "promptLineage" | "promptVersion" | "duration" | "cost" | "score" | "tokenCount" | "tags" | "participant" | "apiKey" | "name" | "environment">;
type GenerationsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "model" | "provider" | "participant">;
type StepType = "assistant_message" | "embedding" | "llm" | "rerank" | "retrieval" | "run" | "system_message" | "tool" | "undefined" | "user_message";
/** Fields of a step to record. */
interface StepConstructor {
  name: string;
  type: StepType;
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  /** Id of the thread. Default: that of the current thread. */
  threadId?: Maybe<string>;
  /** Id of the parent step. Default: that of the current step. */
  parentId?: Maybe<string>;
  /** Id of the outermost run. Default: that of the current one. */
  rootRunId?: Maybe<string>;
  /** Creation time, as ISO 8601. */
  createdAt?: Maybe<string>;
  /** Start time, as ISO 8601. Default: now. */
  startTime?: Maybe<string>;
  /** End time, as ISO 8601. Default: the time when the step is sent; for a message, `startTime`. */
  endTime?: Maybe<string>;
  environment?: Maybe<Environment>;
  /** Error as a text, an `Error` (recorded with its causes) or an object (recorded as JSON). */
  error?: Maybe<string | Error | JsonObject>;
  /** Input. The SDK always writes an object, but other clients may have stored any JSON value. */
  input?: Maybe<JsonObject>;
  /** Output. The SDK always writes an object, but other clients may have stored any JSON value. */
  output?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  /** Model call that the step recorded. It has the same id as the step. */
  generation?: Maybe<Generation>;
  scores?: Maybe<ScoreConstructor[]>;
  attachments?: Maybe<(Attachment | AttachmentConstructor)[]>;
}
/**
* A step as it is sent, without the methods of the class. Its scores and attachments have ids, so that sending the step
* again does not duplicate them.
*/
interface StepInput {
  id: string;
  [field: string]: unknown;
}
type StepsFilter = TextFilter<"id" | "name" | "type" | "parentId" | "threadId" | "error" | "model" | "provider"> | ContentFilter | JsonFilter<"input" | "output" | "metadata"> | TimeFilter<"startTime" | "endTime"> | NumberFilter<"duration" | "tokenCount" | "cost"> | ListFilter<"tags" | "participantIdentifiers" | "apiKey"> | NullFilter<"name" | "input" | "output" | "participantIdentifiers" | "apiKey" | "startTime" | "endTime" | "metadata" | "parentId" | "error" | "tags" | "model" | "provider">;
type StepsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost">;
/**
* A model call that a framework, such as LangChain, records as a step. The framework sends the request through the SDK
* of a provider. If that SDK is instrumented, too, its instrumentation calls `claim` and records the generation. The
* framework records no generation for a claimed call, so that the call has exactly one.
*/
declare class ModelCall$1 {
  #private;
  /** Prompt that was rendered for the call, which only the framework knows. */
  readonly prompt: Pick<BaseGenerationFields, "promptId" | "variables">;
  /** Tags and metadata that the caller passed to the framework. */
  readonly labels: Pick<BaseGenerationFields, "tags" | "metadata">;
  constructor(prompt?: Pick<BaseGenerationFields, "promptId" | "variables">, labels?: Pick<BaseGenerationFields, "tags" | "metadata">);
  /** Whether the provider's instrumentation records the generation. */
  get isClaimed(): boolean;
  /**
  * Whether the provider's instrumentation claimed the call and its request failed. The framework itself then records
  * the generation of further attempts.
  */
  get hasFailed(): boolean;
  /** Claims the call. Returns true for the first caller, who records the generation, and false for all others. */
  claim(): boolean;
  /** Reports that the claimed call failed; the framework may retry it. */
  fail(): void;
  /**
  * Prevents later claims, so that the framework records the generation. Call it when the model call has ended. Also
  * call it if a request may belong to any of several model calls, for example in a batch.
  */
  refuse(): void;
}
/** A trace that another process started. */
interface RemoteTrace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** `tracestate` entries of other tracing systems. `traceHeaders` forwards the entries unchanged. */
  tracestate: string;
}
/** Thread of a context. Records that are created in the context get its id as `threadId`. */
interface ContextThread {
  readonly id: string;
}
/** Parent step of a context. Records that are created in the context get its id as `parentId`. */
interface ContextStep extends StepConstructor {
  id: string;
}
/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
interface ContextOf<Thread extends ContextThread, Step extends ContextStep> {
  currentThread: Thread | null;
  currentStep: Step | null;
  /** Outermost run. */
  rootRun: Step | null;
  currentExperimentItemRunId: string | null;
  /** Overrides the environment of the client. */
  environment: Environment | null;
  /** Added to the metadata of threads and steps. */
  metadata: JsonObject | null;
  /** Added to the tags of threads and steps. */
  tags: string[] | null;
  /**
  * Id for the next step that is created without an id. Nested contexts share this object, so that only one step gets
  * the id: that step sets `next` to null.
  */
  stepId: {
    next: string | null;
  } | null;
  /**
  * Innermost step that a framework, such as LangChain, set with `enterContext`. `currentStep` is the same step, or a
  * step that the application has started inside it.
  */
  frameworkStep: Step | null;
  /** Model call that a framework, such as LangChain, records as the current step. Null if there is none. */
  modelCall: ModelCall$1 | null;
  /** Trace that another process started; null if there is none. */
  trace: RemoteTrace | null;
}
/** Fields of a thread to record. All are optional. */
interface ThreadConstructor {
  /** Unique in the project; generated when not given. */
  id?: string | undefined;
  /**
  * The user who takes part: the id of the user, or the identifier of the user in the application. An unknown
  * identifier creates the user.
  */
  participantId?: Maybe<string>;
  environment?: Maybe<Environment>;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
}
/** User who takes part in a thread. The service created `id`; the application knows the user by `identifier`. */
interface ThreadParticipant {
  id: string;
  identifier: string;
  metadata?: Maybe<JsonObject>;
}
/** Fields of `upsertThread`. Absent fields stay unchanged; `null` clears a field. */
interface UpsertThread {
  threadId: string;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /**
  * The user who takes part: the id of the user, or the identifier of the user in the application. An unknown
  * identifier creates the user.
  */
  participantId?: Maybe<string>;
  environment?: Maybe<string>;
  /** Replaces the stored tags. */
  tags?: Maybe<string[]>;
}
type ThreadsFilter = TextFilter<"id" | "name" | "stepName" | "participantId" | "error" | "scoreLabel"> | ContentFilter | JsonFilter<"metadata" | "stepOutput"> | TimeFilter<"createdAt"> | NumberFilter<"tokenCount" | "duration" | "cost" | "scoreValue"> | ListFilter<"stepType" | "tags" | "participantIdentifiers"> | NullFilter<"name" | "metadata" | "tokenCount" | "cost" | "stepName" | "stepOutput" | "tags" | "participantId" | "participantIdentifiers" | "duration" | "error">;
type ThreadsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "participant">;
/** Limits of background delivery. */
interface DeliveryLimits {
  /**
  * Maximum memory of pending records, in bytes. Beyond it, the oldest records are dropped; with a spool, new records
  * are kept only on disk. Default: 64 MiB.
  */
  maxQueueBytes?: number | undefined;
  /** Maximum number of records per request. Default: 500. */
  maxBatchCount?: number | undefined;
  /**
  * Maximum size of a request before compression, in bytes. A single larger record is sent in a request of its own.
  * Default: 1 MiB.
  */
  maxBatchBytes?: number | undefined;
  /** Maximum number of concurrent requests. Default: 4. */
  maxRequests?: number | undefined;
  /**
  * Time in milliseconds that a record waits for later records, so that one request sends them together. Under steady
  * load, records wait up to four times as long, but at most a second. Default: 250.
  */
  flushIntervalMs?: number | undefined;
  /** Timeout of one request, in milliseconds. Default: 10000. */
  requestTimeoutMs?: number | undefined;
  /** Maximum time that pending records may delay the normal end of the process, in milliseconds. Default: 5000. */
  exitTimeoutMs?: number | undefined;
}
/** {@link DeliveryLimits} with defaults applied. */
type Limits = { readonly [Name in keyof DeliveryLimits]-?: number };
/**
* Result of delivering one record, which a caller may await. If no caller awaits it, it can be garbage-collected,
* because the queue has only a weak reference to it.
*/
declare class DeliveryOutcome {
  #private;
  /**
  * Settles the outcome. Without an error, the record is stored, or safe on disk. Returns whether a caller was
  * notified.
  */
  settle(error?: unknown): boolean;
  /** Reports that a request with the record failed. The record will be sent again. */
  failed(error: unknown): void;
  /**
  * Waits until the record is stored or safe on disk. Rejects if the record is dropped. When a request with the record
  * fails, `isFinal` is called with the error. If it returns true, the promise rejects with this error; otherwise, it
  * continues to wait.
  */
  wait(isFinal: (error: unknown) => boolean): Promise<void>;
  release(): void;
}
declare class ErrorReporter {
  #private;
  constructor(onError: (error: unknown) => unknown);
  report(error: unknown): void;
  /**
  * Reports an error that may occur for many records or attempts, for example during an outage. Each kind of error is
  * reported at most once per minute.
  */
  reportThrottled(kind: string, message: string, cause?: unknown): void;
}
/**
* Reason why a record was dropped: the queue or the spool was full (`queue_full`, `spool_full`), the service refused
* the record (`refused`) or found it too large (`too_large`), it was older than `maxAgeMs` (`expired`), it was recorded
* after `shutdown()`, or it could not be serialized or read (`unreadable`).
*/
type DropReason = "queue_full" | "spool_full" | "refused" | "too_large" | "expired" | "shutdown" | "unreadable";
/** Number of dropped records by reason. A reason for which no record was dropped is absent. */
type DropCounts = Partial<Record<DropReason, number>>;
interface Drop {
  reason: DropReason;
  why: string;
  cause?: unknown;
  count?: number | undefined;
}
/**
* Counts dropped records, and reports their numbers to the service. Also reports each drop to the caller that awaits
* the record or, if there is none, to `onError`.
*/
declare class Drops {
  #private;
  readonly counts: DropCounts;
  constructor(reporter: ErrorReporter, newId?: () => string);
  get total(): number;
  drop(record: {
    id?: string;
    outcome?: DeliveryOutcome | undefined;
  }, {
    reason,
    why,
    cause,
    count
  }: Drop): void;
  /**
  * Step that reports the dropped records to the service; undefined when there is nothing to report. The getter returns
  * the same step until {@link Drops.acknowledged} is called. The next step then reports the records that were dropped
  * in the meantime.
  */
  get report(): {
    json: string;
  } | undefined;
  /** Discards the report after the service has stored it, or has refused it several times. */
  acknowledged(): void;
  /**
  * Call this when the service refuses the report. After `MAX_REPORT_REFUSALS` refusals, the report is discarded.
  * `accepted` is the number of requests that the service has accepted so far. If it is the same as at the last
  * refusal, the service may be refusing every request, so the refusal does not count.
  */
  refuseReport(accepted: number): void;
}
interface BackoffOptions {
  now: () => number;
  /** Random number from 0 up to 1. */
  random: () => number;
  /** Minimum delay between requests while the service is down, in milliseconds. Default: 1000. */
  minDelayMs?: number | undefined;
  /** Maximum jitter, which is a random time added to each delay, in milliseconds. Default: 30000. */
  maxJitterMs?: number | undefined;
}
/** JSON that several records share. */
interface SharedJson {
  /** Undefined once `bytes` is set. */
  text: string | undefined;
  /** UTF-8 of the text. Set at the first use. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** UTF-8 length, in bytes. */
  readonly length: number;
  /**
  * The `TextArena` that counts this JSON in its `sharedBytes`. Each client has its own arena. JSON that several
  * clients use is counted only by the first of them.
  */
  owner: object | undefined;
  users: number;
}
interface SharedItems {
  readonly items: readonly SharedJson[];
  /** UTF-8 length, in bytes. */
  readonly length: number;
}
type JsonParts = readonly (string | SharedItems)[];
type RecordJson = string | JsonParts;
type RecordKind = "step" | "thread";
interface EncodedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly json: RecordJson;
  /**
  * Whether the record is a preview: a step or thread that is still running. A preview is not counted as delivered or
  * dropped, because the final record follows.
  */
  readonly isPreview?: boolean | undefined;
}
/** A step or thread as plain JSON, as the mask receives and returns it. */
interface RecordedData {
  id: string;
  [field: string]: JsonValue | undefined;
}
/**
* Changes a record before it is queued, written to disk or sent. Returns the record to use instead, which may be the
* argument itself. Must be synchronous: returning a promise counts as a failure. On failure, only ids, times, type and
* name are recorded.
*/
type Mask = (record: RecordedData, kind: RecordKind) => RecordedData;
interface ContentOptions {
  /** Environment of steps that do not set their own. */
  environment?: string | undefined;
  mask?: Mask | undefined;
  /** When false, inputs (`input`, prompts and messages) are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** When false, outputs (`output` and completions) are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
}
interface Segment {
  path: string;
  /**
  * Age of the file, in milliseconds, at the time `since`: when this process created the file, or took it over from a
  * process that has ended. `since` is in milliseconds of the monotonic clock.
  */
  readonly ageMs: number;
  readonly since: number;
  bytes: number;
  next: number;
  /** Number of records in memory that are neither stored nor dropped. */
  live: number;
  /** Sequence number of the first record that is only on disk, and not in memory. Undefined if all are in memory. */
  coldFrom: number | undefined;
  /**
  * Number of records that are only on disk. Undefined if there are none. Also undefined if another process wrote the
  * file, because the number is then unknown.
  */
  cold: number | undefined;
  /** Whether the file could not be read. It is then read again after the other files. */
  isUnreadable: boolean;
  /** File descriptor; undefined when the file is not open for writing. */
  file: number | undefined;
  isTorn: boolean;
  /** Lines that are not yet written. They mark records as stored or dropped. */
  text: string;
}
interface SegmentPosition {
  readonly segment: Segment;
  readonly sequence: number;
}
interface SpoolOptions {
  /** Folder of the spool, created if missing. Processes may share it. */
  folder: string;
  /**
  * Maximum size of one client's pending records on disk, in bytes. To make room for a new record, the spool drops the
  * oldest file whose records are all only on disk, not in memory. If no file can be dropped, the new record is kept
  * only in memory. Default: 1 GiB.
  */
  maxBytes?: number | undefined;
  /** Maximum age of records, in milliseconds. Default: seven days. */
  maxAgeMs?: number | undefined;
}
/**
* Copy of pending records that outlives the process. A record is pending until it is settled: stored by the service, or
* dropped. No method throws.
*/
interface Spool {
  /** Resolves when the files of ended processes have been taken over. */
  readonly ready: Promise<void>;
  /** Size of the files on disk, in bytes. */
  readonly bytes: number;
  /**
  * Whether some records are only on disk, and must be sent before newer records. Also true while the files of ended
  * processes are being taken over, because these files may contain such records.
  */
  readonly isBehind: boolean;
  /** Number of records that are only on disk. A file that has not been read, or cannot be read, counts as one. */
  readonly coldCount: number;
  /** Writes the record immediately. If there is no space, reports an error and returns undefined. */
  append: (record: EncodedRecord) => SegmentPosition | undefined;
  /**
  * Marks the record at `position` as only on disk. Call it for a record that is not kept in memory. `load` reads the
  * record back later. `position` must be the result of the latest `append`.
  */
  keepOnDisk: (position: SegmentPosition) => void;
  /** Reads the oldest records that are only on disk back into memory. */
  load: () => {
    record: EncodedRecord;
    position: SegmentPosition;
  }[];
  settle: (positions: readonly SegmentPosition[]) => void;
  /** Writes a mark for each record that was stored or dropped since the previous write. */
  write: () => void;
  /** Closes the files, so that the next process can take them over. */
  close: () => void;
}
interface SpoolCallbacks {
  reporter: ErrorReporter;
  drops: Drops;
  /** Called when the files of ended processes have been taken over. */
  onAdopted: () => void;
}
/** Opens a spool. On a disk error, reports it and returns undefined. */
type OpenSpool = (callbacks: SpoolCallbacks) => Spool | undefined;
/** Returns the function that opens the spool of a client. `destination` identifies the service and the key. */
type SpoolFactory = (destination: string) => OpenSpool;
interface DispatcherOptions {
  limits: Limits;
  /** Posts one GraphQL request without retries, and resolves to the JSON of the response. */
  post: (body: Uint8Array<ArrayBuffer>, options: {
    timeoutMs: number;
    signal: AbortSignal;
  }) => Promise<object>;
  drops: Drops;
  reporter: ErrorReporter;
  spool: Spool | undefined;
  onIdle: () => void;
  backoff?: Partial<BackoffOptions> | undefined;
}
interface DeliveryOptions extends Pick<DispatcherOptions, "limits" | "post" | "backoff"> {
  recording: ContentOptions;
  onError: (error: unknown) => void;
  /** Opens the spool, which keeps a copy of pending records on disk. */
  openSpool?: OpenSpool | undefined;
  /**
  * The platform's function that keeps a serverless process running until a promise settles. The client passes a
  * promise that resolves when no record is pending.
  */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** Delivery to a second receiver, which gets a copy of each ended record. */
  copyTo?: Delivery | undefined;
  /** Name of the receiver in error messages. Default: `the service`. */
  receiver?: string | undefined;
  /** Creates the ids of the steps that report dropped records. Default: version 7 UUIDs. */
  createId?: (() => string) | undefined;
  /** Queues nothing when true. */
  disabled?: boolean | undefined;
  /** Time after which a running step is sent before its end, in milliseconds. Default: 250. */
  previewMs?: number | undefined;
  /** Timeout of an awaited `send()`, in milliseconds. Default: 30000. */
  timeoutMs?: number | undefined;
  /** Number of failed retries after which an awaited `send()` rejects. Default: 2. */
  maxRetries?: number | undefined;
}
/** Numbers of delivered, pending and dropped records since the client was created. */
interface DeliveryResult {
  /** Number of records that the service has stored. */
  delivered: number;
  /** Number of records in memory, in the spool or in flight. */
  pending: number;
  /** Number of dropped records. `stats().droppedBy` counts them by reason. */
  dropped: number;
}
/** State of background delivery. */
interface DeliveryStats extends DeliveryResult {
  /**
  * Number of records that the application recorded, or that the client found in the spool. Equals the sum of
  * `delivered`, `pending` and `dropped`.
  */
  submitted: number;
  droppedBy: DropCounts;
  /** Memory of pending records, in bytes. */
  bytes: number;
  /** Size of the spool on disk, in bytes; 0 without a spool. */
  spooledBytes: number;
  requests: number;
  failedRequests: number;
  /** Whether the last request failed. Until a request succeeds, requests are sent one at a time. */
  isDown: boolean;
}
/** Limits how long `flush` and `shutdown` wait for pending records. */
interface FlushOptions {
  /** Timeout in milliseconds. Records that are still pending then are kept. Default: 10000. */
  timeoutMs?: number | undefined;
}
interface Recordable<Wire> {
  id: string;
  serialize: () => Wire;
}
/**
* Sends records in the background. It never throws and never blocks; errors go to `onError`. Records that cannot be
* sent now are kept, and retried indefinitely. Records beyond the limits are dropped, counted and reported to the
* service.
*/
declare class Delivery {
  #private;
  constructor(options: DeliveryOptions);
  /**
  * Queues a copy of the step. Call the returned function to send the record without delay. Its promise resolves when
  * the record is stored.
  */
  sendStep(step: Recordable<StepInput>): () => Promise<void>;
  /** Queues a copy of the thread, like {@link Delivery.sendStep}. */
  sendThread(thread: Recordable<UpsertThread>): () => Promise<void>;
  /** Queues a copy of the step, which is sent in the background. */
  addStep(step: Recordable<StepInput>): void;
  /** Queues a copy of the thread, which is sent in the background. */
  addThread(thread: Recordable<UpsertThread>): void;
  /**
  * Whether {@link Delivery.defer} may be used. False after a shutdown. Also false with a spool or with `waitUntil`:
  * the record must be written to disk, or `waitUntil` must be called, before the application continues.
  */
  get mayDefer(): boolean;
  /**
  * Runs `work` together with the work of other calls, at most 100 ms later. `flush`, `stats` and the end of the
  * process run it earlier. `size` is the number of characters of text that `work` keeps in memory.
  */
  defer(work: () => void, size: number): void;
  /** Runs the work of {@link Delivery.defer} now. */
  runDeferred(): void;
  /** Queues a copy of a step that has not ended, without waiting for `previewMs`. */
  sendPreview(step: Recordable<StepInput>): void;
  /** Calls `work` once if the step runs longer than `previewMs`. Returns a function to call when the step ends. */
  whileRunning(work: () => void): () => void;
  /**
  * Sends the running step if it runs longer than `previewMs`, so that it is visible before it ends. When the step
  * ends, call the returned function before sending the final record.
  */
  previewStep(step: Recordable<StepInput>): () => void;
  /** Sends the running thread once, like {@link Delivery.previewStep}. */
  previewThread(thread: Recordable<UpsertThread>): () => void;
  /** Sends running steps and threads now, without an end time. */
  sendPreviews(): void;
  /** Passes an error to `onError`, and ignores errors that `onError` throws. */
  report(error: unknown): void;
  /**
  * Adds work, such as recording open steps. `flush`, `shutdown` and the normal end of the process await this work
  * before they send records. Returns a function that removes the work.
  */
  beforeFlush(work: () => unknown): () => void;
  /** Sends pending records immediately. Resolves when nothing is pending, or at the timeout. Never rejects. */
  flush({
    timeoutMs
  }?: FlushOptions): Promise<DeliveryResult>;
  /**
  * Flushes one last time. Afterwards, new records are dropped, pending records stay in the spool (if any), and open
  * requests are aborted.
  */
  shutdown({
    timeoutMs
  }?: FlushOptions): Promise<DeliveryResult>;
  /** Returns the numbers of records and requests, the size of pending records, and whether the last request failed. */
  stats(): DeliveryStats;
}
/** Members of the client that threads and steps use. */
interface Recorder {
  /** Carries the current context (thread, step, tags) through asynchronous code. */
  readonly store: Pick<ContextStorage<ContextOf<ContextThread, ContextStep>>, "run">;
  readonly context: ContextOf<ContextThread, ContextStep>;
  /** Creates the id of a thread or step. */
  readonly createId: () => string;
  /** Metadata added to every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Tags added to every thread and step. */
  readonly globalTags: readonly string[];
  /** Whether the thread or root step with this id is recorded, according to `sampleRate`. */
  readonly isSampled: (id: string) => boolean;
  /** Whether the client is disabled: it sends nothing, and reads find nothing. */
  readonly disabled: boolean;
  /** Receives errors of background recording. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends records in the background. */
  readonly delivery: Delivery;
}
interface ExperimentClient {
  readonly context: Pick<Recorder["context"], "currentExperimentItemRunId">;
  readonly api: {
    deleteExperiment(id: string): Promise<DatasetExperiment>;
    createExperimentItem(item: DatasetExperimentItemConstructor): Promise<DatasetExperimentItem>;
  };
}
/** A series of runs on the items of a dataset. */
declare class DatasetExperiment implements DatasetExperimentConstructor {
  #private;
  id: string;
  createdAt?: Maybe<string>;
  name: string;
  datasetId?: Maybe<string>;
  datasetVersion?: Maybe<number>;
  promptId?: Maybe<string>;
  promptVariantId?: Maybe<string>;
  params?: Maybe<ExperimentParams>;
  /** Items that were logged through this object. */
  readonly items: DatasetExperimentItem[];
  constructor(client: ExperimentClient, data: DatasetExperimentConstructor);
  /** Client that sends the requests of all methods. */
  get client(): ExperimentClient;
  /** Returns the fields as a plain object, without the items. */
  serialize(): DatasetExperimentConstructor;
  /** Deletes the experiment with its items and scores. The steps of its runs are kept. */
  delete(): Promise<DatasetExperiment>;
  /**
  * Stores the outcome of one run, with its scores, as an item. Inside `experimentItemRun().wrap()`, the item is linked
  * to that run.
  *
  * @throws {ThreadlineError} when the item cannot be stored.
  */
  log(entry: ExperimentLogEntry): Promise<DatasetExperimentItem>;
}
interface DatasetClient {
  readonly api: {
    updateDataset(id: string, dataset: DatasetUpdate): Promise<Dataset>;
    deleteDataset(id: string): Promise<Dataset>;
    createDatasetItem(datasetId: string, item: NewDatasetItem): Promise<DatasetItem>;
    deleteDatasetItem(id: string): Promise<DatasetItem>;
    addStepToDataset(datasetId: string, stepId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
    addGenerationToDataset(datasetId: string, generationId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
    addGenerationsToDataset(datasetId: string, generationIds: string[]): Promise<DatasetItem[]>;
    createExperiment(experiment: NewExperiment & {
      datasetId?: string | undefined;
    }): Promise<DatasetExperiment>;
  };
}
/**
* Inputs with expected outputs, for testing prompts and code. Each asynchronous method sends one request, and rejects
* with a `ThreadlineError`.
*/
declare class Dataset implements DatasetConstructor {
  #private;
  id: string;
  createdAt: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata: JsonObject;
  /** Items that were fetched. Methods of this object that add or delete an item also change this list. */
  items: DatasetItem[];
  type: DatasetType;
  itemSchema?: Maybe<JsonObject>;
  version?: number | undefined;
  constructor(client: DatasetClient, data: DatasetConstructor);
  /** Client that sends the requests of all methods. */
  get client(): DatasetClient;
  /** Returns the fields as a plain object. */
  serialize(): DatasetConstructor;
  /** Updates the given fields of the stored dataset and of this object. */
  update(dataset: DatasetUpdate): Promise<void>;
  /** Deletes the dataset with its items. */
  delete(): Promise<Dataset>;
  /** Creates an item, and adds it to `items`. */
  createItem(item: NewDatasetItem): Promise<DatasetItem>;
  /** Deletes an item, and removes it from `items`. */
  deleteItem(id: string): Promise<DatasetItem>;
  /** Starts an experiment on the dataset. */
  createExperiment(experiment: NewExperiment): Promise<DatasetExperiment>;
  /**
  * Adds an item created from a step. The item contains the step's input and copies of the step's descendants. The
  * step's output becomes the expected output.
  *
  * @throws {ConfigError} when the dataset is of type `generation`.
  */
  addStep(stepId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
  /**
  * Adds an item created from a generation. The item has the generation's messages or prompt. The completion becomes
  * the expected output.
  */
  addGeneration(generationId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
  /** Adds an item for each generation. Sends nothing for an empty list. */
  addGenerations(generationIds?: string[]): Promise<DatasetItem[]>;
}
/**
* Selects the records to analyze: all records of a kind, or those that match filters and a query. `runs` are the steps
* of type `run`.
*/
type Analysis = ({
  resource: "threads";
  filters?: ThreadsFilter[] | undefined;
} | {
  resource: "steps" | "runs";
  filters?: StepsFilter[] | undefined;
} | {
  resource: "generations";
  filters?: GenerationsFilter[] | undefined;
} | {
  resource: "scores";
  filters?: ScoresFilter[] | undefined;
}) & {
  /** Search query in addition to `filters`, such as `model:gpt-4o latency:>2s -tag:test`. */query?: Maybe<string>;
};
/** A field whose values are counted. */
type FacetField = "type" | "stepType" | "name" | "environment" | "apiKey" | "tags" | "model" | "provider" | "error" | "participant" | "promptLineage" | "scoreName" | "scoreLabel" | "scorer" | "label" | "value" | "metadata";
type FacetsQuery = Analysis & {
  fields: {
    field: FacetField;
    /**
    * Dot-separated path in the metadata if the field is `metadata`, or name of the scores if it is `scoreLabel`.
    * Required for both.
    */
    path?: Maybe<string>; /** Counts only values that contain this text, ignoring case. */
    search?: Maybe<string>;
  }[]; /** Maximum number of values per field. Default: 20. */
  limit?: Maybe<number>;
};
/** Number of records that match an analysis, and number of records that were read to compute the results. */
interface AnalysisBasis {
  /** Number of matching records. */
  recordCount: number;
  /** Whether the results come from an evenly distributed sample, because there are too many records. */
  isEstimate: boolean;
  /** Number of matching records that were read. */
  sampledCount: number;
}
interface Facet {
  field: FacetField;
  path: string | null;
  /** Values, most frequent first. */
  values: {
    value: string;
    json: JsonValue;
    count: number;
  }[];
  /** Number of distinct values. */
  valueCount: number;
  /** Number of records without a value. */
  missingCount: number;
}
/** Most frequent values of fields in the matching records. */
interface Facets extends AnalysisBasis {
  facets: Facet[];
}
/** Sums and percentiles over the matching records. Latencies are in seconds, times to first token in milliseconds. */
interface Statistics extends AnalysisBasis {
  errorCount: number;
  inputTokenCount: number;
  outputTokenCount: number;
  tokenCount: number;
  /** Cost in US dollars; null when no record has a price. */
  cost: number | null;
  /**
  * Tokens of the matching runs and all their descendants. Null for lists other than `runs`, and if no run has tokens.
  */
  totalTokenCount: number | null;
  /**
  * Cost of the matching runs and all their descendants, in US dollars. Null for lists other than `runs`, and if no run
  * has a price.
  */
  totalCost: number | null;
  latencyP50: number | null;
  latencyP95: number | null;
  latencyP99: number | null;
  ttFirstTokenP50: number | null;
  ttFirstTokenP95: number | null;
  ttFirstTokenP99: number | null;
  scores: {
    name: string;
    count: number;
    average: number;
  }[];
}
/** Metric of a time series. The GraphQL schema describes each metric. */
type TimeSeriesMetric = "threadCount" | "runCount" | "stepCount" | "generationCount" | "errorCount" | "generationErrorCount" | "tokenCount" | "inputTokenCount" | "outputTokenCount" | "cost" | "latencyP50" | "latencyP95" | "latencyP99" | "durationP50" | "durationP95" | "durationP99" | "ttFirstTokenP50" | "ttFirstTokenP95" | "ttFirstTokenP99" | "activeUserCount" | "scoreCount" | "scoreAverage";
type TimeSeriesDimension = "model" | "provider" | "promptId" | "name" | "type" | "environment" | "apiKey" | "participant" | "scoreName";
/**
* Query of metrics over time. A record is counted in the bucket that contains its creation time. Times are ISO 8601.
*
* By default, all records are counted. With `resource`, only records of that list are counted, and only if they match
* `filters` and `query`. The metrics must then fit the list. `threadCount` needs the list of threads, and score metrics
* need the list of scores. All other metrics need a list of steps, runs or generations.
*/
type TimeSeriesQuery = TimeSeriesRange & (Analysis | {
  resource?: undefined;
  filters?: undefined;
  query?: undefined;
});
/** Metrics, range, buckets and groups of a time series. */
interface TimeSeriesRange {
  metrics: TimeSeriesMetric[];
  from: string;
  /** End of the range. Default: now. */
  to?: Maybe<string>;
  /** Maximum number of buckets. The service chooses their length. Default: 60. */
  maxPoints?: Maybe<number>;
  /**
  * Length of a bucket in seconds. Either a whole number of minutes that divides a day evenly, or a whole number of
  * days. Default: chosen by the service.
  */
  bucketSeconds?: Maybe<number>;
  /**
  * Whether the first and the last bucket count all their records. If false, only records from `from` to `to` are
  * counted, so these buckets may be incomplete. But if more than 20,000 records would have to be read for this, all
  * records of these buckets are counted (see `countedFrom`). Default: true.
  */
  wholeBuckets?: Maybe<boolean>;
  /** Offset of local time from UTC in minutes. Days then start at local midnight. */
  offsetMinutes?: Maybe<number>;
  groupBy?: Maybe<TimeSeriesDimension>;
  /** Maximum number of groups. The largest groups are returned. Default: 10. */
  groupLimit?: Maybe<number>;
  /** Counts only records of this environment. */
  environment?: Maybe<string>;
  /** Excludes records of these environments, such as `experiment`; at most 32. */
  exceptEnvironments?: Maybe<string[]>;
  /**
  * Counts only threads, steps and scores that have at least one of these tags. A generation is counted if its step is.
  * The tags of a thread do not count as tags of its steps. At most 32 tags. Not allowed with `resource`; use a filter
  * on `tags` instead.
  */
  tags?: Maybe<string[]>;
}
/** One metric over time, of all records or one group. */
interface TimeSeriesLine {
  metric: TimeSeriesMetric;
  /**
  * Value of the group. Null in three cases: the query has no `groupBy`, `isOther` is true, or the group consists of
  * the records without a value.
  */
  group: string | null;
  /** Whether the line is the sum of the remaining groups. */
  isOther: boolean;
  /** Values in the order of `times`. */
  values: (number | null)[];
  /** The metric over the counted range. */
  total: number | null;
}
interface TimeSeries {
  from: string;
  to: string;
  /** Start of the range whose records are counted. Later than `from` only if `wholeBuckets` is false. */
  countedFrom: string;
  /** End of the range whose records are counted. Earlier than `to` only if `wholeBuckets` is false. */
  countedTo: string;
  bucketSeconds: number;
  /** Start of each bucket, oldest first. */
  times: string[];
  lines: TimeSeriesLine[];
  /**
  * Approximate number of stored records that the values do not include yet. Usually 0, except after a large import or
  * an upgrade.
  */
  pendingCount: number;
  /**
  * Whether values are estimated from a sample. A sample is used in three cases: more than 5,000 records have one of
  * the `tags`, more than 10,000 records match the `filters` and the `query`, or more than 20,000 records must be
  * tested to find the matching ones.
  */
  isEstimate: boolean;
}
interface MetadataPathsQuery {
  resource: "threads" | "steps" | "runs" | "generations";
  /** Returns only paths that contain this text, ignoring case. */
  search?: Maybe<string>;
  /** Maximum number of paths. Default: 100. */
  first?: Maybe<number>;
}
/** Operations that analyze records: facets, statistics and time series. */
interface AnalyticsOperations {
  /** Returns the most frequent values of fields in the matching records. */
  getFacets(facets: FacetsQuery, options?: CallOptions): Promise<Facets>;
  /** Returns counts, sums and percentiles over the matching records. */
  getStatistics(analysis: Analysis, options?: CallOptions): Promise<Statistics>;
  /** Returns metrics over time. */
  getTimeSeries(series: TimeSeriesQuery, options?: CallOptions): Promise<TimeSeries>;
  /** Lists the paths that occur in the metadata of the records, such as `user.plan`, in alphabetical order. */
  getMetadataPaths(paths: MetadataPathsQuery, options?: CallOptions): Promise<string[]>;
}
/**
* Whether people have labeled enough targets of a judge to show how reliable it is. `OUT_OF_DATE`: there are enough
* labels in total, but too few for targets that the judge scored in the last 90 days.
*/
type MeasuredState = "NOT_MEASURED" | "MEASURED" | "OUT_OF_DATE";
/** An estimated share, from 0 to 1, with its 95 % confidence interval. */
interface RateEstimate {
  rate: number;
  lower: number;
  upper: number;
}
/**
* Counts of the targets for which the judge made the same decision. A calibration has them twice: in `passed` for the
* targets that the judge passed, and in `failed` for those that it failed.
*/
interface DecisionLabels {
  judgedCount: number;
  labeledCount: number;
  /** Number of labeled targets that people passed. */
  passedCount: number;
}
/** A target to which the judge and people gave different values. */
interface Disagreement {
  /** Id of the step, thread or experiment item. */
  targetId: string;
  peopleValue: number;
  /** Null if the score was deleted. */
  judgeScore: {
    id: string;
    value: number;
    label: string | null;
    comment: string | null;
  } | null;
  /** The newest label of each person, newest first. */
  labels: {
    id: string;
    value: number;
    label: string | null;
    comment: string | null;
    scorer: string | null;
  }[];
}
/** Selects the scores to compare with labels of people, and the targets to return. */
interface CalibrationQuery {
  /** Only scores created at this time or later. Default: no limit. */
  from?: string | number | Date | undefined;
  /** Only scores created at this time or earlier. Default: no limit. */
  until?: string | number | Date | undefined;
  /**
  * Smallest value that counts as passed. Default for scores with two categories: the larger of the two values. Other
  * scores have no default: if `passFrom` is not given, results such as `passRate` are null.
  */
  passFrom?: number | undefined;
  /** Maximum number of disagreements to return, 1 to 100. Default: 50. */
  disagreements?: number | undefined;
  /** Number of disagreements to skip. Default: 0. */
  skip?: number | undefined;
  /** Maximum number of targets to suggest for labeling, 1 to 100. Default: 10. */
  nextTargets?: number | undefined;
}
/** Comparison of the scores of an evaluator version with the labels that people gave to the same targets. */
interface Calibration {
  measured: MeasuredState;
  /**
  * Number of further targets that people must label until the version is `MEASURED`. Only targets that the version
  * scored in the last 90 days count.
  */
  missingLabelCount: number;
  scale: "CATEGORIES" | "NUMBERS";
  /** Smallest value that counts as passed. Null if the query has no `passFrom`, and the scores have no default. */
  passFrom: number | null;
  /**
  * Number of scored targets. If there are more than 20,000 scores, only the targets of the newest 20,000 are counted.
  */
  judgedCount: number;
  /** Whether the limit of 20,000 scores was reached, so that older ones may not be counted. */
  isSampled: boolean;
  /** Number of scored targets with a label. */
  labeledCount: number;
  labelerCount: number;
  /**
  * Number of targets without a majority: no value was given by more than half of the people who labeled the target.
  * Such a target is not compared with the judge, and not counted in `labeledCount`.
  */
  undecidedCount: number;
  /** Categories in ascending order of their values. Empty if `scale` is `NUMBERS`. */
  categories: {
    value: number;
    label: string;
  }[];
  /** Confusion matrix without the cells that are 0. Empty if `scale` is `NUMBERS`. */
  matrix: {
    judgeValue: number;
    peopleValue: number;
    count: number;
  }[];
  /**
  * Share of labeled targets to which the judge and people gave the same value. Null without labels, and if `scale` is
  * `NUMBERS`.
  */
  agreement: RateEstimate | null;
  /**
  * Cohen's kappa, which is the agreement beyond chance. Null without labels, if the judge and people gave all targets
  * the same value, and if `scale` is `NUMBERS`.
  */
  kappa: number | null;
  /**
  * Krippendorff's alpha of numbers. Null without labels, if the judge and people gave all targets the same number, and
  * if `scale` is `CATEGORIES`.
  */
  alpha: number | null;
  meanAbsoluteDifference: number | null;
  /**
  * Pearson's correlation of the numbers. Null if the judge or people gave only one number, and if `scale` is
  * `CATEGORIES`.
  */
  correlation: number | null;
  passed: DecisionLabels | null;
  failed: DecisionLabels | null;
  /** Of the targets that people passed, the share that the judge passed, too. */
  truePositiveRate: RateEstimate | null;
  /** Of the targets that people failed, the share that the judge passed. */
  falsePositiveRate: RateEstimate | null;
  judgePassRate: RateEstimate | null;
  /**
  * Estimated share of the targets that people would pass. Null until people have labeled some targets that the judge
  * passed, and some that it failed.
  */
  passRate: RateEstimate | null;
  disagreementCount: number;
  /** Targets with different values, largest difference first. */
  disagreements: Disagreement[];
  /** Targets that people should label next, because these labels make the estimated `passRate` most accurate. */
  nextTargets: {
    targetId: string;
  }[];
}
/** Scores of one week. */
interface WeekAverage {
  /** Number of scores. If there are more than 20,000, only the newest 20,000 are counted. */
  count: number;
  /** Average value; the pass rate if all values are 0 or 1. */
  average: number;
}
/** Scores of an evaluator version in the last 7 days, compared with those of the 7 days before. */
interface ScoreDrift {
  before: WeekAverage;
  after: WeekAverage;
  /** Whether the averages differ significantly, and by at least 5 % of the range of the values. */
  drifts: boolean;
}
/** A version of a judge, and whether people have labeled enough of its scores to show how reliable it is. */
interface JudgeState {
  scoreName: string;
  evaluatorId: string;
  evaluatorName: string;
  versionId: string;
  versionNumber: number;
  measured: MeasuredState;
}
/** Operations that compare judges with people. A judge is an evaluator that calls a model. */
interface CalibrationOperations {
  /** Returns how often an evaluator version gives the same scores as people. Null if the version does not exist. */
  getCalibration(versionId: string, query?: CalibrationQuery, options?: CallOptions): Promise<Calibration | null>;
  /**
  * Returns the judges in use, ordered by score name. A judge is in use if it is the newest version of an evaluator
  * that is not archived, or if an evaluation rule in the mode `ON` uses it. `measured` says whether people have
  * labeled enough targets of a judge to show how reliable it is. `scoreNames` selects judges by the names of their
  * scores. Default: all judges.
  */
  getJudgeStates(query?: {
    scoreNames?: string[] | undefined;
  }, options?: CallOptions): Promise<JudgeState[]>;
  /**
  * Compares the scores of an evaluator version in the last 7 days with its scores in the 7 days before. Returns null
  * if the version does not exist, if its targets are experiment items, or if one of the two weeks has fewer than 30
  * scores.
  */
  getScoreDrift(versionId: string, options?: CallOptions): Promise<ScoreDrift | null>;
}
/** Kind of record in a change notification. A generation has the same id as its step. */
type ChangedRecordKind = "ALERT" | "DATASET" | "EXPERIMENT" | "GENERATION" | "PROMPT" | "SCORE" | "STEP" | "THREAD" | "USER";
/** Notification that one record changed. To get its new state, read the record. */
interface RecordChange {
  kind: ChangedRecordKind;
  id: string;
  /** Id of the changed thread, or of the thread that the changed record belongs to; null if there is none. */
  threadId: string | null;
  /** Id of the outermost run of the changed or scored step; null outside a run. */
  rootRunId: string | null;
  /** Id of the changed step, or of the step that the changed record belongs to; null if there is none. */
  stepId: string | null;
  change: "WRITTEN" | "DELETED";
}
/** Changes since the previous notification. */
interface RecordChanges {
  /** Each changed record once; empty on overflow. */
  changes: RecordChange[];
  /** True if there were too many changes to list. Then read all your data again. */
  overflow: boolean;
}
interface RecordChangesFilter {
  /** Kinds of records to report. Default: all. */
  kinds?: readonly ChangedRecordKind[] | undefined;
  /** Reports only changes of this thread and its records. */
  threadId?: string | undefined;
  /** Reports only changes of this run, its steps and their scores. */
  rootRunId?: string | undefined;
}
/** Operation that notifies the application when records change. */
interface ChangeOperations {
  /**
  * Opens a stream of notifications about changed records. The stream does not report changes that happen before the
  * promise resolves. To miss no change, read the records after the promise has resolved. `timeoutMs` limits only the
  * time until the stream is open.
  *
  * The iteration ends when you leave the loop, when the service shuts down, or when the API key is revoked. The
  * iteration throws a `NetworkError` if the connection breaks, and the reason of `signal` if `signal` aborts.
  */
  recordChanges(filter?: RecordChangesFilter, options?: CallOptions): Promise<AsyncIterableIterator<RecordChanges, undefined>>;
}
/** Subject of a comment: either a thread or a step. */
type CommentSubject = {
  threadId: string;
  stepId?: undefined;
} | {
  stepId: string;
  threadId?: undefined;
};
interface CommentContent {
  /** Markdown, 1 to 20,000 characters. */
  text: string;
  /** Account ids of the members that the text mentions, at most 50. Default: none. */
  mentionIds?: string[] | undefined;
}
/** Selects the comments of a thread or a step. */
type CommentsQuery = CommentSubject & {
  /** Number of comments, from 1 to 100; other numbers are clamped. Default: 50. */first?: number | undefined;
  skip?: number | undefined;
};
/** A project member that a comment mentions, or can mention. */
interface MentionedMember {
  accountId: string;
  /** Current name. For a former member, the name at the time of the mention. */
  name: string;
  isMember: boolean;
}
interface CommentAuthor {
  /** Kind of author. `noLogin`: the service has no login, so the author is unknown. */
  kind: "account" | "key" | "noLogin";
  /** Id of the account or the API key; null on a service without login. */
  id: string | null;
  /** Current name. For a former member, the name at the time of the comment. Null on a service without login. */
  name: string | null;
  /** Whether the author is a member of the project now. Always true for API keys and on a service without login. */
  isMember: boolean;
}
/** A comment on a thread or a step. */
interface Comment {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last edit, as ISO 8601; null if never edited. */
  editedAt: string | null;
  /** Null for a comment on a step. */
  threadId: string | null;
  /** Null for a comment on a thread. */
  stepId: string | null;
  author: CommentAuthor;
  /** Markdown. */
  text: string;
  mentions: MentionedMember[];
  /** Whether the caller wrote the comment, and may therefore edit it. */
  isOwn: boolean;
}
/** Operations on comments. Project members and applications comment on threads and steps. */
interface CommentOperations {
  /** Returns a page of the comments on a thread or a step, oldest first, and their total number. */
  getComments(comments: CommentsQuery, options?: CallOptions): Promise<{
    data: Comment[];
    totalCount: number;
  }>;
  /** Writes a comment on a thread or a step, which must exist. */
  createComment(comment: CommentSubject & CommentContent, options?: CallOptions): Promise<Comment>;
  /** Edits a comment that the same API key wrote. */
  updateComment(id: string, comment: CommentContent, options?: CallOptions): Promise<Comment>;
  /** Deletes a comment that the same API key wrote, and returns the comment's id. */
  deleteComment(id: string, options?: CallOptions): Promise<string>;
  /** Lists the members that comments can mention, in order of their names. Requires the scopes `read` and `write`. */
  getMentionableMembers(options?: CallOptions): Promise<MentionedMember[]>;
}
/** Display of a widget's metrics: over time, by group, or as a single value. */
type WidgetChart = "line" | "area" | "bar" | "table" | "number" | "heatMap";
/**
* A chart of a dashboard, and its position in a grid of 12 columns. `getTimeSeries` returns the values of the chart.
*/
interface NewWidget {
  /** Title, at most 255 characters. Default: empty. */
  title?: Maybe<string>;
  chart: WidgetChart;
  /**
  * 1 to 8 metrics. A `table` can have several metrics. A `line` or `area` can have several metrics if there is no
  * `groupBy`, and these metrics must have the same unit. Any other widget has one metric.
  */
  metrics: TimeSeriesMetric[];
  /** Required for a `heatMap`; not allowed for a `number`. */
  groupBy?: Maybe<TimeSeriesDimension>;
  /** Maximum number of groups, 1 to 50. Default: 8. */
  groupLimit?: Maybe<number>;
  /** List whose records are counted, as in `getTimeSeries`. Required with a `query`. */
  resource?: Maybe<Analysis["resource"]>;
  /** Query that selects records of `resource`, such as `model:gpt-4o`. Default: all. */
  query?: Maybe<string>;
  /** First column, from 0 to 11. */
  column: number;
  /** First row, from 0 to 999. */
  row: number;
  /** Number of columns, 2 to 12. */
  width: number;
  /** Number of rows, 2 to 24. */
  height: number;
}
interface NewDashboard {
  /** Name, 1 to 255 characters. Need not be unique. */
  name: string;
  /** At most 1,000 characters. */
  description?: Maybe<string>;
  /** Charts, at most 40. Default: none. */
  widgets?: Maybe<NewWidget[]>;
}
interface Widget extends NewWidget {
  title: string;
  groupBy: TimeSeriesDimension | null;
  groupLimit: number;
  resource: Analysis["resource"] | null;
  query: string | null;
}
/** A dashboard of a project. */
interface Dashboard {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  description: string | null;
  widgets: Widget[];
  /** Id of the account or API key that created the dashboard; null on a service without login. */
  authorId: string | null;
  /**
  * Current name of the author. For a former member, the name at the time of creation. Null on a service without login.
  */
  authorName: string | null;
}
/** Operations on dashboards, which are charts in a grid. All project members share them. */
interface DashboardOperations {
  /** Lists all dashboards of the project, in order of their names. */
  getDashboards(options?: CallOptions): Promise<Dashboard[]>;
  /** Returns the dashboard; null when not found. */
  getDashboard(id: string, options?: CallOptions): Promise<Dashboard | null>;
  createDashboard(dashboard: NewDashboard, options?: CallOptions): Promise<Dashboard>;
  /** Replaces the name, the description and all widgets of a dashboard. */
  updateDashboard(id: string, dashboard: NewDashboard, options?: CallOptions): Promise<Dashboard>;
  /** Deletes a dashboard, and resolves to it. */
  deleteDashboard(id: string, options?: CallOptions): Promise<Dashboard>;
}
/** An item that differs between two versions. `before` or `after` is null if that version does not contain the item. */
interface DatasetItemDifference {
  itemId: string;
  before: DatasetItem | null;
  after: DatasetItem | null;
}
/** Operations on the versions and splits of datasets. Every operation rejects if the dataset does not exist. */
interface DatasetVersionOperations {
  /** Returns all versions, newest first. */
  getDatasetVersions(datasetId: string, options?: CallOptions): Promise<DatasetVersion[]>;
  /**
  * Returns the items of a version and a split, in order of insertion. Default: all items of the latest version. With
  * `search`, returns only items that contain this text in the input, expected output or metadata, ignoring case, or
  * whose id is exactly this text.
  */
  getDatasetItems(datasetId: string, selection?: DatasetSelection & {
    search?: string | undefined;
  }, options?: CallOptions): Promise<DatasetItem[]>;
  /** Returns the items that differ between the versions `from` and `to`. Default of `to`: the latest version. */
  getDatasetChanges(datasetId: string, versions: {
    from: number;
    to?: number | undefined;
  }, options?: CallOptions): Promise<DatasetItemDifference[]>;
  /** Returns the splits of a version, by default the latest, in alphabetical order. */
  getDatasetSplits(datasetId: string, selection?: Pick<DatasetSelection, "version">, options?: CallOptions): Promise<DatasetSplit[]>;
  /** Divides the items among splits at random. With the same items, splits and seed, the result is always the same. */
  divideDataset(datasetId: string, division: {
    splits: readonly DatasetSplitShare[];
    seed?: string | undefined;
  }, options?: CallOptions): Promise<void>;
  /**
  * Adds items to some splits and removes them from others. Sends a thousand items per request. Unknown ids are
  * ignored.
  */
  updateDatasetItemSplits(ids: readonly string[], splits: {
    add?: string[] | undefined;
    remove?: string[] | undefined;
  }, options?: CallOptions): Promise<DatasetItem[]>;
  /** Deletes the items and returns them. Sends a thousand ids per request. Unknown ids are ignored. */
  deleteDatasetItems(ids: readonly string[], options?: CallOptions): Promise<DatasetItem[]>;
  /** Returns the items whose input equals `input`. The order of the keys in an input does not matter. */
  findDatasetItems(datasetId: string, input: JsonObject, options?: CallOptions): Promise<DatasetItem[]>;
  /** Returns groups of items with equal inputs. */
  getDuplicateDatasetItems(datasetId: string, options?: CallOptions): Promise<DatasetItem[][]>;
}
interface IPromptVariableDefinition {
  name: string;
  language: "json" | "plaintext";
}
/** Model settings of a prompt. */
interface IProviderSettings extends JsonObject {
  model?: string;
  frequency_penalty?: number;
  max_tokens?: number;
  presence_penalty?: number;
  stop?: string[];
  temperature?: number;
  top_p?: number;
}
/**
* Weight of a prompt version in the random selection of a version. The service selects a version at random if a request
* names the prompt, but neither a version nor a label. The probability of a version is its `rollout`, divided by the
* sum of all weights of the prompt.
*/
interface IPromptRollout {
  version: number;
  rollout: number;
}
/** The fields of a prompt version, without the methods of the class. */
interface PromptConstructor {
  id: string;
  name: string;
  /** Number of the version, from 0. */
  version: number;
  type?: Maybe<GenerationType>;
  /** Creation time, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /** URL of the prompt's page in the web interface. */
  url?: Maybe<string>;
  versionDesc?: Maybe<string>;
  label?: Maybe<string>;
  /** Labels of this version, such as `production`. */
  labels?: Maybe<string[]>;
  status?: Maybe<string>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  /** Messages with mustache variables. */
  templateMessages: IGenerationMessage[];
  tools?: Maybe<ITool[]>;
  /** Provider of the model, such as `openai`. */
  provider?: Maybe<string>;
  settings?: Maybe<IProviderSettings>;
  variables?: Maybe<IPromptVariableDefinition[]>;
  variablesDefaultValues?: Maybe<JsonObject>;
}
/** A label of one version of a prompt, such as `production`. It can be moved to another version. */
interface PromptLabel {
  /** Unique in the prompt. */
  name: string;
  version: number;
}
/** A prompt without its versions. `getPrompt` returns a version. */
interface PromptLineage {
  id: string;
  name: string;
  description?: Maybe<string>;
  /** Labels in order of their names. */
  labels: PromptLabel[];
}
/** Variables of a template, by name. */
type PromptVariables = Readonly<Record<string, JsonValue | undefined>>;
/** Prompt version that a message was rendered from, with its variables. */
interface RenderedMessageMetadata {
  uuid: string | undefined;
  promptId: string;
  /** All variables that the prompt was rendered with, defaults included. */
  variables: PromptVariables;
}
/** An image in the format of chat models. */
interface RenderedImage {
  type: "image_url";
  image_url: {
    url: string;
    detail?: "auto" | "low" | "high";
  };
}
interface Rendered {
  /**
  * Returns the prompt version of the message. The method is not enumerable, so copies and the JSON of the message do
  * not contain it.
  */
  literalMetadata(): RenderedMessageMetadata;
}
/** A rendered message of a prompt, in the format of chat models. */
type RenderedMessage = Rendered & ({
  role: "system" | "developer";
  content: string;
  name?: string;
} | {
  role: "user";
  content: string | (ITextContent | RenderedImage)[];
  name?: string;
} | {
  role: "assistant";
  content: string | null;
  name?: string;
  tool_calls?: {
    id: string;
    type: "function";
    function: {
      name: string;
      arguments: string;
    };
  }[];
} | {
  role: "tool";
  content: string;
  tool_call_id: string;
} | {
  role: "function";
  content: string | null;
  name: string;
});
interface NewDataset {
  /** Name of the dataset, unique in the project. */
  name: string;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** Type of the dataset. Default: `key_value`. */
  type?: DatasetType | undefined;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`, by which the service validates items. */
  itemSchema?: Maybe<JsonObject>;
  /** Creation time, as ISO 8601, for imports. Default: now. */
  createdAt?: string | undefined;
}
/** Operations on datasets. A dataset is a collection of inputs with expected outputs. */
interface DatasetOperations {
  /** Lists the ids and names of all datasets. */
  getDatasets(options?: CallOptions): Promise<{
    id: string;
    name: string;
  }[]>;
  /** Creates a dataset. Rejects when the name is taken. */
  createDataset(dataset: NewDataset, options?: CallOptions): Promise<Dataset>;
  /** Returns the dataset with its items, by id or by name; null when not found. */
  getDataset(key: {
    id?: string | undefined;
    name?: string | undefined;
  }, options?: CallOptions): Promise<Dataset | null>;
  /** Updates the given fields of a dataset. Returns the dataset without its items. */
  updateDataset(id: string, dataset: DatasetUpdate, options?: CallOptions): Promise<Dataset>;
  /** Deletes the dataset and its items. Returns the deleted dataset. */
  deleteDataset(id: string, options?: CallOptions): Promise<Dataset>;
  /** Adds an item to a dataset. Rejects when the dataset does not exist. */
  createDatasetItem(datasetId: string, item: NewDatasetItem, options?: CallOptions): Promise<DatasetItem>;
  /**
  * Adds items, and returns them in the same order. One request contains at most a thousand items. If an item with the
  * same id is stored, it is returned unchanged. With `replace`, the stored item gets the new content instead.
  *
  * @throws {GraphQLRequestError} when the service refuses a request; the items of earlier requests were added.
  */
  createDatasetItems(datasetId: string, items: readonly KnownDatasetItem[], options?: CallOptions & {
    readonly replace?: boolean | undefined;
  }): Promise<DatasetItem[]>;
  /** Updates the given fields of an item. Null clears a field; `input` cannot be cleared. */
  updateDatasetItem(id: string, item: DatasetItemUpdate, options?: CallOptions): Promise<DatasetItem>;
  /** Returns the item in a version of its dataset, by default the latest. Rejects when not found. */
  getDatasetItem(id: string, options?: CallOptions & {
    readonly version?: number | undefined;
  }): Promise<DatasetItem>;
  /** Deletes an item, and resolves to it. */
  deleteDatasetItem(id: string, options?: CallOptions): Promise<DatasetItem>;
  /**
  * Adds an item created from a step. The step's input becomes the input of the item, and the step's output becomes the
  * expected output. The item also contains copies of the step's descendants.
  */
  addStepToDataset(datasetId: string, stepId: string, metadata?: Maybe<JsonObject>, options?: CallOptions & DatasetItemCorrection): Promise<DatasetItem>;
  /**
  * Adds an item created from a generation. The input of the item contains the `messages` of a chat, or the `prompt` of
  * a completion. The output of the generation becomes the expected output.
  */
  addGenerationToDataset(datasetId: string, generationId: string, metadata?: Maybe<JsonObject>, options?: CallOptions & DatasetItemCorrection): Promise<DatasetItem>;
  /**
  * Adds an item for each generation, and returns the items in the same order. Sends nothing for an empty list.
  *
  * @throws {GraphQLRequestError} when the service refuses some of the generations; items for the others were added.
  */
  addGenerationsToDataset(datasetId: string, generationIds: readonly string[], options?: CallOptions): Promise<DatasetItem[]>;
}
/**
* Condition under which an alert fires. `INCREASE` and `DECREASE` compare the value with that of the previous period,
* in percent. `ABSENCE` means that there are no records in the period.
*/
type AlertKind = "ABOVE" | "BELOW" | "INCREASE" | "DECREASE" | "ABSENCE";
/**
* Period over which a metric is evaluated. It ends with the last full minute. `CALENDAR_DAY` starts at midnight, and
* `CALENDAR_MONTH` on the first day of the month, in UTC. Both are useful for budgets.
*/
type AlertPeriod = "FIVE_MINUTES" | "FIFTEEN_MINUTES" | "HOUR" | "SIX_HOURS" | "DAY" | "WEEK" | "CALENDAR_DAY" | "CALENDAR_MONTH";
type AlertState = "OK" | "PENDING" | "FIRING" | "NO_DATA";
/** Reason why an alert or a group has no value. */
type AlertProblem = "TOO_FEW_RECORDS" | "NO_VALUE" | "NO_PREVIOUS_VALUE" | "JUDGE_NOT_MEASURED" | "GROUP_NOT_MEASURED";
/** Settings of an alert, for creating or replacing it. */
interface NewAlert {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  metric: TimeSeriesMetric;
  /**
  * Whether the metric is divided by the number of records. For example, `errorCount` becomes an error rate from 0 to
  * 1, and `cost` becomes the average cost. Not allowed for a metric that is not a sum, such as `latencyP50`. Also not
  * allowed for a metric that is itself a number of records, such as `stepCount`. Default: false.
  */
  perRecord?: Maybe<boolean>;
  /** List whose records are counted. Default: all records. */
  resource?: Maybe<Analysis["resource"]>;
  /** Conditions on the records of `resource`. Default: all records. */
  filters?: Maybe<(GenerationsFilter | ScoresFilter | StepsFilter | ThreadsFilter)[]>;
  /** Query in addition to the filters, such as `model:gpt-4o`. Default: none. */
  query?: Maybe<string>;
  /** Whether records of the environment `experiment` are also counted. Default: false. */
  includesExperiments?: Maybe<boolean>;
  /**
  * Dimension by which records are grouped, such as `participant` for users. Each of the 100 largest groups is
  * evaluated separately, with its own state and notifications. Default: no groups; all records are evaluated together.
  */
  groupBy?: Maybe<TimeSeriesDimension>;
  kind: AlertKind;
  /**
  * Value that the metric is compared with; for `INCREASE` and `DECREASE`, a change in percent. Required except for
  * `ABSENCE`.
  */
  threshold?: Maybe<number>;
  /** Value at which a firing alert recovers. Default: the threshold. */
  recoverAt?: Maybe<number>;
  period: AlertPeriod;
  /** Seconds for which the condition must hold before the alert fires. Default: 0. */
  forSeconds?: Maybe<number>;
  /**
  * Minimum number of records in the period. With fewer, the state is `NO_DATA`. The kind `ABSENCE` ignores it.
  * Default: 0.
  */
  minimumCount?: Maybe<number>;
  /**
  * Whether an alert on scores needs measured judges. A judge is measured if people have labeled enough of its scores
  * to show how reliable it is. If the condition starts to hold while a judge of these scores is not measured, the
  * state becomes `NO_DATA` instead of `PENDING` or `FIRING`. An alert that is already `PENDING` or `FIRING` is not
  * affected. Alerts on other metrics ignore this option. Default: false.
  */
  requiresMeasuredJudge?: Maybe<boolean>;
  /** Ids of the channels to notify. Default: none. */
  channelIds?: Maybe<string[]>;
  /**
  * Whether channels are also notified when the metric reaches 50 and 80% of the threshold. Only for `CALENDAR_DAY` and
  * `CALENDAR_MONTH`, for which it is true by default.
  */
  warnsEarly?: Maybe<boolean>;
  /** Whether the alert is evaluated. Default: false. */
  isOn?: Maybe<boolean>;
}
/** An alert, which notifies channels when a metric meets a condition. Times are ISO 8601. */
interface Alert {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  metric: TimeSeriesMetric;
  perRecord: boolean;
  resource: Analysis["resource"] | null;
  filters: {
    path: string | null;
    field: string;
    operator: string;
    value: JsonValue;
  }[];
  query: string | null;
  includesExperiments: boolean;
  groupBy: TimeSeriesDimension | null;
  kind: AlertKind;
  threshold: number | null;
  recoverAt: number | null;
  period: AlertPeriod;
  forSeconds: number;
  minimumCount: number;
  requiresMeasuredJudge: boolean;
  channelIds: string[];
  warnsEarly: boolean;
  isOn: boolean;
  /** End of the silence. Null if the alert is not silenced. */
  silencedUntil: string | null;
  /**
  * State after the last evaluation. With `groupBy`, the worst state of the groups, in the order firing, pending, OK,
  * no data.
  */
  state: AlertState;
  /** Start of the current state. Null before the first evaluation. */
  stateSince: string | null;
  /**
  * Value in the last evaluated period. This is the metric for `ABOVE` and `BELOW`, the change of the metric in percent
  * for `INCREASE` and `DECREASE`, and the number of records for `ABSENCE`. Null before the first evaluation. Also null
  * if there is no value, for the reason in `problem`.
  *
  * With `groupBy`, the alert takes its value from the groups that are in the same state as the alert. For `ABOVE` and
  * `INCREASE`, it is the highest value of these groups; for the other kinds, the lowest.
  */
  value: number | null;
  problem: AlertProblem | null;
  /** End of the last evaluated period. Null before the first evaluation. */
  evaluatedAt: string | null;
  /** States of the groups, largest groups first. Empty without `groupBy`. */
  groups: AlertGroup[];
  firingGroupCount: number;
  /** Whether there were more than 100 groups. Only the 100 largest were evaluated. */
  hasMoreGroups: boolean;
}
/** State of an alert for one group: one value of its `groupBy`, such as one user. */
interface AlertGroup {
  /**
  * For a user or API key, its id. For other dimensions, the same as `group`. When a user is renamed, the id does not
  * change, so the group keeps its state.
  */
  groupId: string;
  /** Value of the dimension, as in `getTimeSeries`: the identifier of a user, the name of an API key. */
  group: string;
  state: AlertState;
  stateSince: string | null;
  value: number | null;
  problem: AlertProblem | null;
}
/**
* An entry in the history of an alert: a change of its state, or an early warning. An early warning is added when the
* metric first reaches 50 or 80% of the threshold in a calendar period.
*/
interface AlertChange {
  /** Group that changed. Null for an alert without `groupBy`. */
  group: string | null;
  /** Id of the group, as in {@link AlertGroup}. Null without `groupBy`. */
  groupId: string | null;
  /** End of the evaluated period, as ISO 8601. */
  at: string;
  fromState: AlertState;
  toState: AlertState;
  value: number | null;
  threshold: number | null;
  problem: AlertProblem | null;
  /** Whether the alert was silenced at that time, so that channels were not notified. */
  isSilenced: boolean;
  /** Percentage of the threshold that was reached, 50 or 80. Null for a change of the state. */
  level: number | null;
}
/**
* Simulation of an alert over the last 30 days. The alert is evaluated at the end of each past period, and now. For a
* calendar period, it is evaluated at the end of each past hour, and now. Times are ISO 8601.
*/
interface AlertPreview {
  /** Start of the first period. */
  from: string;
  /** Ends of the periods, oldest first. The last period ends now, so it can overlap the period before it. */
  times: string[];
  /**
  * One value per entry of `times`. With `groupBy`, this is the highest value of the groups for `ABOVE` and `INCREASE`,
  * and the lowest value for the other kinds.
  */
  values: (number | null)[];
  /** Times at which the alert would have fired, oldest first. `endedAt` is null if it would still be firing. */
  firings: {
    group: string | null;
    startedAt: string;
    endedAt: string | null;
    value: number | null;
  }[];
  /**
  * Whether there are more than 100 groups. If so, only 100 groups are evaluated. The 30 days are read in several
  * parts, and a small group can be missing in some parts, so its values may be too low.
  */
  hasMoreGroups: boolean;
  /** Whether values come from a sample. */
  isEstimate: boolean;
}
/** Operations for alerts, which notify channels when a metric meets a condition. */
interface AlertOperations {
  /** Lists all alerts, in order of their names. */
  getAlerts(options?: CallOptions): Promise<Alert[]>;
  /** Returns an alert. Null if there is none. */
  getAlert(id: string, options?: CallOptions): Promise<Alert | null>;
  /**
  * Returns a page of an alert's state changes and early warnings, newest first. Default: the first 50. For an alert
  * with `groupBy`, `groupId` limits the page to the changes and warnings of one group.
  */
  getAlertChanges(id: string, page?: {
    groupId?: string;
    first?: number;
    skip?: number;
  }, options?: CallOptions): Promise<AlertChange[]>;
  /**
  * Returns the times at which an alert would have fired in the last 30 days. Works for new settings and for those of a
  * stored alert.
  */
  previewAlert(alert: NewAlert, options?: CallOptions): Promise<AlertPreview>;
  createAlert(alert: NewAlert, options?: CallOptions): Promise<Alert>;
  /** Changes an alert, and evaluates it again. Absent fields stay as they are, and null removes a value. */
  updateAlert(id: string, alert: NewAlert, options?: CallOptions): Promise<Alert>;
  /** Silences an alert until a time, as ISO 8601, epoch milliseconds or `Date`. Null ends the silence. */
  silenceAlert(id: string, until: string | number | Date | null, options?: CallOptions): Promise<Alert>;
  /** Deletes an alert with its changes, and resolves to its id. */
  deleteAlert(id: string, options?: CallOptions): Promise<string>;
}
type ChannelKind = "WEBHOOK" | "SLACK" | "DISCORD" | "EMAIL";
/**
* Project events that a channel can be notified of. An alert is not a project event: the alert itself names the
* channels to notify. `QUEUE_EMPTY`: the last waiting item of a review queue was reviewed, skipped, flagged or
* completed.
*/
type ProjectEventKind = "PROMPT_PROMOTED" | "EXPERIMENT_FINISHED" | "DATASET_CHANGED" | "QUEUE_EMPTY";
/** Destination of notifications: a webhook, Slack, Discord or an email address. */
interface Channel {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  kind: ChannelKind;
  /** Email address, or the URL without its path. */
  address: string;
  /** Whether notifications can be sent. False for an imported channel until its URL is set again. */
  isReady: boolean;
  events: ProjectEventKind[];
}
/** Settings of a channel, for creating or replacing it. */
interface NewChannel {
  /** Name, 1 to 255 characters, unique in the project. */
  name: string;
  /** Cannot be changed by an update. */
  kind: ChannelKind;
  /**
  * URL that notifications are sent to. Required for a new channel of any kind except `EMAIL`. An update without a URL
  * keeps the stored URL. Must be an `https` URL with a public address, unless the operator of the service allows other
  * URLs.
  */
  url?: string | null;
  /** Email address. Required for the kind `EMAIL`, and not allowed for other kinds. */
  email?: string | null;
  /**
  * Project events that the channel is notified of. Alerts are not included, because each alert names its channels in
  * `channelIds`. Default: none.
  */
  events?: ProjectEventKind[] | null;
  /** In an update of a webhook: creates a new signing secret. Default: false. */
  replacesSigningSecret?: boolean | null;
}
/** A channel, with its signing secret if that was just created. */
interface SavedChannel {
  channel: Channel;
  /** Secret that signs the requests of a webhook. Returned only when it is created; otherwise null. */
  signingSecret: string | null;
}
type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";
/** A notification that was or will be sent to a channel. */
interface ChannelDelivery {
  id: string;
  /** Time of the event, as ISO 8601. */
  createdAt: string;
  channelId: string;
  event: ProjectEventKind | "ALERT_CHANGED";
  data: JsonValue;
  state: DeliveryState;
  attempts: number;
  /** Time of the last attempt, as ISO 8601. Null before the first attempt. */
  attemptedAt: string | null;
  /** HTTP status of the last attempt. Null without a response. */
  status: number | null;
  /** Text of the last response, cut to 1,000 characters. Null without a response. */
  response: string | null;
  /** Reason why the last attempt failed. Null if it did not. */
  failure: string | null;
}
/** Result of a test notification. */
interface ChannelTest {
  ok: boolean;
  /** HTTP status. Null without a response. */
  status: number | null;
  /** Beginning of the text of the response, or the reason why there is none. */
  message: string;
}
/**
* Operations for channels, which receive notifications. Creating, changing and deleting channels requires a key with
* the scopes `connections` and `read`, or an account with the permission `admin`.
*/
interface ChannelOperations {
  /** Lists all channels, in order of their names. */
  getChannels(options?: CallOptions): Promise<Channel[]>;
  /** Returns a channel. Null if there is none. */
  getChannel(id: string, options?: CallOptions): Promise<Channel | null>;
  /** Returns a page of a channel's deliveries, newest first. Default: the first 50. */
  getDeliveries(channelId: string, page?: {
    state?: DeliveryState;
    first?: number;
    skip?: number;
  }, options?: CallOptions): Promise<ChannelDelivery[]>;
  /** Creates a channel. Rejected if the name is taken, or if the service may not connect to the address. */
  createChannel(channel: NewChannel, options?: CallOptions): Promise<SavedChannel>;
  /** Replaces the content of a channel. */
  updateChannel(id: string, channel: NewChannel, options?: CallOptions): Promise<SavedChannel>;
  /** Deletes a channel with its deliveries, and resolves to its id. */
  deleteChannel(id: string, options?: CallOptions): Promise<string>;
  /** Sends a test notification. */
  testChannel(id: string, options?: CallOptions): Promise<ChannelTest>;
  /** Resends a notification. Rejects with the code `CONFLICT` if the state of the delivery is `PENDING`. */
  resendDelivery(id: string, options?: CallOptions): Promise<ChannelDelivery>;
}
/** API that a model connection uses. `task` is your code at an HTTP address, which experiments call. */
type ModelConnectionKind = "openai" | "openaiCompatible" | "azure" | "anthropic" | "google" | "bedrock" | "task";
/** A project's access to a model provider. Its key is never returned. */
interface ModelConnection {
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
interface NewModelConnection {
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
  headers?: {
    name: string;
    value: string;
  }[] | null;
  /** Models that may be called, at most 500. Default: all. */
  models?: string[] | null;
  /** Maximum cost of the calls per UTC day, in US dollars. Default: no limit. */
  dailyBudget?: number | null;
  /** Maximum number of concurrent calls from one server, 1 to 100. Default: 8. */
  maxConcurrentCalls?: number | null;
}
/** Cause of a failed model call. */
type ModelProblem = "addressRefused" | "nameNotFound" | "unreachable" | "certificateInvalid" | "timeout" | "keyRejected" | "modelNotFound" | "modelNotAllowed" | "budgetExceeded" | "rateLimited" | "requestRejected" | "providerFailed" | "canceled";
/** Result of a test call. */
interface ModelConnectionTest {
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
interface ModelConnectionCheck {
  ok: boolean;
  /** Reason why the check failed; null if it succeeded. */
  problem: ModelProblem | null;
  /** Description of the problem; empty if the check succeeded. */
  message: string;
  /** Names of the provider's models, sorted. Empty if the check failed, and for the kinds `task` and `azure`. */
  models: string[];
}
/** Settings of a model call. For absent settings, the provider's default applies. */
interface ModelSettings {
  /** From 0 to 2. */
  temperature?: number | null | undefined;
  /** From 0 to 1. */
  topP?: number | null | undefined;
  maxOutputTokens?: number | null | undefined;
  /** From -2 to 2. */
  presencePenalty?: number | null | undefined;
  /** From -2 to 2. */
  frequencyPenalty?: number | null | undefined;
  seed?: number | null | undefined;
  /** At most 16 texts that end the response. */
  stopSequences?: string[] | null | undefined;
}
/** A tool that the model may call. The service does not run the tool. */
interface ModelTool {
  /** Name of letters, digits, `_` and `-`, at most 64 characters. */
  name: string;
  description?: string | null | undefined;
  /** JSON schema of its arguments. */
  parameters: JsonObject;
  /**
  * Mocked result for every call of the tool. If all tools that a response calls have mocked results, the service sends
  * these results to the model in a further request, up to 8 times. If a called tool has no mocked result, the model
  * call ends with the tool calls.
  */
  result?: JsonValue | undefined;
}
/** A chat request to a model. */
interface ModelCall {
  connectionId: string;
  model: string;
  /**
  * 1 to 1,000 messages in the format of OpenAI's chat completions, such as those of `prompt.formatMessages`. Images
  * are data URLs in parts of type `image_url`.
  */
  messages: (JsonValue | RenderedMessage)[];
  settings?: ModelSettings | null | undefined;
  /** Tools that the model may call, at most 128. */
  tools?: ModelTool[] | null | undefined;
  /** JSON schema of the response. Default: text. */
  responseSchema?: JsonObject | null | undefined;
  /** Id of the prompt version from which the messages were rendered. Recorded with the call. */
  promptId?: string | null | undefined;
  /** Values of the prompt variables. Recorded with the call. */
  variables?: JsonObject | null | undefined;
}
interface ModelToolCall {
  id: string;
  name: string;
  arguments: JsonValue;
}
/**
* Result of a model call. If tools have mocked results (see {@link ModelTool}), a model call may consist of several
* requests to the model. The result covers all these requests.
*/
interface ModelCallResult {
  /** Text of the last response; empty without text. */
  text: string;
  /** Tool calls of the last response. */
  toolCalls: ModelToolCall[];
  /** Messages to append to the conversation: the responses, and the mocked results of tools. */
  messages: JsonValue[];
  /** Reason why the call failed; null if it succeeded. */
  problem: ModelProblem | null;
  /** Description of the problem; null without one. */
  message: string | null;
  /** Reason why the model stopped, such as `stop`, `length` or `tool-calls`; null if unknown. */
  finishReason: string | null;
  /** Null if unknown. */
  inputTokenCount: number | null;
  /** Null if unknown. */
  outputTokenCount: number | null;
  /** Cost in US dollars; null without a price. */
  cost: number | null;
  /** Time from the first request to the first token, in milliseconds; null if there was no token. */
  ttFirstToken: number | null;
  durationMs: number;
  /** Ids of the steps that record the requests, in order. */
  stepIds: string[];
}
/** Progress of one of the calls of `modelCalls`. */
type ModelCallEvent = {
  index: number;
  text: string;
  result: null;
} | {
  index: number;
  text: null;
  result: ModelCallResult;
};
/**
* Way in which an evaluator creates scores: by a model (`LLM`), by code of the project (`CODE`), or by a scorer that
* the service contains (`BUILT_IN`).
*/
type EvaluatorKind = "LLM" | "CODE" | "BUILT_IN";
/** Kind of records that an evaluator scores. A run is a root step with its descendants. */
type EvaluatorTarget = "STEP" | "RUN" | "THREAD" | "EXPERIMENT_ITEM";
type EvaluatorLanguage = "JAVASCRIPT" | "TYPESCRIPT";
/** Fields of an evaluator that are the same for all its versions. */
interface EvaluatorInfo {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  description?: Maybe<string>;
  /** An archived evaluator is kept, but hidden from lists. Default: false. */
  isArchived?: Maybe<boolean>;
}
/**
* An example that shows a judge how to score a step or thread: the values of the judge's variables, and the answer of a
* person.
*/
interface NewEvaluatorExample {
  reviewId?: Maybe<string>;
  /**
  * Id of the step that the example is created from. When the data of the step's user is deleted, the example is
  * deleted, too.
  */
  stepId?: Maybe<string>;
  /**
  * Id of the thread that the example is created from. When the data of the thread's user is deleted, the example is
  * deleted, too.
  */
  threadId?: Maybe<string>;
  /** Values of the judge's variables. */
  values: JsonObject;
  /** Label that the person chose. Required if the judge has labels. */
  label?: Maybe<string>;
  /** Number that the person gave. Required if the judge has no labels. */
  value?: Maybe<number>;
  comment?: Maybe<string>;
  /** Output that the person considers better. */
  correction?: JsonValue;
}
/**
* An example that shows a judge how to score a step or thread: the values of the judge's variables, and the answer of a
* person.
*/
interface EvaluatorExample {
  reviewId: string | null;
  stepId: string | null;
  threadId: string | null;
  values: JsonObject;
  /** Null if the judge answers with a number. */
  label: string | null;
  value: number;
  comment: string | null;
  correction: JsonValue;
}
/**
* Definition of a judge, which lets a model score a target. The model answers with its reasoning, and with a label or a
* number.
*/
interface NewEvaluatorJudge {
  /** Id of the prompt version whose messages are copied into the judge. Cannot be combined with `messages`. */
  promptId?: Maybe<string>;
  /** Messages in the format of OpenAI's chat completions, with variables such as `{{output}}`. */
  messages?: Maybe<JsonValue[]>;
  /**
  * Variables of the messages. Each `path` leads to the value of a variable in the target, such as `input.question`.
  */
  inputs: {
    name: string;
    path: string;
  }[];
  /**
  * The 2 to 200 labels that the model chooses from. Without labels, the model answers with a number from `minimum` to
  * `maximum`.
  */
  labels?: Maybe<{
    label: string;
    value: number;
  }[]>;
  /** Smallest number that the model may answer. Required without labels. */
  minimum?: Maybe<number>;
  /** Largest number that the model may answer. Required without labels. */
  maximum?: Maybe<number>;
  connectionId: string;
  model: string;
  settings?: Maybe<ModelSettings>;
  /** Examples that the model reads before the target, at most 50. */
  examples?: Maybe<NewEvaluatorExample[]>;
}
/** Content of a new version. Set one of `judge`, `code` and `builtIn`: the one that matches `kind`. */
interface NewEvaluatorVersion {
  /** Description of the changes. */
  description?: Maybe<string>;
  kind: EvaluatorKind;
  target: EvaluatorTarget;
  scoreName: string;
  /** Definition of the kind `LLM`. */
  judge?: Maybe<NewEvaluatorJudge>;
  /** Definition of the kind `CODE`: a module with a default export. Default of `language`: `TYPESCRIPT`. */
  code?: Maybe<{
    language?: Maybe<EvaluatorLanguage>;
    source: string;
  }>;
  /**
  * Definition of the kind `BUILT_IN`: the name of a scorer, and its options. Default of `options`: the defaults of the
  * scorer.
  */
  builtIn?: Maybe<{
    scorer: string;
    options?: Maybe<JsonObject>;
  }>;
}
interface EvaluatorJudge {
  promptId: string | null;
  messages: JsonValue[];
  inputs: {
    name: string;
    path: string;
  }[];
  labels: {
    label: string;
    value: number;
  }[] | null;
  minimum: number | null;
  maximum: number | null;
  connectionId: string;
  model: string;
  settings: JsonObject | null;
  examples: EvaluatorExample[];
}
/** An immutable version of an evaluator. */
interface EvaluatorVersion {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  evaluatorId: string;
  /** Number of the version, from 1. */
  number: number;
  description: string | null;
  kind: EvaluatorKind;
  target: EvaluatorTarget;
  scoreName: string;
  /** Null unless the kind is `LLM`. */
  judge: EvaluatorJudge | null;
  /** Null unless the kind is `CODE`. */
  code: {
    language: EvaluatorLanguage;
    source: string;
  } | null;
  /** Null unless the kind is `BUILT_IN`. */
  builtIn: {
    scorer: string;
    options: JsonObject;
  } | null;
}
/** A named evaluator, with its newest version. */
interface Evaluator {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change of the evaluator, as ISO 8601. A new version is a change. */
  updatedAt: string;
  name: string;
  description: string | null;
  /** Time when the evaluator was archived, as ISO 8601. Null if it is not archived. */
  archivedAt: string | null;
  latestVersion: EvaluatorVersion;
}
/** Scorers and judges that the service offers. */
interface EvaluatorCatalog {
  /** The built-in scorers. `options` is the JSON schema of a scorer's options. */
  scorers: {
    name: string;
    description: string;
    options: JsonObject;
  }[];
  /** Templates for common judges. */
  judges: (Pick<EvaluatorJudge, "inputs" | "labels" | "maximum" | "messages" | "minimum"> & {
    name: string;
    title: string;
    description: string;
  })[];
}
/** Reason why an evaluation has no score. */
type EvaluationProblem = "targetNotFound" | "definitionInvalid" | "inputInvalid" | "resultInvalid" | "codeFailed" | "limitExceeded" | "modelFailed" | "canceled";
/** Result of an evaluator for one target: either a value or a problem. */
interface Evaluation {
  targetId: string;
  value: number | null;
  label: string | null;
  /** Reason for the value. */
  comment: string | null;
  problem: EvaluationProblem | null;
  /** Description of the problem. */
  message: string | null;
  /** Cause of a failed model call. */
  modelProblem: ModelProblem | null;
  inputTokenCount: number | null;
  outputTokenCount: number | null;
  /** Cost of the model call in US dollars. Null without a model call or without a price. */
  cost: number | null;
  durationMs: number;
  /** Id of the step that records the model call. */
  stepId: string | null;
  /** The stored score. Null in a test, and if there is a problem. */
  score: {
    id: string;
  } | null;
}
/** Mode of a rule. In a dry run, the rule counts targets but runs no evaluator. */
type EvaluationRuleMode = "ON" | "OFF" | "DRY_RUN";
/** Settings of a rule, for creating or replacing it. */
interface NewEvaluationRule {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  /** Id of an evaluator version with the target `STEP`, `RUN` or `THREAD`. */
  evaluatorVersionId: string;
  /** Conditions on threads if the target is `THREAD`, otherwise on steps. Default: all records. */
  filters?: Maybe<(StepsFilter | ThreadsFilter)[]>;
  /** Query in addition to the filters, such as `model:gpt-4o -tag:test`. */
  query?: Maybe<string>;
  /** Share of the matching targets that the rule judges, from 0 to 1. Default: 1. */
  sampleRate?: Maybe<number>;
  /**
  * Time without new data after which a target is judged, in seconds. Default: 10 for steps, 30 for runs, 300 for
  * threads.
  */
  quietSeconds?: Maybe<number>;
  /** Maximum cost per UTC day, in US dollars. Default: no limit. */
  dailySpendLimit?: Maybe<number>;
  /** Default: `OFF`. */
  mode?: Maybe<EvaluationRuleMode>;
}
/** Rule that judges new steps, runs or threads. It judges a target after `quietSeconds` without new data. */
interface EvaluationRule {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  evaluatorVersionId: string;
  target: EvaluatorTarget;
  filters: {
    path: string | null;
    field: string;
    operator: string;
    value: JsonValue;
  }[];
  query: string | null;
  sampleRate: number;
  quietSeconds: number;
  dailySpendLimit: number | null;
  mode: EvaluationRuleMode;
  /** Number of queued and running judgments. */
  queuedCount: number;
  /** Number of failed judgments that are no longer retried. */
  failedCount: number;
  /** Seconds since the oldest queued judgment could have started. 0 if no judgment is late. */
  lagSeconds: number;
  /** Reason why no judgment starts, such as the spend limit. Null if there is none. */
  pauseReason: string | null;
  isBackfilling: boolean;
  /**
  * Work of the rule per UTC day, newest first. Contains the last 30 days on which the rule judged or counted targets.
  */
  days: {
    /** Start of the day in UTC, as ISO 8601. */day: string;
    judged: number;
    /**
    * Number of judgments that replaced an earlier judgment, for example because the target received new data. `judged`
    * includes these judgments.
    */
    superseded: number; /** Number of targets that the rule would have judged on this day, counted in the mode `DRY_RUN`. */
    wouldJudge: number; /** Cost in US dollars. */
    spent: number;
  }[];
}
/** A judgment that has failed and is no longer retried. */
interface EvaluationRuleFailure {
  /** Id of the step or thread. */
  targetId: string;
  message: string;
  attempts: number;
  /** Time of the last attempt, as ISO 8601. */
  failedAt: string;
}
/** Range of creation times. A string is ISO 8601, and a number epoch milliseconds. */
interface EvaluationRulePeriod {
  /** Inclusive. */
  from: string | number | Date;
  /** Exclusive. Default: now. */
  until?: Maybe<string | number | Date>;
}
interface EvaluationRuleEstimate {
  /** Number of targets in the period that match the filters. */
  matchedCount: number;
  /** Expected number of judgments: the number of matching targets times the sample rate. */
  judgmentCount: number;
  /** Expected cost in US dollars: 0 without a model, null without a price. */
  cost: number | null;
}
/** Operations for evaluation rules, which judge recorded steps, runs and threads. */
interface EvaluationRuleOperations {
  /** Lists all rules, in order of their names. */
  getEvaluationRules(options?: CallOptions): Promise<EvaluationRule[]>;
  /** Returns a rule. Null if there is none. */
  getEvaluationRule(id: string, options?: CallOptions): Promise<EvaluationRule | null>;
  /** Returns a page of the failed judgments, newest first. Default: the first 50. */
  getEvaluationRuleFailures(id: string, page?: {
    first?: number;
    skip?: number;
  }, options?: CallOptions): Promise<EvaluationRuleFailure[]>;
  /**
  * Estimates the number and the cost of the judgments that a rule would make for the stored records of a period. The
  * rule need not be stored.
  */
  estimateEvaluationRule(rule: NewEvaluationRule, period: EvaluationRulePeriod, options?: CallOptions): Promise<EvaluationRuleEstimate>;
  createEvaluationRule(rule: NewEvaluationRule, options?: CallOptions): Promise<EvaluationRule>;
  /** Replaces the content of a rule. */
  updateEvaluationRule(id: string, rule: NewEvaluationRule, options?: CallOptions): Promise<EvaluationRule>;
  /** Deletes a rule and its queued judgments, and resolves to its id. Stored scores are kept. */
  deleteEvaluationRule(id: string, options?: CallOptions): Promise<string>;
  /**
  * Judges stored records in the background: the records of a period that match the rule and have no score of the
  * rule's evaluator version. The mode of the rule must be `ON`.
  */
  backfillEvaluationRule(id: string, period: EvaluationRulePeriod, options?: CallOptions): Promise<EvaluationRule>;
  /** Queues the failed judgments of a rule again; an unknown id is an error. */
  retryEvaluationRule(id: string, options?: CallOptions): Promise<EvaluationRule>;
}
type ReviewTarget = "STEP" | "THREAD";
/**
* Source of the items of a queue. `MANUAL`: people add them. `FILTER`: matching records are added in the background.
* `DISAGREEMENT`: matching records are added in the background if the scores of a judge and a user are on different
* sides of a threshold.
*/
type ReviewSource = "MANUAL" | "FILTER" | "DISAGREEMENT";
/**
* State of an item. `WAITING`: it needs more reviews. `IN_REVIEW`: it needs more reviews, and a reviewer has it open.
* `DONE`: it has all its reviews, or a member completed it. `SKIPPED`: too many reviewers skipped it, so not enough are
* left for all its reviews. `FLAGGED`: a reviewer reported a problem.
*/
type ReviewItemState = "WAITING" | "IN_REVIEW" | "DONE" | "SKIPPED" | "FLAGGED";
type ReviewState = "OPEN" | "DONE" | "SKIPPED";
/** Settings of a review queue, for creating or replacing it. */
interface NewReviewQueue {
  /** 1 to 255 characters, unique in the project. */
  name: string;
  /** Instructions for the reviewers, in Markdown. */
  instructions?: Maybe<string>;
  /** Kind of records in the queue. Cannot be changed while the queue has items. */
  target: ReviewTarget;
  /** The rubric: 1 to 20 scores with different schemas. */
  criteria: {
    scoreSchemaId: string; /** Help for this score, in Markdown. */
    help?: Maybe<string>;
  }[];
  /** Default: `MANUAL`. */
  source?: Maybe<ReviewSource>;
  /** Conditions on the records to add. Default: all records. */
  filters?: Maybe<(StepsFilter | ThreadsFilter)[]>;
  /** Query in addition to the filters, such as `model:gpt-4o -tag:test`. */
  query?: Maybe<string>;
  /** Share of the matching records that the service adds, from 0 to 1. Default: 1. */
  sampleRate?: Maybe<number>;
  /** Name of the judge's score, for `DISAGREEMENT`. */
  judgeScore?: Maybe<string>;
  /** Name of the user's score, for `DISAGREEMENT`. */
  userScore?: Maybe<string>;
  /** The judge and the user disagree if one score is below this value, and the other is not. Default: 0.5. */
  threshold?: Maybe<number>;
  /** Account ids of the reviewers. Default: all who may score. */
  reviewerIds?: Maybe<string[]>;
  /** Number of reviews that each item needs, from different reviewers, 1 to 10. Default: 1. */
  reviewsPerItem?: Maybe<number>;
  /** Whether a review stays hidden from other reviewers until its item has all required reviews. Default: false. */
  isBlind?: Maybe<boolean>;
}
/** A queue of steps or threads that people review by a rubric, which is a list of scores to give. */
interface ReviewQueue {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  name: string;
  instructions: string | null;
  target: ReviewTarget;
  criteria: {
    scoreSchemaId: string;
    help: string | null;
  }[];
  source: ReviewSource;
  filters: {
    path: string | null;
    field: string;
    operator: string;
    value: JsonValue;
  }[];
  query: string | null;
  sampleRate: number;
  judgeScore: string | null;
  userScore: string | null;
  threshold: number;
  /** Account ids of the reviewers. Empty: everyone who may score. */
  reviewerIds: string[];
  reviewsPerItem: number;
  isBlind: boolean;
  progress: ReviewProgress;
}
/** Progress of a queue: the number of items in each state, and the number of reviews of each reviewer. */
interface ReviewProgress {
  totalCount: number;
  waitingCount: number;
  /** Number of waiting items that a reviewer has open. */
  inReviewCount: number;
  doneCount: number;
  skippedCount: number;
  flaggedCount: number;
  /** Number of items that the caller can review now. */
  availableCount: number;
  /**
  * Reviewers, those with most reviews first. `lastReviewAt` is when the reviewer last submitted or skipped a review,
  * as ISO 8601.
  */
  reviewers: {
    reviewer: CommentAuthor;
    doneCount: number;
    skippedCount: number;
    lastReviewAt: string;
  }[];
}
/** Agreement of the reviewers on one score. */
interface ReviewAgreement {
  name: string;
  /** Number of items to which at least two reviewers gave this score. */
  itemCount: number;
  /**
  * Probability, from 0 to 1, that two reviewers of an item gave it the same value. The probability is calculated for
  * each item, and then averaged over the items. Null if no item has this score from two reviewers.
  */
  agreement: number | null;
  /** Cohen's kappa. Null unless there are two reviewers and the score is categorical. */
  kappa: number | null;
  /** Krippendorff's alpha. Null if all ratings are equal. */
  alpha: number | null;
}
/** A step or thread in a queue. */
interface ReviewItem {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  queueId: string;
  /** Null for a step. */
  threadId: string | null;
  /** Null for a thread. */
  stepId: string | null;
  /**
  * Dataset item whose expected output shows reviewers what is right. If the step is the run of an experiment, this is
  * the dataset item that the experiment ran. Otherwise, this is the newest dataset item that was created from the
  * step. For a thread, the last run of the thread counts as the step. Null if neither item exists.
  *
  * In a blind queue, a dataset item that was created from a review is hidden (null) until the review item is done.
  */
  reference: {
    id: string;
    datasetId: string;
    expectedOutput: JsonValue;
  } | null;
  state: ReviewItemState;
  /** Time at which the reviews of the item ended, as ISO 8601. Null while the item waits. */
  endedAt: string | null;
  /** Member that the item is assigned to. */
  assignee: MentionedMember | null;
  flagReason: string | null;
  /** Name of the reviewer who flagged the item. */
  flaggedBy: string | null;
}
/**
* Scores, comment and correction that one reviewer gave to an item. The review is open until the reviewer submits or
* skips it.
*/
interface Review {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  queueId: string;
  reviewer: CommentAuthor;
  /** Whether the caller is the reviewer. */
  isOwn: boolean;
  state: ReviewState;
  /** Time until which the item is reserved for the reviewer, as ISO 8601. Null unless the review is open. */
  leaseEnd: string | null;
  /** Time at which the review was submitted or skipped, as ISO 8601. Null while the review is open. */
  endedAt: string | null;
  scores: {
    scoreSchemaId: string;
    name: string;
    value: number;
    label: string | null;
  }[];
  comment: string | null;
  /** Corrected output. */
  correction: JsonValue;
}
/** An item with its reviews, oldest first. In a blind queue, contains only the reviews that the caller may see. */
interface ReviewedItem extends ReviewItem {
  reviews: Review[];
}
/** An open review with its item. */
interface TakenReview extends Review {
  /** Null if the item was deleted. */
  item: ReviewItem | null;
}
/** Scores, comment and corrected output that a reviewer submits. */
interface ReviewContent {
  /** One score for each criterion. */
  scores: {
    scoreSchemaId: string;
    value: number; /** Required if several categories have the value. */
    label?: Maybe<string>;
  }[];
  comment?: Maybe<string>;
  /** Corrected output, usually text. */
  correction?: JsonValue;
}
/** Operations for queues of steps and threads that people review. */
interface ReviewQueueOperations {
  /** Lists all queues, in order of their names. */
  getReviewQueues(options?: CallOptions): Promise<ReviewQueue[]>;
  /** Returns a queue. Null if there is none. */
  getReviewQueue(id: string, options?: CallOptions): Promise<ReviewQueue | null>;
  /** Returns how often the reviewers of a queue agree, for each score that they give. */
  getReviewAgreement(id: string, options?: CallOptions): Promise<ReviewAgreement[]>;
  /** Returns a page of the items of a queue with their reviews, oldest first. Default: the first 50. */
  getReviewItems(queueId: string, page?: {
    state?: ReviewItemState;
    first?: number;
    skip?: number;
  }, options?: CallOptions): Promise<ReviewedItem[]>;
  createReviewQueue(queue: NewReviewQueue, options?: CallOptions): Promise<ReviewQueue>;
  /** Replaces the content of a queue. */
  updateReviewQueue(id: string, queue: NewReviewQueue, options?: CallOptions): Promise<ReviewQueue>;
  /** Deletes a queue with its items, and resolves to its id. Submitted scores are kept. */
  deleteReviewQueue(id: string, options?: CallOptions): Promise<string>;
  /** Adds at most 1,000 steps or threads. Resolves to the number of new items in the queue. */
  addToReviewQueue(queueId: string, targetIds: string[], options?: CallOptions): Promise<number>;
  /**
  * Returns the caller's open review in the queue or, if there is none, opens a review of the next item. With `itemId`,
  * reviews that item instead. An item that the caller skipped can be reviewed only with `retakesSkipped`. The item is
  * reserved for the caller for 15 minutes. Null if the queue has no item for the caller.
  */
  takeReview(queueId: string, item?: {
    itemId?: string;
    retakesSkipped?: boolean;
  }, options?: CallOptions): Promise<TakenReview | null>;
  /**
  * Ends the caller's reservation of an item, so that others can review the item now. `leaseEnd` is the value of the
  * review's `leaseEnd` that the caller read last. If the reservation was renewed since then, nothing changes. Returns
  * null if the caller has no open review with this id.
  */
  releaseReview(id: string, leaseEnd: string, options?: CallOptions): Promise<Review | null>;
  /** Submits an open review, or replaces the content of a submitted one. */
  submitReview(id: string, review: ReviewContent, options?: CallOptions): Promise<Review>;
  /** Ends an open review without scores. The item is not offered to the caller again. */
  skipReview(id: string, options?: CallOptions): Promise<ReviewItem>;
  /**
  * Reports a problem with the item that the caller is reviewing. The item becomes `FLAGGED`, and reviewers do not get
  * the item until it is reopened.
  */
  flagReview(id: string, reason: string, options?: CallOptions): Promise<ReviewItem>;
  /** Assigns the item of an open review to another member. For three days, only this member can review it. */
  handOnReview(id: string, accountId: string, options?: CallOptions): Promise<ReviewItem>;
  /** Puts a skipped, flagged or reassigned item back into its queue. */
  reopenReviewItem(id: string, options?: CallOptions): Promise<ReviewItem>;
  /** Completes an item before it has all its reviews. */
  completeReviewItem(id: string, options?: CallOptions): Promise<ReviewItem>;
  /**
  * Creates a dataset item from the step or thread of a submitted review. The corrected output of the review becomes
  * the expected output. Resolves to the id of the item.
  */
  addReviewToDataset(id: string, datasetId: string, options?: CallOptions): Promise<string>;
  /**
  * Adds a submitted review to a judge as an example, which shows the judge how people score. The review must contain
  * the score that the judge gives. Resolves to the new version of the judge.
  */
  addReviewToEvaluator(id: string, evaluatorId: string, options?: CallOptions): Promise<EvaluatorVersion>;
}
/**
* Operations for the evaluators of the project. An evaluator scores records with a model, code or a built-in scorer.
*/
interface EvaluatorOperations {
  /** Lists the evaluators, in order of their names. By default, archived evaluators are omitted. */
  getEvaluators(query?: {
    includesArchived?: boolean;
  }, options?: CallOptions): Promise<Evaluator[]>;
  /** Returns the evaluator with the id or name. Null if there is none. */
  getEvaluator(by: {
    id: string;
  } | {
    name: string;
  }, options?: CallOptions): Promise<Evaluator | null>;
  /** Returns the built-in scorers and the templates of judges. */
  getEvaluatorCatalog(options?: CallOptions): Promise<EvaluatorCatalog>;
  getEvaluatorVersion(id: string, options?: CallOptions): Promise<EvaluatorVersion | null>;
  /** Returns a page of the evaluator's versions, newest first. Default: the first 50. */
  getEvaluatorVersions(evaluatorId: string, page?: {
    first?: number;
    skip?: number;
  }, options?: CallOptions): Promise<EvaluatorVersion[]>;
  /** Creates an evaluator with its first version. */
  createEvaluator(evaluator: EvaluatorInfo, version: NewEvaluatorVersion, options?: CallOptions): Promise<Evaluator>;
  /**
  * Replaces the evaluator's name and description, and archives or restores the evaluator according to `isArchived`.
  */
  updateEvaluator(id: string, evaluator: EvaluatorInfo, options?: CallOptions): Promise<Evaluator>;
  /**
  * Adds a version. If the newest version has the same content, returns the newest version instead. `basedOn` is the id
  * of the version from which the new content was edited. Rejects with the code `CONFLICT` if `basedOn` is not the id
  * of the newest version.
  */
  createEvaluatorVersion(evaluatorId: string, version: NewEvaluatorVersion, options?: CallOptions & {
    readonly basedOn?: string | undefined;
  }): Promise<EvaluatorVersion>;
  /** Deletes an evaluator and its versions, and resolves to its id. Stored scores are kept. */
  deleteEvaluator(id: string, options?: CallOptions): Promise<string>;
  /**
  * Runs a stored or a new version on 1 to 20 targets, without storing scores. If the evaluation of a target fails, the
  * result for this target has a `problem`.
  */
  testEvaluator(version: {
    versionId: string;
  } | {
    version: NewEvaluatorVersion;
  }, targetIds: string[], options?: CallOptions): Promise<Evaluation[]>;
  /**
  * Runs a version on 1 to 20 targets and stores their scores. A repeated evaluation replaces the score of a target.
  */
  evaluate(versionId: string, targetIds: string[], options?: CallOptions): Promise<Evaluation[]>;
}
/**
* State of an experiment that the service runs. `QUEUED`: nothing is stored yet. `PAUSED`: the experiment cannot
* continue now, for the reason in `pauseReason`. It continues by itself. `DONE`: every task and evaluator ended; some
* may have failed.
*/
type ExperimentRunState = "QUEUED" | "RUNNING" | "PAUSED" | "CANCELED" | "DONE";
/** Experiments to start. Exactly one of `promptIds`, `messages` and `taskConnectionId` is required. */
interface NewExperimentRun {
  /**
  * Name of the experiment, at most 1,000 characters. If several experiments are started, the prompt version or model
  * (or both) is appended to the name of each.
  */
  name: string;
  datasetId: string;
  /** Version of the dataset. Default: the latest. */
  datasetVersion?: Maybe<number>;
  /** Split whose items are run. Default: all items. */
  split?: Maybe<string>;
  /** Ids of prompt versions. The values of their variables come from the input of each dataset item. */
  promptIds?: Maybe<string[]>;
  /** Messages in the format of OpenAI's chat completions, with variables such as `{{question}}`. */
  messages?: Maybe<JsonValue[]>;
  /** Tools that the model may call. Default: those of the prompt version. */
  tools?: Maybe<ModelTool[]>;
  /** JSON schema of the response. Default: that of the prompt version; without one, the model responds with text. */
  responseSchema?: Maybe<JsonObject>;
  /** Models to call. One experiment is started for each. Not allowed with `taskConnectionId`. */
  models?: Maybe<{
    connectionId: string;
    model: string;
    settings?: Maybe<ModelSettings>;
  }[]>;
  /** Id of a model connection of the kind `task`: your code at an HTTP address. */
  taskConnectionId?: Maybe<string>;
  /** Ids of evaluator versions with the target `EXPERIMENT_ITEM`. */
  evaluatorVersionIds?: Maybe<string[]>;
  /** Number of runs of each item, 1 to 20. Default: 1. */
  repeats?: Maybe<number>;
  /** Maximum number of tasks that one experiment runs at the same time, 1 to 20. Default: 5. */
  concurrency?: Maybe<number>;
}
/** Estimated calls and cost of experiments that have not started. */
interface ExperimentEstimate {
  /** Number of dataset items. */
  itemCount: number;
  experimentCount: number;
  /**
  * Number of calls that create outputs: calls of models, or of your own code. Calls that judges make to score the
  * outputs are in `judgeCallCount`.
  */
  callCount: number;
  judgeCallCount: number;
  inputTokenCount: number;
  outputTokenCount: number;
  /**
  * Number of output tokens that the estimate assumes per call of a model without recent calls; the largest number if
  * there are several such models. `outputTokenCount` and `cost` are then likely too high. Null if each model has
  * recent calls.
  */
  assumedOutputTokens: number | null;
  /** Cost in US dollars; null if a model has no price. */
  cost: number | null;
  /**
  * Amount that is left of today's budgets, in US dollars. This is the sum over all model connections that the
  * experiments use. Null if no connection has a budget.
  */
  remainingBudget: number | null;
  /**
  * Problems of the planned experiments. For example, a model connection has no key, or the estimated cost exceeds the
  * amount that is left of a daily budget.
  */
  problems: string[];
}
/** Progress of an experiment that the service runs. */
interface ExperimentRun {
  state: ExperimentRunState;
  /** Start time, as ISO 8601. */
  startedAt: string;
  /** Time at which the experiment ended or was canceled, as ISO 8601; null before that. */
  endedAt: string | null;
  /** Reason why the experiment waits; null unless it is `PAUSED`. */
  pauseReason: string | null;
  /** Number of experiment items if all tasks succeed: dataset items times repeats. */
  itemCount: number;
  doneCount: number;
  failedCount: number;
  /**
  * Number of evaluations that were queued so far, including finished ones. When a task succeeds, one evaluation is
  * queued for each evaluator.
  */
  evaluationCount: number;
  evaluatedCount: number;
  evaluationFailedCount: number;
  /** Cost of all calls in US dollars; null without a price. */
  cost: number | null;
  split: string | null;
  connectionId: string;
  /** Name of the model; null for a task. */
  model: string | null;
  evaluatorVersionIds: string[];
  repeats: number;
  concurrency: number;
}
/** A task or evaluator that failed, after its retries. */
interface ExperimentRunFailure {
  datasetItemId: string;
  /** Number of the repetition, from 0. */
  repeat: number;
  experimentItemId: string | null;
  /** Null if the task failed. */
  evaluatorVersionId: string | null;
  message: string;
  attempts: number;
  /** Time at which the last attempt ended, as ISO 8601. */
  failedAt: string;
}
/** Operations on experiments that the service runs on the items of a dataset. */
interface ExperimentRunOperations {
  /** Estimates calls and cost of experiments, without starting them. */
  estimateExperiments(run: NewExperimentRun, options?: CallOptions): Promise<ExperimentEstimate>;
  /**
  * Starts experiments that the service runs in the background, one for each pair of prompt and model. With
  * `taskConnectionId`, starts only one experiment, which runs your own code instead of a prompt.
  */
  startExperiments(run: NewExperimentRun, options?: CallOptions): Promise<DatasetExperiment[]>;
  /**
  * Returns the progress of an experiment. Null if the experiment does not exist, or if the service does not run it.
  */
  getExperimentRun(id: string, options?: CallOptions): Promise<ExperimentRun | null>;
  /**
  * Returns a page of the failures of an experiment, newest first. A failure is a failed call of a model or of your own
  * code, or a score that could not be computed. Default: the first 50.
  */
  getExperimentRunFailures(id: string, page?: {
    first?: number;
    skip?: number;
  }, options?: CallOptions): Promise<ExperimentRunFailure[]>;
  /** Cancels an experiment. Calls in progress are aborted, and stored results are kept. */
  cancelExperimentRun(id: string, options?: CallOptions): Promise<ExperimentRun>;
  /** Retries the failed calls and scores of an experiment. If the experiment was canceled, continues it. */
  retryExperimentRun(id: string, options?: CallOptions): Promise<ExperimentRun>;
}
/** Operations on scores of steps, generations, threads and experiment items. */
interface ScoreOperations {
  /** Returns a page of scores. */
  getScores: ListOperation<ListArguments<ScoresFilter, ScoresOrderBy>, Score>;
  /**
  * Creates many scores, and returns them in the same order. Sends nothing for an empty list.
  *
  * @throws {GraphQLRequestError} when the service refuses some of them; the others were stored.
  */
  createScores(scores: readonly ScoreConstructor[], options?: CallOptions): Promise<Score[]>;
  /** Creates one score. The scored step or thread need not be stored yet. */
  createScore(score: ScoreConstructor, options?: CallOptions): Promise<Score>;
  /** Updates the value of a score, and its comment if one is given. */
  updateScore(id: string, update: {
    value: number;
    comment?: Maybe<string>;
  }, options?: CallOptions): Promise<Score>;
  /** Deletes a score, and resolves to its id. Rejects when the score does not exist. */
  deleteScore(id: string, options?: CallOptions): Promise<string>;
}
/** Fields of a new experiment, with or without a dataset. */
interface CreateExperiment extends NewExperiment {
  datasetId?: string | undefined;
  /** Prompt version to test. To test a variant, set `promptVariantId` instead. */
  promptId?: string | undefined;
  /**
  * Id of the experiment, unique in the project. Default: created by the service. If an experiment with this id is
  * stored, that experiment is returned.
  */
  id?: string | undefined;
  /** Creation time, as ISO 8601, for imports. Default: now. */
  createdAt?: string | undefined;
}
/** Operations on experiments. An experiment runs an application on a dataset. */
interface ExperimentOperations {
  /** Creates an experiment. Rejects when the dataset does not exist. */
  createExperiment(experiment: CreateExperiment, options?: CallOptions): Promise<DatasetExperiment>;
  /** Returns a page of experiments without items, newest first. */
  getExperiments: ListOperation<QueryArguments, DatasetExperiment>;
  /** Returns the experiment with its items and scores; null when not found. */
  getExperiment(id: string, options?: CallOptions): Promise<DatasetExperiment | null>;
  /** Deletes the experiment with its items and scores. The steps of its runs are kept. */
  deleteExperiment(id: string, options?: CallOptions): Promise<DatasetExperiment>;
  /** Adds an item with its scores. The step with the id `experimentRunId` need not be stored yet. */
  createExperimentItem(item: DatasetExperimentItemConstructor, options?: CallOptions): Promise<DatasetExperimentItem>;
}
interface FeedbackOptions {
  /** Names of the scores that the page may send, 1 to 10. Default: `user-feedback`. */
  scoreNames?: string[] | undefined;
  /** Seconds until the token expires, at most 90 days. Default: 86,400 (a day). */
  expiresIn?: number | undefined;
  /**
  * Identifier of the end user, which becomes the `scorer` of the scores. A later score of the same user replaces an
  * earlier one with the same record and name, even if the two were sent with different tokens. Without an identifier,
  * this is so only if they were sent with the same token. Default: none.
  */
  scorer?: string | undefined;
}
/** Record that a web page can score with a feedback token: either a step or a thread. */
type FeedbackTarget = {
  stepId: string;
  threadId?: undefined;
} | {
  threadId: string;
  stepId?: undefined;
};
/** Permission for a web page to score one step or thread without a key. */
interface FeedbackToken {
  /** Token that the page sends to `url`. Empty if the client is disabled. */
  token: string;
  /** URL that accepts the token. */
  url: string;
  /** Expiration time of the token, as ISO 8601. */
  expiresAt: string;
}
/** Operations for feedback that web pages send on behalf of end users. */
interface FeedbackOperations {
  /** Creates a token with which a web page scores one step or thread. The step or thread need not be stored yet. */
  createFeedbackToken(feedback: FeedbackTarget & FeedbackOptions, options?: CallOptions): Promise<FeedbackToken>;
}
/** Content of a file. The readable streams of Node are also accepted, as `AsyncIterable`. */
type FileContent = string | ArrayBuffer | ArrayBufferView | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;
/** A file to upload: its `content` or its `path`. */
interface UploadFile {
  /** Bytes, text, a Blob or File, or a stream. A stream is sent while it is read. */
  content?: Maybe<FileContent>;
  /** Path of a local file; needs Node, Bun or Deno. */
  path?: Maybe<string>;
  /** Id that the file is stored under. Default: a new UUID. */
  id?: Maybe<string>;
  /** Id of the thread that the file belongs to. */
  threadId?: Maybe<string>;
  /** Media type. Default: `application/octet-stream`. */
  mime?: Maybe<string>;
}
/** A file to upload and attach. */
interface CreateAttachment extends UploadFile {
  /** Display name. Default: the id. */
  name?: string | undefined;
  metadata?: Maybe<JsonObject>;
}
/** Where the service stores an uploaded file. If the upload failed, `objectKey` and `url` are null. */
interface UploadResult {
  objectKey: string | null;
  /** Signed URL for reading the file, valid for a limited time. */
  url: string | null;
}
/** Operations on files, and on the project that the key belongs to. */
interface FileOperations {
  /**
  * Uploads a file: the service signs the upload, then the bytes are sent to the signed URL. If sending the bytes
  * fails, both fields of the result are null and the error is passed to `onError`.
  *
  * @throws {ConfigError} when neither `content` nor `path` is given, or the path cannot be read.
  * @throws {ResponseError} when the service does not return a signed URL.
  */
  uploadFile(file: UploadFile, options?: CallOptions): Promise<UploadResult>;
  /**
  * Uploads a file and adds it to the attachments of the current step, if any. Inside a thread, the file belongs to
  * that thread.
  */
  createAttachment(file: CreateAttachment, options?: CallOptions): Promise<Attachment>;
  /** Returns the id of the project that the key belongs to. */
  getProjectId(options?: CallOptions): Promise<string>;
}
/** Fields to set after a callback: an object, or a function that gets the callback's result. */
type Update<Fields, Output> = Fields | ((output: Output) => Fields | Promise<Fields>);
/**
* One unit of work: a run, model call, tool call or message. Nothing is sent before `send()` is called or `wrap()`
* ends.
*/
declare class Step implements StepConstructor {
  #private;
  id: string;
  name: string;
  type: StepType;
  threadId?: Maybe<string>;
  parentId?: Maybe<string>;
  rootRunId?: Maybe<string>;
  createdAt?: Maybe<string>;
  startTime?: Maybe<string>;
  endTime?: Maybe<string>;
  environment?: Maybe<Environment>;
  error?: Maybe<string | Error | JsonObject>;
  input?: Maybe<JsonObject>;
  output?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  generation?: Maybe<Generation>;
  scores?: Maybe<ScoreConstructor[]>;
  attachments?: Maybe<(Attachment | AttachmentConstructor)[]>;
  /**
  * Creates a step. With `ignoreContext`, the step takes no fields from the current thread, step or decoration. This is
  * used, for example, for steps that were fetched from the service.
  */
  constructor(client: Recorder, data: StepConstructor, ignoreContext?: boolean);
  /** Client that sends the step. */
  get client(): Recorder;
  /** Whether the step is a message of a user, an assistant or the system. */
  isMessage(): boolean;
  /** Creates a child step in the same thread. */
  step(data: Omit<StepConstructor, "threadId">): Step;
  /** Returns the step in wire format. */
  serialize(): StepInput;
  /**
  * Sends the step in the background. Sets `endTime` first, if it is not set. You can call it again after changing
  * fields: the service merges the new fields into the stored step. The promise resolves when the step is stored.
  * Awaiting it does not change how the step is sent.
  *
  * @throws {ThreadlineError} when the service refuses the step, does not respond after `maxRetries` retries, or has
  * not stored it within `timeoutMs`. Unless the step was refused or dropped, it stays pending and is sent again.
  */
  send(): Promise<this>;
  /**
  * Runs the callback as this step: records inside the callback belong to the step. A plain object that the callback
  * returns becomes the output. Any other value is stored under the key `output`, and undefined is ignored. If the
  * callback throws, the error is stored in `error` and rethrown.
  *
  * After the callback, the step is sent in the background. Sending neither throws nor delays the application; see the
  * client's `onError` and `flush()`.
  */
  wrap<Output>(callback: (step: Step) => Output | Promise<Output>, update?: Update<Partial<StepConstructor>, Output>): Promise<Output>;
  /**
  * Whether the step is recorded, according to the client's `sampleRate`. Steps of experiments and fetched steps always
  * are.
  */
  get isRecorded(): boolean;
}
/** Result of sending one step. */
interface IngestStepResult {
  id: string;
  ok: boolean;
  /** Reason why the step was not stored; null when it was. */
  message: string | null;
}
interface SendStepsResponse {
  data: {
    ingestSteps: IngestStepResult[];
  };
}
/** Operations on steps: runs, model calls, tool calls and messages. */
interface StepOperations {
  /**
  * Stores steps. If a step with the same id is stored, the new fields are merged into the stored step: absent fields
  * stay unchanged, and `null` clears a field. A step may be sent twice, and its end may be sent before its start.
  * Fields that are too large for the service are truncated, as described in the README.
  *
  * @throws {IngestError} when the service refuses some of the steps; the others were stored.
  */
  sendSteps(steps: readonly (Step | StepConstructor)[], options?: CallOptions): Promise<SendStepsResponse>;
  /** Returns a page of steps. */
  getSteps: ListOperation<ListArguments<StepsFilter, StepsOrderBy>, Step>;
  /** Returns the step; null when not found. */
  getStep(id: string, options?: CallOptions): Promise<Step | null>;
  /** Deletes a step, and resolves to its id. Rejects when the step does not exist. */
  deleteStep(id: string, options?: CallOptions): Promise<string>;
}
/** Operations on generations, which are model calls. A generation is part of a step, and has the step's id. */
interface GenerationOperations {
  /** Returns a page of generations. */
  getGenerations: ListOperation<ListArguments<GenerationsFilter, GenerationsOrderBy>, PersistedGeneration>;
  /**
  * Records a model call as a step of type `llm` in the current step or thread. The step gets the id of `generation`,
  * or a new id if `generation` has none. Resolves to the stored generation, for which the service estimates missing
  * token counts.
  */
  createGeneration(generation: Generation, options?: CallOptions): Promise<PersistedGeneration>;
}
/**
* Operations that call models through the connections of the project. Each call is recorded as a step in the
* environment `experiment`.
*/
interface ModelCallOperations {
  /** Calls a model. A failure of the provider does not reject; it is part of the result. */
  callModel(call: ModelCall, options?: CallOptions): Promise<ModelCallResult>;
  /**
  * Makes 1 to 6 calls concurrently and streams their texts. The iteration ends after the last result. Leaving the
  * loop, or aborting `signal`, cancels the calls.
  */
  modelCalls(calls: ModelCall[], options?: CallOptions): Promise<AsyncIterableIterator<ModelCallEvent, undefined>>;
}
/**
* Operations on model connections, through which the service calls model providers. Creating, changing and deleting
* them requires a key with the scopes `connections` and `read`, or an account with the permission `admin`.
*/
interface ModelConnectionOperations {
  /** Lists all model connections of the project, in order of their names. */
  getModelConnections(options?: CallOptions): Promise<ModelConnection[]>;
  /** Returns the model connection; null when not found. */
  getModelConnection(id: string, options?: CallOptions): Promise<ModelConnection | null>;
  /** Creates a connection. Rejected if the name is taken, or if the service may not connect to the address. */
  createModelConnection(connection: NewModelConnection, options?: CallOptions): Promise<ModelConnection>;
  /**
  * Replaces the content of a connection. If `apiKey` or `headers` are absent, the stored ones stay unchanged. If the
  * host of `baseUrl` changes, they must be passed again, so that the service never sends stored secrets to another
  * host.
  */
  updateModelConnection(id: string, connection: NewModelConnection, options?: CallOptions): Promise<ModelConnection>;
  /** Deletes a connection with its key, and resolves to its id. */
  deleteModelConnection(id: string, options?: CallOptions): Promise<string>;
  /**
  * Calls a model with a short message. For a connection of the kind `task`, sends a signed test request instead.
  * Default of `model`: the first model of the connection.
  */
  testModelConnection(id: string, test?: {
    model?: Maybe<string>;
  }, options?: CallOptions): Promise<ModelConnectionTest>;
  /**
  * Checks the content of a connection before it is stored: requests the provider's list of models, which calls no
  * model. For the kind `task`, sends a signed test request instead. With the `id` of a stored connection, its key and
  * headers are used if the content has none.
  */
  checkModelConnection(connection: NewModelConnection, stored?: {
    id?: Maybe<string>;
  }, options?: CallOptions): Promise<ModelConnectionCheck>;
}
/** A price that a project sets for models, in US dollars per million tokens. Times are ISO 8601. */
interface NewModelPrice {
  /** Display name of the model. */
  name?: Maybe<string>;
  /** Regular expression (RE2, ignoring case) that matches the whole model name. */
  match: string;
  /** Provider of the model. Default: any. */
  provider?: Maybe<string>;
  inputPrice: number;
  outputPrice: number;
  /** Price of input that the provider reads from its cache. Default: the price of other input. */
  cachedInputPrice?: Maybe<number>;
  /** Price of input that the provider writes to its cache. Default: the price of other input. */
  cacheWritePrice?: Maybe<number>;
  /** Price of reasoning tokens. Default: the price of other output. */
  reasoningPrice?: Maybe<number>;
  /** The price applies to steps that started at this time or later. */
  validFrom?: Maybe<string>;
  /** The price applies to steps that started before this time. */
  validTo?: Maybe<string>;
}
/** Price of a model. `source` states whether the project has set the price, or the price is in the built-in table. */
interface ModelPrice {
  id: string;
  source: "PROJECT" | "SHIPPED";
  name: string | null;
  match: string;
  provider: string | null;
  inputPrice: number | null;
  outputPrice: number | null;
  cachedInputPrice: number | null;
  cacheWritePrice: number | null;
  reasoningPrice: number | null;
  /** Whether the actual price depends on other factors, such as the input length. */
  isTiered: boolean;
  validFrom: string | null;
  validTo: string | null;
  /** Null for a built-in price. */
  createdAt: string | null;
  updatedAt: string | null;
}
interface ModelPricesQuery {
  /** Returns only prices whose name, provider or `match` contains this text. */
  search?: Maybe<string>;
  source?: Maybe<"PROJECT" | "SHIPPED">;
  /** Maximum number of prices, up to 1,000. Default: 100. */
  first?: Maybe<number>;
  skip?: Maybe<number>;
}
/** Operations on model prices. Stored generations are repriced shortly after a change. */
interface PriceOperations {
  /** Lists the project's prices, newest first, followed by the built-in prices in order of provider and name. */
  getModelPrices(prices?: ModelPricesQuery, options?: CallOptions): Promise<{
    data: ModelPrice[];
    totalCount: number;
  }>;
  /**
  * Adds a price to the project. If several prices match a generation, a price that names the provider takes precedence
  * over one that does not. Among the remaining prices, the newest applies.
  */
  createModelPrice(price: NewModelPrice, options?: CallOptions): Promise<ModelPrice>;
  /** Replaces all fields of a price of the project. */
  updateModelPrice(id: string, price: NewModelPrice, options?: CallOptions): Promise<ModelPrice>;
  /** Deletes a price of the project, and returns it. */
  deleteModelPrice(id: string, options?: CallOptions): Promise<ModelPrice>;
}
/** A version of a prompt: messages with mustache variables and model settings. */
declare class Prompt implements PromptConstructor {
  #private;
  id: string;
  name: string;
  version: number;
  type?: Maybe<GenerationType>;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  url?: Maybe<string>;
  versionDesc?: Maybe<string>;
  label?: Maybe<string>;
  labels?: Maybe<string[]>;
  status?: Maybe<string>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  templateMessages: IGenerationMessage[];
  tools?: Maybe<ITool[]>;
  provider?: Maybe<string>;
  settings?: Maybe<IProviderSettings>;
  variables?: Maybe<IPromptVariableDefinition[]>;
  variablesDefaultValues?: Maybe<JsonObject>;
  constructor(client: Recorder, data: PromptConstructor);
  get client(): Recorder;
  /** Returns the fields as a plain object. */
  serialize(): PromptConstructor;
  /**
  * Renders the messages for a chat model. A missing variable is replaced by its default value, or else by empty text.
  * Values are not HTML-escaped.
  */
  formatMessages(variables?: PromptVariables): RenderedMessage[];
  /** @deprecated Use `formatMessages`. */
  format(variables?: PromptVariables): RenderedMessage[];
  /**
  * Returns the prompt as a chat prompt template of LangChain.js, to pipe into a model. Pass the type of the template,
  * because this package does not depend on LangChain: `toLangchainChatPromptTemplate<ChatPromptTemplate>()`.
  *
  * @throws {ConfigError} when the optional package `@langchain/core` is not installed.
  */
  toLangchainChatPromptTemplate<Template = unknown>(): Promise<Template>;
}
interface RolloutUpdate {
  ok: boolean;
  message: string | null;
  errorCode: string | null;
}
/** Options of `getOrCreatePrompt`. If the version already exists, `versionDesc` and `createdAt` have no effect. */
interface NewPromptOptions extends CallOptions {
  /** Description of the change. */
  versionDesc?: string | undefined;
  /** Creation time, as ISO 8601, for imports. Default: now. */
  createdAt?: string | undefined;
}
/** Operations on prompts. A prompt is a template with versions. */
interface PromptOperations {
  /**
  * Returns the prompt with this name, without its versions. Creates the prompt if it does not exist. If the request
  * fails, passes the error to `onError` and returns null.
  */
  createPromptLineage(name: string, description?: string, options?: CallOptions): Promise<PromptLineage | null>;
  /** Returns a page of prompts, newest first. */
  getPromptLineages: ListOperation<QueryArguments, PromptLineage>;
  /** Returns the prompt with this name, without its versions. Null if there is none. */
  getPromptLineageByName(name: string, options?: CallOptions): Promise<PromptLineage | null>;
  /** @deprecated Use `getOrCreatePrompt`. */
  createPrompt(name: string, templateMessages: readonly IGenerationMessage[], settings?: Maybe<JsonObject>, tools?: Maybe<readonly ITool[] | JsonObject>, options?: CallOptions): Promise<Prompt>;
  /**
  * Returns the version with exactly this content (name, messages, settings and tools), and creates it if it does not
  * exist.
  */
  getOrCreatePrompt(name: string, templateMessages: readonly IGenerationMessage[], settings?: Maybe<JsonObject>, tools?: Maybe<readonly ITool[] | JsonObject>, options?: NewPromptOptions): Promise<Prompt>;
  /**
  * Stores prompt content as a variant to test in an experiment, without creating a version. Returns the id of the
  * variant, for `createExperiment`.
  */
  createPromptVariant(name: string, templateMessages: readonly IGenerationMessage[], settings?: Maybe<JsonObject>, tools?: Maybe<readonly ITool[] | JsonObject>, options?: CallOptions): Promise<string | undefined>;
  /** Returns a prompt version by id; null when not found. Uses the cache like {@link PromptOperations.getPrompt}. */
  getPromptById(id: string, options?: CallOptions): Promise<Prompt | null>;
  /**
  * Returns a version of a prompt, by number or by label; null when not found. The label `latest` names the newest
  * version. Without `version`, the service selects a version by the rollout weights.
  *
  * The client caches the result. If a later call for the same version fails or takes longer than a second, that call
  * returns the cached result. Without a cached result, a failed call throws.
  */
  getPrompt(name: string, version?: number | {
    label: string;
  }, options?: CallOptions): Promise<Prompt | null>;
  /**
  * Moves a label of a prompt, such as `production`, to a version. Creates the label if the prompt does not have it. A
  * null version removes the label. Returns the prompt with all its labels.
  */
  setPromptLabel(name: string, label: string, version: number | null, options?: CallOptions): Promise<PromptLineage>;
  /** Deletes a prompt with its versions, rollouts and labels; returns the deleted prompt. */
  deletePromptLineage(id: string, options?: CallOptions): Promise<PromptLineage>;
  /**
  * Runs a GraphQL document of your own, and returns the prompt version in its root field `promptVersion`. Null if the
  * field is null.
  */
  getPromptWithQuery(query: string, variables: JsonObject, options?: CallOptions): Promise<Prompt | null>;
  /** Returns the rollout weights of a prompt's versions; null when the prompt is not found. */
  getPromptAbTesting(name: string, options?: CallOptions): Promise<IPromptRollout[] | null>;
  /** Replaces all rollout weights of a prompt. Weights are relative to each other. */
  updatePromptAbTesting(name: string, rollouts: readonly IPromptRollout[], options?: CallOptions): Promise<RolloutUpdate>;
}
/** Confidence interval. */
interface Interval {
  readonly lower: number;
  readonly upper: number;
}
/** Whether higher or lower values of a score are better; `NEUTRAL`: neither. */
type ScoreDirection = "HIGHER_IS_BETTER" | "LOWER_IS_BETTER" | "NEUTRAL";
interface CompareScoresOptions {
  /** Confidence of intervals and verdicts. Default: 0.95. */
  readonly confidence?: number | undefined;
  /** Smallest difference that matters, as a share of the score's range. Default: 0.05. */
  readonly relevantDifference?: number | undefined;
  /** Seed of the resampling. Default: 1. */
  readonly seed?: number | undefined;
}
/**
* Result of a comparison. `higher` and `lower`: there is a clear difference in a score whose direction is `NEUTRAL`.
* `same`: there is no clear difference, and there are enough items to detect a relevant one. `unknown`: there is no
* clear difference, but too few items to detect a relevant one.
*/
type Verdict = "improved" | "regressed" | "higher" | "lower" | "same" | "unknown";
/** Difference in one score between two experiments on the same items. */
interface ComparedScore {
  readonly name: string;
  /** Number of items that have the score in both experiments. */
  readonly items: number;
  /** Average in the first experiment, over the items that have the score in both experiments. */
  readonly before: number;
  readonly after: number;
  /** `after` minus `before`. */
  readonly difference: number;
  /** Confidence interval of the difference. Null if there is only one item. */
  readonly interval: Interval | null;
  /** Two-sided p-value of the difference. It is not adjusted for the number of scores; see `adjustedPValue`. */
  readonly pValue: number;
  /** The p-value, adjusted for the number of scores by Holm's method. */
  readonly adjustedPValue: number;
  readonly verdict: Verdict;
  /**
  * Number of further items needed to detect a difference of this size with a power of 80 %. Always 0 unless the
  * verdict is `unknown`.
  */
  readonly itemsNeeded: number;
}
interface PassRates {
  readonly k: number;
  /** pass@k: average probability that an item passes at least once in `k` runs. */
  readonly once: number;
  readonly onceInterval: Interval | null;
  /** pass^k: average probability that an item passes in all of `k` runs. */
  readonly always: number;
  readonly alwaysInterval: Interval | null;
}
interface ScoreSummary {
  readonly items: number;
  readonly runs: number;
  /** Mean of the items' averages, so that each item counts once, however often it ran. */
  readonly average: number;
  /**
  * Confidence interval of the average. A rate always has an interval. Other averages need at least two items for the
  * bootstrap. With one item, their interval is null.
  */
  readonly interval: Interval | null;
  /** Whether all values are 0 or 1, so that the average is a rate. */
  readonly isRate: boolean;
}
/** Kind of values of a score: categories, or numbers within limits. */
type ScoreSchemaType = "CATEGORICAL" | "CONTINUOUS";
interface ScoreCategory {
  /** Becomes the `label` of the score. */
  label: string;
  /** Becomes the `value` of the score. */
  value: number;
}
interface NewScoreSchema {
  /**
  * Name of the scores that follow this schema, such as `helpfulness`. A project has at most one schema with this name.
  */
  name: string;
  description?: Maybe<string>;
  type: ScoreSchemaType;
  /** Required for a categorical schema; not allowed otherwise. */
  categories?: Maybe<ScoreCategory[]>;
  /** Minimum of a continuous schema. Default: unlimited. */
  minimum?: Maybe<number>;
  /** Maximum of a continuous schema. Default: unlimited. */
  maximum?: Maybe<number>;
  /** Whether higher or lower values are better. Default: `HIGHER_IS_BETTER`. */
  direction?: Maybe<ScoreDirection>;
}
/**
* Definition of the values that people can choose from when they give a score with this name. Scores with other values
* are stored, too.
*/
interface ScoreSchema extends NewScoreSchema {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
  direction: ScoreDirection;
}
/**
* Operations on score schemas. A schema defines the values that people can choose for scores with the name of the
* schema. For example, the schema `tone` applies to all scores named `tone`.
*/
interface ScoreSchemaOperations {
  /** Lists all schemas of the project, in order of their names. */
  getScoreSchemas(options?: CallOptions): Promise<ScoreSchema[]>;
  /** Returns the schema with this name; null when not found. */
  getScoreSchema(name: string, options?: CallOptions): Promise<ScoreSchema | null>;
  /** Creates a schema. Rejects when the name is taken. */
  createScoreSchema(schema: NewScoreSchema, options?: CallOptions): Promise<ScoreSchema>;
  /** Replaces all fields of a schema. */
  updateScoreSchema(id: string, schema: NewScoreSchema, options?: CallOptions): Promise<ScoreSchema>;
  /** Deletes the schema, and returns it. Scores with its name are kept. */
  deleteScoreSchema(id: string, options?: CallOptions): Promise<ScoreSchema>;
}
/** The fields of a thread, without the methods of the class. */
interface CleanThreadFields extends ThreadConstructor {
  id: string;
  /** Creation time, as ISO 8601; absent unless fetched. */
  createdAt?: string | undefined;
  /** Total number of tokens of the thread's generations. */
  tokenCount?: Maybe<number>;
  /** Time from the earliest start of a step to the latest end of a step, in seconds. */
  duration?: Maybe<number>;
  participant?: Maybe<ThreadParticipant>;
  /** All steps as a flat list, including nested steps. */
  steps?: Maybe<Step[]>;
  /** Scores of the thread itself, present when it was fetched by id. Scores of steps are in the steps. */
  scores?: Maybe<ScoreFields[]>;
}
/** A conversation: steps that belong together. Nothing is sent before `upsert()` is called or `wrap()` ends. */
declare class Thread implements CleanThreadFields {
  #private;
  id: string;
  participantId?: Maybe<string>;
  environment?: Maybe<Environment>;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  createdAt?: string | undefined;
  tokenCount?: Maybe<number>;
  duration?: Maybe<number>;
  participant?: Maybe<ThreadParticipant>;
  steps?: Maybe<Step[]>;
  /** Scores of the thread itself, present when it was fetched by id. */
  scores?: Maybe<ScoreFields[]>;
  /**
  * Creates a thread. With `ignoreContext`, the thread takes no fields from the context. This is used for threads that
  * were fetched from the service.
  */
  constructor(client: Recorder, data?: ThreadConstructor | CleanThreadFields, ignoreContext?: boolean);
  /** Client that sends the thread. */
  get client(): Recorder;
  /** Creates a step in this thread; nothing is sent yet. */
  step(data: Omit<StepConstructor, "threadId">): Step;
  /** Creates a run in this thread; nothing is sent yet. */
  run(data: Omit<StepConstructor, "threadId" | "type">): Step;
  /** Returns the thread as an argument of `api.upsertThread`. */
  serialize(): UpsertThread;
  /**
  * Creates the thread, or updates the given fields of the stored one, in the background. The promise resolves when the
  * thread is stored. Awaiting it does not change how the thread is sent.
  *
  * @throws {ThreadlineError} when the service refuses the thread, does not respond after `maxRetries` retries, or has
  * not stored it within `timeoutMs`. Unless the thread was refused or dropped, it stays pending and is sent again.
  */
  upsert(): Promise<this>;
  /**
  * Runs the callback in this thread: records inside the callback belong to the thread. Returns the result of the
  * callback and rethrows its error. The thread is then sent in the background, which neither throws nor delays the
  * application; see the client's `onError` and `flush()`.
  */
  wrap<Output>(callback: (thread: Thread) => Output | Promise<Output>, update?: Update<ThreadConstructor, Output>): Promise<Output>;
  /** Whether the thread is recorded, according to the client's `sampleRate`. A fetched thread always is. */
  get isRecorded(): boolean;
}
/** Operations on threads, which are conversations. */
interface ThreadOperations {
  /** Creates the thread, or updates the thread with this id. */
  upsertThread(thread: UpsertThread, options?: CallOptions): Promise<Thread>;
  /** @deprecated Pass one object. */
  upsertThread(threadId: string, name?: Maybe<string>, metadata?: Maybe<JsonObject>, participantId?: Maybe<string>, environment?: Maybe<string>, tags?: Maybe<string[]>, options?: CallOptions): Promise<Thread>;
  /** @deprecated Pass one object. */
  upsertThread(threadId: string, name?: Maybe<string>, metadata?: Maybe<JsonObject>, participantId?: Maybe<string>, tags?: Maybe<string[]>, options?: CallOptions): Promise<Thread>;
  /**
  * Returns a page of threads with their steps, newest first by default. If `stepTypesToKeep` is given, steps of other
  * types are omitted.
  */
  getThreads: ListOperation<ListArguments<ThreadsFilter, ThreadsOrderBy> & {
    stepTypesToKeep?: StepType[] | undefined;
  }, Thread>;
  /** Returns the thread with all its steps as a flat list; null when not found. */
  getThread(id: string, options?: CallOptions): Promise<Thread | null>;
  /** Deletes the thread with its steps, and returns its id. */
  deleteThread(id: string, options?: CallOptions): Promise<string>;
}
interface UserConstructor {
  /** Generated by the service. */
  id?: Maybe<string>;
  /** The caller's own id for the user, unique in the project. */
  identifier: string;
  metadata?: Maybe<JsonObject>;
}
/** The fields of a stored user, without the methods of the class. */
interface UserFields extends UserConstructor {
  id: string;
  /** Creation time, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the user's last activity, as ISO 8601. */
  lastEngaged?: Maybe<string>;
  threadCount?: Maybe<number>;
  /** Total number of tokens of all generations in the user's threads. */
  tokenCount?: Maybe<number>;
}
type ParticipantsFilter = TextFilter<"id" | "identifier"> | ContentFilter | TimeFilter<"createdAt" | "lastEngaged"> | NumberFilter<"threadCount" | "tokenCount"> | ListFilter<"identifier"> | JsonFilter<"metadata"> | NullFilter<"identifier" | "lastEngaged" | "threadCount" | "tokenCount" | "metadata">;
/** Sort order of users. Users without a value come last. For example, a user without a thread has no `lastEngaged`. */
type ParticipantsOrderBy = OrderBy<"createdAt" | "lastEngaged" | "firstEngaged" | "threadCount" | "errorThreadCount" | "tokenCount" | "cost">;
/** An end user who takes part in threads. */
declare class User implements UserConstructor {
  id?: Maybe<string>;
  identifier: string;
  metadata?: Maybe<JsonObject>;
  createdAt?: string | undefined;
  lastEngaged?: Maybe<string>;
  threadCount?: Maybe<number>;
  tokenCount?: Maybe<number>;
  constructor(data: UserConstructor | UserFields);
  /** Returns the fields as a plain object. */
  serialize(): UserConstructor;
}
/** Operations on users, who are the end users of the recorded application. */
interface UserOperations {
  /** Returns a page of users with their last activity and usage. */
  getUsers: ListOperation<ListArguments<ParticipantsFilter, ParticipantsOrderBy>, User>;
  /**
  * Creates a user. `identifier` is the id that your application uses for the user, and must be unique in the project.
  */
  createUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /** Updates the given fields of a user. `id` is the id that the service gave the user, not the `identifier`. */
  updateUser(id: string, identifier?: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /**
  * Returns the id of the user with this identifier, and creates the user if necessary. If `metadata` is given, it
  * replaces the stored metadata.
  */
  getOrCreateUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<string>;
  /** Returns the user; undefined when not found. */
  getUser(identifier: string, options?: CallOptions): Promise<User | undefined>;
  /**
  * Deletes a user, and resolves to `id`, which is the id that the service gave the user, not the `identifier`. Rejects
  * when the user does not exist.
  */
  deleteUser(id: string, options?: CallOptions): Promise<string>;
}
/** All operations of the service. Each resolves to the response and rejects with a `ThreadlineError`. */
interface Api extends ThreadOperations, StepOperations, GenerationOperations, ScoreOperations, FeedbackOperations, CommentOperations, ScoreSchemaOperations, UserOperations, DatasetOperations, DatasetVersionOperations, ExperimentOperations, ExperimentRunOperations, PromptOperations, FileOperations, AnalyticsOperations, DashboardOperations, ModelConnectionOperations, ModelCallOperations, EvaluationRuleOperations, ReviewQueueOperations, AlertOperations, ChannelOperations, EvaluatorOperations, CalibrationOperations, PriceOperations, ChangeOperations {}
/** Sends batches of ended steps and threads to a receiver other than the service. Created by `otlpExporter()`. */
interface Exporter {
  /**
  * Sends a batch. `body` is a GraphQL request in the format that the service expects. Resolves to a response in the
  * format of the service, with a result for each record. Rejects if the batch must be sent again.
  */
  post(this: void, body: Uint8Array<ArrayBuffer>, options: {
    readonly timeoutMs: number;
    readonly signal: AbortSignal; /** The `fetch` of the client. */
    readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>; /** Receives errors that do not cause a retry, for example if the receiver rejected some spans of the batch. */
    readonly onError: (error: unknown) => void;
  }): Promise<object>;
}
/** Function that sends requests: the global `fetch`, or the `fetch` method of a server in the same process. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
/** Settings of a `Threadline` client. Every setting is optional, and some are read from the environment by default. */
interface ThreadlineOptions {
  /** The project's key. Default: `THREADLINE_API_KEY`, then `LITERAL_API_KEY`. */
  apiKey?: string | undefined;
  /** URL of the service. Default: `THREADLINE_URL`, then `LITERAL_API_URL`, then `http://127.0.0.1:4000`. */
  url?: string | undefined;
  /** Alias of `url`, for migration from an older client. */
  apiUrl?: string | undefined;
  /** Environment of the records, such as `dev`, `staging` or `prod`; sent as `x-env`. Default: none. */
  environment?: string | undefined;
  /**
  * Sends nothing when true. Operations that write then return their arguments, and operations that read find nothing.
  * Default: false.
  */
  disabled?: boolean | undefined;
  /** Release of the application, added as `metadata.release` to threads and steps. Default: none. */
  release?: string | undefined;
  /** Function that sends every request. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /**
  * Timeout of one operation including all attempts, in milliseconds. Default: 30000. Does not apply to file uploads.
  */
  timeoutMs?: number | undefined;
  /** Maximum retries of a request that is safe to repeat. Default: 2. */
  maxRetries?: number | undefined;
  /** Receives errors of background recording, which are never thrown. Default: one line on `console.warn`. */
  onError?: ((error: unknown) => void) | undefined;
  /**
  * Tags added to every step and to every new thread. A thread whose `id` the application sets may already be stored,
  * and these tags would replace its stored tags. So such a thread gets them only if the application also sets tags for
  * the thread. Default: none.
  */
  tags?: readonly string[] | undefined;
  /**
  * Metadata added to every step and to every new thread. Values that a step or thread has itself take precedence. A
  * thread whose `id` the application sets may already be stored. Such a thread gets this metadata only if the
  * application also sets metadata for the thread. Default: none.
  */
  metadata?: JsonObject | undefined;
  /**
  * Function that changes the recorded steps and threads before they are queued, written to disk or sent, for example
  * to remove secrets. If the function fails, the content of the record is omitted, and the error goes to `onError`.
  * Default: none.
  */
  mask?: Mask | undefined;
  /** When false, inputs of steps and models are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** When false, outputs of steps and models are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
  /**
  * Share of threads that are recorded, from 0 to 1. Also applies to runs outside of threads. The decision depends only
  * on the id of the thread or run. So it is the same in every process, and a thread is recorded whole or not at all.
  * Does not apply to operations of `client.api`. Default: 1.
  */
  sampleRate?: number | undefined;
  /**
  * Folder of the spool, or options that include the folder. The spool is a copy of all records that are not sent yet.
  * A later process sends the records that are left in the folder. Default: unsent records are only in memory.
  */
  spool?: string | SpoolOptions | undefined;
  /** Limits of background delivery. */
  delivery?: DeliveryLimits | undefined;
  /**
  * Second receiver for ended steps and threads, such as `otlpExporter()` of `@threadline/core/otlp`. Default: none.
  */
  exporter?: Exporter | undefined;
  /**
  * The platform's function that keeps a serverless process running until a promise settles. The client passes a
  * promise that resolves when no record is pending. Default: none.
  */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}
/**
* Settings of a `RecordingClient`. They are those of {@link ThreadlineOptions}, but `spool` is the result of
* `folderSpool()` instead of a folder.
*/
interface RecordingOptions extends Omit<ThreadlineOptions, "spool"> {
  /**
  * Result of `folderSpool()`. The spool is a folder with a copy of all records that are not sent yet. A later process
  * sends the records that are left in the folder. Default: unsent records are only in memory.
  */
  spool?: SpoolFactory | undefined;
}
/**
* One run of an experiment: a step in the environment `experiment`. Records inside its `wrap()` have the same
* environment.
*/
declare class ExperimentItemRun extends Step {
  constructor(client: Recorder, data?: Partial<StepConstructor>, ignoreContext?: boolean);
  /**
  * Runs the callback like `Step.wrap`, in the environment `experiment`. An experiment item that the callback logs with
  * `experiment.log()` refers to this step as its run.
  */
  override wrap<Output>(callback: (step: Step) => Output | Promise<Output>, update?: Update<Partial<StepConstructor>, Output>): Promise<Output>;
}
/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
type StoredContext = ContextOf<Thread, Step>;
/** Values that `decorate` adds to everything recorded inside it. */
interface Decoration {
  /** Added to the metadata of threads and steps. Replaces values with the same keys. */
  metadata?: JsonObject | undefined;
  /** Appended to the tags of threads and steps. */
  tags?: string[] | undefined;
  /** Id of the first step that is created without an id. */
  stepId?: string | undefined;
}
/**
* Client that records threads and steps, and sends them. The code of `api` is loaded at the first call of one of its
* operations. Use it in applications that only record, and in instrumentations. `Threadline` is the same client with
* all code loaded.
*
* @example
* ```ts
* import { RecordingClient } from "@threadline/core/recording";
*
* const client = new RecordingClient();
* await client.run({ name: "answer" }).wrap(async () => ({ answer: "At nine." }));
* await client.flush();
* ```
*/
declare class RecordingClient {
  #private;
  /** All operations of the service. An operation that fails rejects with a `ThreadlineError`. */
  readonly api: Api;
  /** Carries the current thread, step and decoration through asynchronous code. */
  readonly store: ContextStorage<StoredContext>;
  /** Creates the id of a thread or step. */
  readonly createId: () => string;
  /** Metadata added to every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Tags added to every thread and step. */
  readonly globalTags: readonly string[];
  /** Share of threads, and of root steps outside any thread, that is recorded, from 0 to 1. */
  readonly sampleRate: number;
  /** Whether the thread or root step with this id is recorded, according to `sampleRate`. */
  readonly isSampled: (id: string) => boolean;
  /**
  * Whether files within recorded values are uploaded. False if `recordInputs` or `recordOutputs` is false. Also false
  * with a `mask`, because a mask cannot inspect files.
  */
  readonly recordsFiles: boolean;
  /** Whether a thread may be named after a user's message. False with a `mask` or `recordInputs: false`. */
  readonly namesThreads: boolean;
  /** Whether the client is disabled: it sends nothing, and reads find nothing. */
  readonly disabled: boolean;
  /** Receives errors of background recording. Never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends records in the background. */
  readonly delivery: Delivery;
  /**
  * Reads missing options from environment variables; see {@link RecordingOptions}.
  *
  * @throws {ConfigError} without a key, or for an invalid option.
  */
  constructor(options?: RecordingOptions);
  /** Creates a thread; nothing is sent yet. */
  thread(data?: ThreadConstructor): Thread;
  /** Creates a step in the current thread and step; nothing is sent yet. */
  step(data: StepConstructor): Step;
  /** Creates a step of type `run`; nothing is sent yet. */
  run(data: Omit<StepConstructor, "type">): Step;
  /**
  * Creates a run of an experiment; nothing is sent yet. `experiment.log()` inside its `wrap()` links the logged item
  * to this run.
  */
  experimentItemRun(data?: Omit<StepConstructor, "type" | "name">): ExperimentItemRun;
  /**
  * Creates a token with which a web page scores a step or a thread without a key. The step or thread need not be
  * stored yet.
  *
  * @throws {ThreadlineError} when the service refuses the request, or is not reachable.
  */
  feedbackToken(record: Step | Thread, options?: FeedbackOptions): Promise<FeedbackToken>;
  /**
  * Adds metadata and tags to all threads and steps that the callback of `wrap` creates. The first step that the
  * callback creates without an id gets `stepId`. A decoration inside another one replaces it: metadata, tags and id of
  * the outer decoration do not apply in the inner callback.
  *
  * `wrap` resolves to the result of the callback, and rejects with its error.
  */
  decorate(decoration: Decoration): {
    wrap<Result>(callback: () => Result | Promise<Result>): Promise<Result>;
  };
  /**
  * Sends pending records immediately. Resolves when nothing is pending, or after `timeoutMs`. The result counts
  * delivered, pending and dropped records since the client was created. Never rejects.
  */
  flush(options?: FlushOptions): Promise<DeliveryResult>;
  /** Flushes one last time. Later records are dropped. Pending records stay in the spool, if there is one. */
  shutdown(options?: FlushOptions): Promise<DeliveryResult>;
  /** Shuts the client down at the end of the block: `await using client = new Threadline()`. */
  [Symbol.asyncDispose](): Promise<void>;
  /** Returns the state of background delivery. */
  stats(): DeliveryStats;
  /** The current context. Empty outside any thread and step. */
  get context(): StoredContext;
  /**
  * Changes the context for the code that follows in this asynchronous flow, until the returned function is called.
  * Meant for frameworks with start and end callbacks; otherwise, use `wrap`. Has no effect in runtimes without
  * `AsyncLocalStorage.enterWith`.
  */
  enterContext(change: Partial<StoredContext>): () => void;
  /** Returns the current thread; null outside any. */
  _currentThread(): Thread | null;
  /** Returns the current step; null outside any. */
  _currentStep(): Step | null;
  /** Returns the id of the current experiment run; null outside any. */
  _currentExperimentItemRunId(): string | null;
  /** Returns the outermost current run; null outside any. */
  _rootRun(): Step | null;
  /**
  * Returns the current thread.
  *
  * @throws {ThreadlineError} outside of a thread.
  */
  getCurrentThread(): Thread;
  /**
  * Returns the current step.
  *
  * @throws {ThreadlineError} outside of a step.
  */
  getCurrentStep(): Step;
  /**
  * Returns the id of the current experiment run.
  *
  * @throws {ThreadlineError} outside of an experiment run.
  */
  getCurrentExperimentItemRunId(): string;
  /**
  * Returns the outermost current run.
  *
  * @throws {ThreadlineError} outside of a run.
  */
  getRootRun(): Step;
}
/**
* Runs the callback in a saved context (`client.context`) or in the context of another process (`contextFromTrace`).
* Use it for work outside the current asynchronous flow, such as a job that a queue runs later.
*
* @example
* ```ts
* import { runWithContext, Threadline } from "@threadline/core";
*
* const client = new Threadline();
* const jobs: (() => Promise<unknown>)[] = [];
* await client.run({ name: "request" }).wrap(() => {
*   const { context } = client;
*   jobs.push(() => runWithContext(client, context, () => client.step({ name: "job", type: "tool" }).send()));
* });
* for (const job of jobs) await job(); // below `request`
* await client.flush();
* ```
*/
declare function runWithContext<Result>(client: RecordingClient, context: StoredContext, callback: () => Result): Result;
/**
* Binds the callback to the current context. Use it for event listeners, pools and other code that calls the callback
* from elsewhere. Arguments, `this` and the result are passed on.
*/
declare function bind<This, Parameters extends unknown[], Result>(client: RecordingClient, callback: (this: This, ...parameters: Parameters) => Result): (this: This, ...parameters: Parameters) => Result;
/** W3C Trace Context headers for a request; both are absent outside any step and thread. */
interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}
/** Request headers of `fetch` or Node. */
type IncomingHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;
/**
* Returns headers for a request to another process. The other process passes the received headers to `contextFromTrace`
* to continue the trace. `tracestate` contains the ids of the thread, the outermost run and the current step. The ids
* in `traceparent` are converted, because `traceparent` allows only hexadecimal digits.
*
* @see https://www.w3.org/TR/trace-context/
*/
declare function traceHeaders(client: RecordingClient): TraceHeaders;
/**
* Returns the context of the process that sent a request, for `runWithContext`. Records in this context are children of
* the step that sent the request. If another tracing system sent the request, its trace id, written as a UUID, becomes
* the id of the thread. Without a valid `traceparent`, the context is empty.
*/
declare function contextFromTrace(client: RecordingClient, headers: IncomingHeaders): StoredContext;
/**
* Base class of all errors that the SDK creates. If the caller aborts a call, the reason of the caller's signal is
* thrown instead.
*/
declare class ThreadlineError extends Error {
  override readonly name: string;
}
/**
* A setting or argument is missing or invalid. The message names the option, and its environment variable if there is
* one.
*/
declare class ConfigError extends ThreadlineError {
  override readonly name: string;
}
/**
* There was no response, because the service is unreachable or the connection broke. `cause` is the error of `fetch`.
*/
declare class NetworkError extends ThreadlineError {
  override readonly name: string;
}
/** There was no response within the timeout. */
declare class TimeoutError extends ThreadlineError {
  override readonly name: string;
  readonly timeoutMs: number;
  constructor(message: string, timeoutMs: number);
}
/** Entry of the `errors` list of a response. */
interface GraphQLResponseError {
  message: string;
  /**
  * Position of the error in the response, such as the name of a field. For a request with many records, a number after
  * the name is the index of the record. For example, `updateUser2` is the third user of the request.
  */
  path?: readonly (string | number)[] | undefined;
  locations?: readonly {
    line: number;
    column: number;
  }[] | undefined;
  /** `code` is one of the schema's `ErrorCode`. `field` names the invalid value; `limit` is the exceeded limit. */
  extensions?: {
    code?: string;
    field?: string;
    limit?: number;
    [key: string]: unknown;
  } | undefined;
}
/** Fields of an {@link HttpError} that its constructor needs besides the message. */
interface HttpErrorDetails {
  status: number;
  retryAfterMs?: number | undefined;
  errors?: readonly GraphQLResponseError[] | undefined;
}
/** The service, or a proxy, responded with an HTTP status outside 200 to 299. */
declare class HttpError extends ThreadlineError {
  override readonly name: string;
  readonly status: number;
  /** Time to wait before a retry, as requested by the service, in milliseconds; undefined if it requested none. */
  readonly retryAfterMs: number | undefined;
  /** The `errors` of the response body; an empty list if there are none. */
  readonly errors: readonly GraphQLResponseError[];
  constructor(message: string, {
    status,
    retryAfterMs,
    errors
  }: HttpErrorDetails);
}
/** The service rejected the request or parts of it, for the reasons in `errors`. */
declare class GraphQLRequestError extends ThreadlineError {
  override readonly name: string;
  readonly errors: readonly GraphQLResponseError[];
  constructor(message: string, errors: readonly GraphQLResponseError[]);
  /** The distinct codes of the errors, in order of appearance. */
  get codes(): string[];
}
/** A step that the service rejected. */
interface StepFailure {
  id: string;
  message: string;
}
/** Some steps of a batch were rejected. Steps that are not in `failures` were stored. */
declare class IngestError extends ThreadlineError {
  override readonly name: string;
  readonly failures: readonly StepFailure[];
  constructor(message: string, failures: readonly StepFailure[]);
}
/** The response is invalid: it is not JSON, or lacks required fields. */
declare class ResponseError extends ThreadlineError {
  override readonly name: string;
}
/** A record was dropped before it was stored. */
declare class DeliveryError extends ThreadlineError {
  override readonly name: string;
}
/** Options of {@link otlpExporter}: the receiver of the spans, the request headers and the service name. */
interface OtlpExporterOptions {
  /** URL of the receiver, such as `http://127.0.0.1:6006`; spans are sent to `/v1/traces` below it. */
  url: string;
  /** Headers of each request, such as `authorization`. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The resource attribute `service.name`. Default: `OTEL_SERVICE_NAME`, then `threadline`. */
  serviceName?: string | undefined;
}
/**
* Returns an exporter that sends every ended step as a span to another OpenTelemetry receiver. It uses OTLP over HTTP
* and the GenAI semantic conventions. The exporter has its own queue with the limits of `delivery`, so a slow receiver
* does not delay the records for the service. `flush()` waits for both queues.
*
* @throws {ConfigError} for an invalid URL or header.
*
* @example
* ```ts
* import { Threadline } from "@threadline/core";
* import { otlpExporter } from "@threadline/core/otlp";
*
* const client = new Threadline({ exporter: otlpExporter({ url: "http://127.0.0.1:4318" }) });
* ```
*/
declare function otlpExporter({
  url,
  headers,
  serviceName
}: OtlpExporterOptions): Exporter;
/**
* Creates a spool for a `RecordingClient`. Pending records are also written to the folder. If the process ends before
* they are sent, a later process sends them.
*
* @example
* ```ts no-run: writes to a folder of the system
* import { RecordingClient } from "@threadline/core/recording";
* import { folderSpool } from "@threadline/core/spool";
*
* const client = new RecordingClient({ spool: folderSpool("/var/lib/my-app/threadline") });
* ```
*/
declare function folderSpool(options: string | SpoolOptions): SpoolFactory;
/** Differences between the scores of an experiment and those of a baseline. */
interface EvaluationComparison {
  baseline: {
    id: string;
    name: string;
  };
  /** Scores that both experiments have, in alphabetical order. */
  scores: readonly ComparedScore[];
  /** Renders the comparison as a table. */
  toString(): string;
}
/**
* Two stored experiments to compare, each by its id or name. If several experiments have the name, the newest is used.
*/
interface CompareExperimentsOptions extends CompareScoresOptions {
  experiment: string;
  baseline: string;
}
/** Result of one run of an item. With the option `repeats`, an item has several runs. */
interface EvaluatedItem {
  /** Id of the experiment item. */
  id: string;
  /**
  * Identifies the item in every experiment, so that experiments can be compared. It is a hash of the id of the dataset
  * item. Without a dataset, it is a hash of the item's `id` or `input`.
  */
  key: string;
  datasetItemId: string | null;
  /** Number of the run of the item, from 0. */
  repeat: number;
  input: JsonObject;
  /**
  * Stored output. If the task returns a value that is not a plain object, the value is under the key `output`. Null if
  * the task failed.
  */
  output: JsonObject | null;
  scores: readonly ScoreConstructor[];
  /** Error message of the task. Null if the task did not fail. */
  error: string | null;
  /** Error messages of failed scorers, by scorer name. */
  scorerErrors: Readonly<Record<string, string>>;
  /** Id of the step that recorded the run and is the root of its trace. */
  experimentRunId: string | null;
  /** Whether an earlier process ran the item. */
  isResumed: boolean;
}
/** Summary of one score over all items. */
interface EvaluatedScore extends ScoreSummary {
  name: string;
}
interface EvaluationResultData {
  readonly experimentId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly repeats: number;
  readonly items: readonly EvaluatedItem[];
}
type ResultOperations = Pick<CalibrationOperations, "getJudgeStates" | "getScoreDrift"> & Pick<ExperimentOperations, "getExperiment" | "getExperiments"> & Pick<ScoreSchemaOperations, "getScoreSchemas">;
/** Result of `client.evaluate()`. */
declare class EvaluationResult {
  #private;
  readonly experimentId: string;
  readonly name: string;
  readonly datasetId: string | null;
  readonly repeats: number;
  /**
  * Results of all runs, in the order of the items of the dataset. With repeats, the runs of an item are next to each
  * other.
  */
  readonly items: readonly EvaluatedItem[];
  /** Summaries of the scores in alphabetical order, with 95 % intervals. */
  readonly scores: readonly EvaluatedScore[];
  constructor(api: ResultOperations, {
    experimentId,
    name,
    datasetId,
    repeats,
    items
  }: EvaluationResultData);
  /** Number of runs in which the task or a scorer failed. */
  get failed(): number;
  /**
  * Estimates two shares for `k` runs of each item: the share of items that pass at least once (pass@k), and the share
  * of items that pass every time (pass^k). A run passes if its value of `score` is at least `threshold`. A run without
  * the score fails. Null if there are fewer than `k` repeats.
  *
  * @param options.k Default: the number of repeats.
  * @param options.threshold Default: 1.
  */
  passRates(score: string, {
    k,
    threshold
  }?: {
    k?: number;
    threshold?: number;
  }): PassRates | null;
  /**
  * Returns the names, such as `tone v2`, of the AI scorers that created `score` in this experiment and are not
  * measured judges. A judge is an evaluator of the service that calls a model. A judge is measured if people have
  * labeled enough of its scores to show how reliable it is.
  *
  * Your own scorers of the type `AI` are not judges, so they are always included. The list is empty if no model
  * created the score.
  */
  unmeasuredJudges(score: string): Promise<string[]>;
  /**
  * Returns the names, such as `tone v2`, of the judges of `score` that have drifted. A judge has drifted if the
  * average of its scores in the last 7 days differs clearly from the average in the 7 days before.
  *
  * All judges of the score in the project are checked, even judges that this experiment did not use. If no model
  * created the score in this experiment, nothing is checked, and the list is empty.
  */
  driftingJudges(score: string): Promise<string[]>;
  /**
  * Compares the scores with those of another result or experiment, item by item. By default, a higher score counts as
  * an improvement. A score schema can set another direction.
  *
  * @param baseline A result, or the id or name of an experiment. If several other experiments have the name, the
  * newest is used.
  * @throws {ConfigError} if the experiment is not found, or if it has no item in common with this result.
  */
  compare(baseline: EvaluationResult | string, options?: CompareScoresOptions): Promise<EvaluationComparison>;
  /** Renders the scores as a table. */
  toString(): string;
}
/** An input to evaluate, with its expected output. A dataset item can be used as an evaluation item. */
interface EvaluationItem<Input = JsonObject, Expected = Maybe<JsonObject>> {
  /** Id that identifies the item in later experiments. Default: the item is identified by its input. */
  id?: string | undefined;
  input: Input;
  expectedOutput?: Expected | undefined;
  metadata?: Maybe<JsonObject>;
}
/** Second argument of a task. */
interface TaskContext<Expected = Maybe<JsonObject>> {
  /** Aborts when the evaluation is canceled or the task exceeds `taskTimeoutMs`. */
  signal: AbortSignal;
  expected: Expected | undefined;
  metadata: JsonObject;
  /** Number of the run of the item, from 0. */
  repeat: number;
}
/** Argument of a scorer: an output of the task, and the fields of the item. */
interface ScorerArguments<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> {
  input: Input;
  output: Output;
  /** Expected output of the item. Undefined if the item has none. */
  expected: Expected | undefined;
  metadata: JsonObject;
}
interface ScorerScore {
  /** Name of the score. Default: the name of the scorer function. */
  name?: string | undefined;
  /** A finite number; true is 1, and false 0. */
  value: number | boolean;
  label?: Maybe<string>;
  /** Reason for the value. */
  comment?: Maybe<string>;
  /** `AI` for the score of a model. Default: `CODE`. */
  type?: ScoreType | undefined;
}
/** Result of a scorer. Null and undefined mean that no score applies to the output. */
type ScorerResult = number | boolean | ScorerScore | readonly ScorerScore[] | null | undefined;
/** Scores the output of a task. The name of the function is the default name of the score. */
type Scorer<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> = (scored: ScorerArguments<Input, Output, Expected>) => ScorerResult | Promise<ScorerResult>;
/** State of a running evaluation. */
interface EvaluationProgress {
  name: string;
  experimentId: string;
  /** Number of finished runs, including those of an earlier process. */
  done: number;
  /** Number of all runs: items times repeats. */
  total: number;
  /** Number of runs in which the task or a scorer failed. */
  failed: number;
}
/** A stored dataset by name or id, optionally with a version or a split. */
interface EvaluationDataset extends DatasetSelection {
  /** Name of the dataset; required without `id`. */
  name?: string | undefined;
  /** Id of the dataset; required without `name`. */
  id?: string | undefined;
}
/** Options of `client.evaluate()`: the items, the code under test, the scorers, and the settings of the experiment. */
interface EvaluateOptions<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> {
  /** Name of the experiment. */
  name: string;
  /**
  * Items to run the task on. A string is the name or id of a stored dataset. An object can also select a version or
  * split of a stored dataset. For a `Dataset`, the task runs on the items in that object. A list contains items that
  * belong to no dataset.
  */
  dataset: string | EvaluationDataset | Dataset | readonly EvaluationItem<Input, Expected>[];
  /** Code under test. Whatever it records belongs to the trace of its item. */
  task: (input: Input, context: TaskContext<NoInfer<Expected>>) => Output | Promise<Output>;
  /** Scorer functions, and names of the project's evaluators with the target `EXPERIMENT_ITEM`. */
  scorers: readonly (Scorer<NoInfer<Input>, NoInfer<Output>, NoInfer<Expected>> | string)[];
  /**
  * Whether all judges must be measured. A judge is an evaluator that calls a model. It is measured if people have
  * labeled enough of its scores to show how reliable it is. If a judge is not measured, `evaluate` runs nothing, and
  * rejects with a `ConfigError`. Default: false.
  */
  requireMeasuredJudges?: boolean | undefined;
  /** Number of runs of each item. Default: 1. */
  repeats?: number | undefined;
  /** Maximum number of tasks that run at the same time. Default: 5. */
  concurrency?: number | undefined;
  /** Id of the experiment. If an experiment with this id exists, it is continued. Default: a new id. */
  id?: string | undefined;
  /**
  * Whether an incomplete experiment with the same name, dataset, version, split, repeats, scorers and `params` is
  * continued. Its stored runs are not repeated. Default: true.
  */
  resume?: boolean | undefined;
  /** Settings of the experiment, which the UI shows. */
  params?: JsonObject | undefined;
  /** Prompt variant under test, from `api.createPromptVariant`. */
  promptVariantId?: string | undefined;
  /** Maximum duration of a task, in milliseconds. A task that takes longer counts as failed. Default: no limit. */
  taskTimeoutMs?: number | undefined;
  /** Cancels the evaluation. The promise then rejects with the reason of the signal. Finished runs stay stored. */
  signal?: AbortSignal | undefined;
  /**
  * Display of the progress:
  *
  * - `"bar"` draws a progress bar on a terminal.
  * - True draws the bar, and prints a summary at the end.
  * - False prints nothing.
  * - A function is called after each run.
  *
  * Default: true on a terminal, but false if the environment variable `CI` is set. False without a terminal.
  */
  progress?: boolean | "bar" | ((progress: EvaluationProgress) => void) | undefined;
}
/**
* Client of the service for one project.
*
* @example
* ```ts
* import { Threadline } from "@threadline/core";
*
* const client = new Threadline();
* await client.thread({ name: "Support" }).wrap(async () => {
*   const run = client.run({ name: "answer", input: { question: "When do you open?" } });
*   await run.wrap(async () => ({ answer: "At nine." }));
* });
* await client.flush();
* ```
*/
declare class Threadline extends RecordingClient {
  /** All operations of the service. An operation that fails rejects with a `ThreadlineError`. */
  override readonly api: Api;
  /**
  * Reads missing options from environment variables; see {@link ThreadlineOptions}.
  *
  * @throws {ConfigError} without a key, or for an invalid option.
  */
  constructor({
    spool,
    ...options
  }?: ThreadlineOptions);
  /**
  * Runs a task on all items of a dataset, scores the outputs, and stores the results as an experiment. A failed task
  * or scorer does not stop the evaluation, but is reported with the item. If the newest experiment with the same
  * name and settings is incomplete, for example after a crash, it is continued, unless `resume` is false.
  *
  * @example
  * ```ts
  * import { Threadline } from "@threadline/core";
  *
  * const client = new Threadline();
  * const result = await client.evaluate({
  *   name: "greetings",
  *   dataset: [{ input: { name: "Ada" }, expectedOutput: { text: "Hello Ada" } }],
  *   task: ({ name }) => ({ text: `Hello ${name}` }),
  *   scorers: [function correctness({ output, expected }) { return output.text === expected?.text; }],
  *   repeats: 3,
  * });
  * console.log(String(result));
  * ```
  *
  * @throws {ConfigError} for invalid options, for an unknown dataset and, with `requireMeasuredJudges`, for a judge
  * whose scores have too few human labels.
  * @throws {ThreadlineError} when a result cannot be stored. If the evaluation was canceled, the reason of the signal
  * is thrown.
  */
  evaluate<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>>(options: EvaluateOptions<Input, Output, Expected>): Promise<EvaluationResult>;
  /**
  * Compares the scores of two stored experiments, item by item. Both can be from `evaluate` or from
  * `api.startExperiments`. By default, a higher score counts as an improvement. A score schema can set another
  * direction.
  *
  * @throws {ConfigError} if an experiment is not found, or if they have no item in common.
  */
  compareExperiments(options: CompareExperimentsOptions): Promise<EvaluationComparison>;
}
/** Evaluation to define: the options of `client.evaluate()`, and the client that runs it. */
interface EvaluationDefinition<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>> extends EvaluateOptions<Input, Output, Expected> {
  /**
  * Client that records the runs and stores the results. Default: a client that is configured by environment variables.
  */
  client?: Threadline | undefined;
}
/** Options that a run can override. */
type EvaluationRunOptions = Pick<EvaluateOptions, "concurrency" | "id" | "params" | "progress" | "repeats" | "resume" | "signal"> & {
  name?: string | undefined;
};
/** An evaluation that can be run later, for example by `threadline eval`. */
interface DefinedEvaluation {
  /** Marks the exports that `threadline eval` runs. */
  readonly kind: "threadline.evaluation";
  readonly name: string;
  /** Runs the evaluation. `options` override the options of the definition, except for options that are undefined. */
  run(options?: EvaluationRunOptions): Promise<EvaluationResult>;
}
/**
* Defines an evaluation without running it. `threadline eval` runs the evaluations that the given files export.
*
* @example
* ```ts
* import { defineEvaluation } from "@threadline/core";
*
* export default defineEvaluation({
*   name: "greetings",
*   dataset: [{ input: { name: "Ada" }, expectedOutput: { text: "Hello Ada" } }],
*   task: ({ name }) => ({ text: `Hello ${name}` }),
*   scorers: [function correctness({ output, expected }) { return output.text === expected?.text; }],
* });
* ```
*/
declare function defineEvaluation<Input = JsonObject, Output = unknown, Expected = Maybe<JsonObject>>({
  client,
  ...definition
}: EvaluationDefinition<Input, Output, Expected>): DefinedEvaluation;
/** A model call. Base class of {@link ChatGeneration} and {@link CompletionGeneration}. */
declare class BaseGeneration implements BaseGenerationFields {
  id?: Maybe<string>;
  type?: GenerationType;
  promptId?: Maybe<string>;
  provider?: Maybe<string>;
  model?: Maybe<string>;
  error?: Maybe<string>;
  settings?: Maybe<ILLMSettings>;
  variables?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  tools?: Maybe<ITool[]>;
  tokenCount?: Maybe<number>;
  inputTokenCount?: Maybe<number>;
  outputTokenCount?: Maybe<number>;
  ttFirstToken?: Maybe<number>;
  tokenThroughputInSeconds?: Maybe<number>;
  duration?: Maybe<number>;
  /** Returns the fields as a plain object. */
  serialize(): Generation;
}
/** A model call with messages. */
declare class ChatGeneration extends BaseGeneration implements ChatGenerationConstructor {
  messages?: Maybe<IGenerationMessage[]>;
  messageCompletion?: Maybe<IGenerationMessage>;
  constructor(data?: ChatGenerationConstructor);
}
/** A model call with a prompt instead of messages. */
declare class CompletionGeneration extends BaseGeneration implements CompletionGenerationConstructor {
  prompt?: Maybe<string | JsonValue[]>;
  completion?: Maybe<string>;
  constructor(data?: CompletionGenerationConstructor);
}
/** Recording options of a client or of a call. */
interface RecordOptions {
  /** Tags added to the step and its generation. */
  tags?: string[] | undefined;
  /** Metadata added to the step and its generation. */
  metadata?: JsonObject | undefined;
  /**
  * Id of the step. In the options of a client, it applies only to the first call, because ids are unique. Default: a
  * new id.
  */
  stepId?: string | undefined;
  /** Name of the step. Default: the model. */
  name?: string | undefined;
}
/** Recording options of one model call. */
interface CallRecordOptions extends RecordOptions {
  /** Id of the conversation, which becomes the id of the thread. */
  conversationId?: string | undefined;
}
/** Options of the instrumentation of a model provider's client. */
interface RecorderOptions extends RecordOptions {
  /** Client that receives the records. Default: a `RecordingClient` configured from the environment. */
  client?: RecordingClient | undefined;
  /** Provider of the model. Default: derived from the instrumented client. */
  provider?: string | undefined;
  /**
  * Whether a call outside any thread or step gets a thread of its own, named after the first user message. Default:
  * true.
  */
  autoThread?: boolean | undefined;
}
/** Second argument of a task. Describes the call and its dataset item. */
interface RemoteTaskContext {
  experimentId: string;
  datasetItemId: string;
  /** Number of the repetition, from 0. */
  repeat: number;
  /** Metadata of the dataset item. */
  metadata: JsonObject;
  /** Id of the call. A call that is repeated after a failure has the same id. */
  idempotencyKey: string;
  /** Aborts when the service cancels the call. */
  signal: AbortSignal;
}
/** Options of {@link createTaskHandler}. `Input` is the type of the inputs of the dataset. */
interface TaskHandlerOptions<Input = JsonObject> {
  /** Signing secret of the model connection: `whsec_` and base64. */
  secret: string;
  /**
  * Returns the output for the input of a dataset item. If the function throws, the run of the item fails with this
  * error.
  */
  task: (input: Input, context: RemoteTaskContext) => unknown;
}
/**
* Creates a request handler through which the service runs the items of an experiment. The handler calls the task for
* each item, and works with any server that has fetch-style handlers. It rejects requests without a valid signature
* with the status 401. Everything that the task records becomes part of the run of its item.
*
* @example
* ```ts
* import { createTaskHandler, Threadline } from "@threadline/core";
*
* const client = new Threadline();
* export const POST = createTaskHandler(client, {
*   secret: process.env["TASK_SECRET"] ?? "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
*   task: ({ question }) => ({ answer: `You asked: ${question}` }),
* });
* ```
*/
declare function createTaskHandler<Input = JsonObject>(client: RecordingClient, {
  secret,
  task
}: TaskHandlerOptions<Input>): (request: Request) => Promise<Response>;
/** A signed request, and the secret for verifying it. */
interface SignedRequest {
  /** Signing secret: `whsec_` and base64. */
  secret: string;
  headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  /** The body as it was received. JSON that was parsed and serialized again may differ. */
  body: string | Uint8Array;
  /** Maximum difference between the time of the request and now, in milliseconds. Default: 5 minutes. */
  toleranceMs?: number | undefined;
}
/** The signature of a request is missing, old, or not valid. */
declare class SignatureError extends ThreadlineError {
  override readonly name: string;
}
/**
* Verifies that a request was signed with the secret, and recently. Signatures are compared in constant time.
*
* @returns The id of the request, which is the same when the request is repeated.
* @throws {SignatureError} if the signature is not valid.
* @see https://www.standardwebhooks.com
*/
declare function verifyWebhook(request: SignedRequest): Promise<string>;
export { type Alert, type AlertChange, type AlertGroup, type AlertKind, type AlertPeriod, type AlertPreview, type AlertProblem, type AlertState, type Analysis, type AnalysisBasis, type Api, Attachment, type AttachmentConstructor, BaseGeneration, type BaseGenerationFields, type Calibration, type CalibrationQuery, type CallOptions, type CallRecordOptions, type ChangedRecordKind, type Channel, type ChannelDelivery, type ChannelKind, type ChannelTest, ChatGeneration, type ChatGenerationConstructor, type CleanThreadFields, type Comment, type CommentAuthor, type CommentContent, type CommentSubject, type CommentsQuery, type CompareExperimentsOptions, CompletionGeneration, type CompletionGenerationConstructor, ConfigError, type ContextStorage, type CreateAttachment, type CreateExperiment, type Dashboard, Dataset, type DatasetConstructor, DatasetExperiment, type DatasetExperimentConstructor, DatasetExperimentItem, type DatasetExperimentItemConstructor, DatasetItem, type DatasetItemConstructor, type DatasetItemCorrection, type DatasetItemDifference, type DatasetItemUpdate, type DatasetSelection, type DatasetSplit, type DatasetSplitShare, type DatasetType, type DatasetUpdate, type DatasetVersion, type DecisionLabels, type Decoration, type DefinedEvaluation, type Delivery, DeliveryError, type DeliveryLimits, type DeliveryResult, type DeliveryState, type DeliveryStats, type Disagreement, type DropCounts, type DropReason, type Environment, type EvaluateOptions, type EvaluatedItem, type EvaluatedScore, type Evaluation, type EvaluationComparison, type EvaluationDataset, type EvaluationDefinition, type EvaluationItem, type EvaluationProblem, type EvaluationProgress, type EvaluationResult, type EvaluationRule, type EvaluationRuleEstimate, type EvaluationRuleFailure, type EvaluationRuleMode, type EvaluationRulePeriod, type EvaluationRunOptions, type Evaluator, type EvaluatorCatalog, type EvaluatorExample, type EvaluatorInfo, type EvaluatorJudge, type EvaluatorKind, type EvaluatorLanguage, type EvaluatorTarget, type EvaluatorVersion, type ExperimentEstimate, ExperimentItemRun, type ExperimentLogEntry, type ExperimentParams, type ExperimentRun, type ExperimentRunFailure, type ExperimentRunState, type Exporter, type Facet, type FacetField, type Facets, type FacetsQuery, type FeedbackOptions, type FeedbackTarget, type FeedbackToken, type Fetch, type FileContent, type FlushOptions, type Generation, type GenerationMessageRole, type GenerationType, type GenerationsFilter, type GenerationsOrderBy, GraphQLRequestError, type GraphQLResponseError, HttpError, type IFunction, type IGenerationMessage, type IImageUrlContent, type ILLMSettings, type IPromptRollout, type IPromptVariableDefinition, type IProviderSettings, type ITextContent, type ITool, type IncomingHeaders, IngestError, type IngestStepResult, type JsonObject, type JsonValue, type JudgeState, type JudgedExperimentItem, type KnownDatasetItem, type ListArguments, type ListOperation, type Mask, type Maybe, type MeasuredState, type MentionedMember, type MetadataPathsQuery, type ModelCall, type ModelCallEvent, type ModelCallResult, type ModelConnection, type ModelConnectionCheck, type ModelConnectionKind, type ModelConnectionTest, type ModelPrice, type ModelPricesQuery, type ModelProblem, type ModelSettings, type ModelTool, type ModelToolCall, NetworkError, type NewAlert, type NewChannel, type NewDashboard, type NewDataset, type NewDatasetItem, type NewEvaluationRule, type NewEvaluatorExample, type NewEvaluatorJudge, type NewEvaluatorVersion, type NewExperiment, type NewExperimentRun, type NewModelConnection, type NewModelPrice, type NewPromptOptions, type NewReviewQueue, type NewScoreSchema, type NewWidget, type OpenSpool, type OrderBy, type OtlpExporterOptions, type PageArguments, type PageInfo, type PaginatedResponse, type ParticipantsFilter, type ParticipantsOrderBy, type PersistedGeneration, type ProjectEventKind, Prompt, type PromptConstructor, type PromptLabel, type PromptLineage, type PromptVariables, type QueryArguments, type RateEstimate, type RecordChange, type RecordChanges, type RecordChangesFilter, type RecordKind, type RecordOptions, type RecordedData, type RecorderOptions, RecordingClient, type RecordingOptions, type RemoteTaskContext, type RemoteTrace, type RenderedImage, type RenderedMessage, type RenderedMessageMetadata, ResponseError, type Review, type ReviewAgreement, type ReviewContent, type ReviewItem, type ReviewItemState, type ReviewProgress, type ReviewQueue, type ReviewSource, type ReviewState, type ReviewTarget, type ReviewedItem, type RolloutUpdate, type SavedChannel, Score, type ScoreCategory, type ScoreConstructor, type ScoreDirection, type ScoreDrift, type ScoreFields, type ScoreSchema, type ScoreSchemaType, type ScoreType, type Scorer, type ScorerArguments, type ScorerResult, type ScorerScore, type ScoresFilter, type ScoresOrderBy, type SendStepsResponse, SignatureError, type SignedRequest, type SpoolFactory, type SpoolOptions, type Statistics, Step, type StepConstructor, type StepFailure, type StepType, type StepsFilter, type StepsOrderBy, type StoredContext, type SupersededJudgment, type TakenReview, type TaskContext, type TaskHandlerOptions, Thread, type ThreadConstructor, type ThreadParticipant, Threadline, ThreadlineError, type ThreadlineOptions, type ThreadsFilter, type ThreadsOrderBy, type TimeSeries, type TimeSeriesDimension, type TimeSeriesLine, type TimeSeriesMetric, type TimeSeriesQuery, TimeoutError, type TraceHeaders, type Update, type UploadFile, type UploadResult, type UpsertThread, User, type UserConstructor, type UserFields, type WeekAverage, type Widget, type WidgetChart, bind, contextFromTrace, createTaskHandler, defineEvaluation, folderSpool, otlpExporter, runWithContext, traceHeaders, verifyWebhook };