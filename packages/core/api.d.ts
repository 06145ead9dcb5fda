/// <reference lib="esnext.disposable" preserve="true" />
/** A value that may be absent (`undefined`) or known to be empty (`null`). */
type Maybe<T> = T | null | undefined;
/** Anything that JSON can hold. */
type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
/** A JSON object with arbitrary keys; a key whose value is undefined is not sent. */
interface JsonObject {
  [key: string]: JsonValue | undefined;
}
/** Kind of items in a dataset: inputs with expected outputs, or generations. */
type DatasetType = "key_value" | "generation";
/** The fields of an item, without the methods of the class. */
interface DatasetItemConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt: string;
  datasetId: string;
  metadata: JsonObject;
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  /** The steps below the step that the item was made from, in order of time. */
  intermediarySteps: JsonObject[];
  /** The step that the item was made from. */
  stepId?: Maybe<string>;
}
/** The fields of a dataset, without the methods of the class. */
interface DatasetConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata: JsonObject;
  /** Its items in order of creation. */
  items: DatasetItemConstructor[];
  /** `key_value` when not given. */
  type?: DatasetType | undefined;
}
/** Fields of a dataset to change; absent fields stay unchanged. */
interface DatasetUpdate {
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
}
/** An item to be added to a dataset. */
interface NewDatasetItem {
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
}
/** Fields of an item to change; absent fields stay unchanged. */
interface DatasetItemUpdate {
  input?: JsonObject | undefined;
  expectedOutput?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
}
/** One input of a dataset, with the output that is expected of it. */
declare class DatasetItem implements DatasetItemConstructor {
  id: string;
  createdAt: string;
  datasetId: string;
  metadata: JsonObject;
  input: JsonObject;
  expectedOutput?: Maybe<JsonObject>;
  intermediarySteps: JsonObject[];
  stepId?: Maybe<string>;
  constructor(data: DatasetItemConstructor);
  /** The fields alone. */
  serialize(): DatasetItemConstructor;
}
/** One condition on one field of a record. */
interface Filter<Field extends string, Operator extends string, Value> {
  field: Field;
  operator: Operator;
  value: Value;
  /** Dot-separated path inside a JSON field; the name of the score for `scoreValue`. */
  path?: string | undefined;
}
/** Equal, different, or containing the text in any case (`ilike`), or not. */
type TextFilter<Field extends string> = Filter<Field, "eq" | "neq" | "ilike" | "nilike", string>;
/** Searches input and output, ignoring case; `nilike` matches records without the text. */
type ContentFilter = Filter<"content", "ilike" | "nilike", string>;
/** Like {@link TextFilter}, on the value at `path`. */
type JsonFilter<Field extends string> = Filter<Field, "eq" | "neq" | "ilike" | "nilike", string | number | boolean>;
/** Compares numbers. */
type NumberFilter<Field extends string> = Filter<Field, "eq" | "neq" | "gt" | "gte" | "lt" | "lte", number>;
/** Compares times, given as ISO 8601. */
type TimeFilter<Field extends string> = Filter<Field, "gt" | "gte" | "lt" | "lte", string>;
/** Any of these, or none of them. */
type ListFilter<Field extends string> = Filter<Field, "in" | "nin", string[]>;
/** Absent (`is`) or present (`nis`). */
type NullFilter<Field extends string> = Filter<Field, "is" | "nis", null>;
/** What every operation accepts as its last argument. */
interface CallOptions {
  /** Ends the call; it then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /** How long this call may take with all its attempts, in milliseconds; overrides the client's `timeoutMs`. */
  timeoutMs?: number | undefined;
  /** The environment of what this call records; overrides the client's `environment`. */
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
/** One page of a list. */
interface PaginatedResponse<T> {
  data: T[];
  pageInfo: PageInfo;
  /** Records in the whole list, on all pages together. */
  totalCount: number;
}
/** Which page of a list to get. */
interface PageArguments {
  /** The number of records; the service decides when not given. */
  first?: Maybe<number>;
  /** Records after this cursor. */
  after?: Maybe<string>;
  /** Records before this cursor. */
  before?: Maybe<string>;
}
/** A page of a filtered and ordered list. */
interface ListArguments<Filter, Order> extends PageArguments {
  /** All of them must hold. */
  filters?: Filter[] | undefined;
  orderBy?: Order | undefined;
}
/** Sort order of a list; equal records keep a stable order. */
interface OrderBy<Column extends string> {
  column: Column;
  direction: "ASC" | "DESC";
}
/** Reads one page of a list; `all` reads the list record by record. */
interface ListOperation<Arguments extends PageArguments, Item> {
  (list?: Arguments, options?: CallOptions): Promise<PaginatedResponse<Item>>;
  /**
  * All records of the list in its order, for `for await`: `first` of them in each request (100 when not given), beginning behind
  * `after`. The next page is read when the loop gets there. `timeoutMs` of the options is for each page.
  *
  * @throws {ThreadlineError} in the loop, when a page could not be read.
  */
  all(list?: Omit<Arguments, "before">, options?: CallOptions): AsyncIterable<Item>;
}
/** Kind of scorer: a person, a program or a model. */
type ScoreType = "HUMAN" | "CODE" | "AI";
/** Input of a score. It belongs to one step, generation, thread or experiment item. */
interface ScoreConstructor {
  id?: Maybe<string>;
  /** The step that is judged. */
  stepId?: Maybe<string>;
  /** @deprecated A generation has the id of its step: use `stepId`. */
  generationId?: Maybe<string>;
  /** The thread that is judged, as a whole. */
  threadId?: Maybe<string>;
  /** The experiment item that is judged. */
  datasetExperimentItemId?: Maybe<string>;
  /** Name of the score, such as `user-feedback`. */
  name: string;
  value: number;
  type: ScoreType;
  /** The value in words. */
  label?: Maybe<string>;
  /** Name of the scorer, such as `openai:gpt-4o`. */
  scorer?: Maybe<string>;
  comment?: Maybe<string>;
  tags?: Maybe<string[]>;
}
/** The experiment item that a score of a list is on, in short. */
interface JudgedExperimentItem {
  id: string;
  datasetExperimentId: string;
  /** The dataset item that was tried. */
  datasetItemId: Maybe<string>;
  /** The step in which it ran. */
  experimentRunId: Maybe<string>;
  /** One-line preview of its input, at most 240 characters. */
  inputPreview: Maybe<string>;
  /** The same of its output. */
  outputPreview: Maybe<string>;
}
/** The fields of a stored score, without the methods of the class. */
interface ScoreFields extends ScoreConstructor {
  id: string;
  projectId?: Maybe<string>;
  /** Time of storage, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /** In a list: the experiment item that is judged; null when something else is, or when it was deleted. */
  experimentItem?: Maybe<JudgedExperimentItem>;
}
/** A condition on scores. */
type ScoresFilter = TextFilter<"id" | "name" | "type" | "label" | "scorer" | "comment" | "stepId" | "threadId"> | TimeFilter<"createdAt"> | NumberFilter<"value"> | ListFilter<"participant" | "tags"> | NullFilter<"participant" | "tags" | "label" | "scorer" | "comment" | "stepId" | "threadId">;
/** Sort order of scores. */
type ScoresOrderBy = OrderBy<"createdAt">;
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
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  /** In a list: the experiment item that is judged; null when something else is, or when it was deleted. */
  experimentItem?: Maybe<JudgedExperimentItem>;
  /** Without data it is the thumbs-up of a user: `user-feedback`, 1, `HUMAN`. */
  constructor(data?: Partial<ScoreFields | ScoreConstructor>);
  /** The fields alone. */
  serialize(): ScoreConstructor;
}
/** The parameters of an experiment: one object, or a list of them. */
type ExperimentParams = JsonObject | JsonObject[];
/** The fields of an experiment, without the methods of the class. */
interface DatasetExperimentConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt?: Maybe<string>;
  name: string;
  datasetId?: Maybe<string>;
  promptId?: Maybe<string>;
  /** The prompt variant that was tried. */
  promptVariantId?: Maybe<string>;
  params?: Maybe<ExperimentParams>;
}
/** The fields of one run of an experiment, without the methods of the class. */
interface DatasetExperimentItemConstructor {
  id?: Maybe<string>;
  datasetExperimentId: string;
  /** The dataset item that was tried. */
  datasetItemId?: Maybe<string>;
  /** The step in which it ran. */
  experimentRunId?: Maybe<string>;
  input?: Maybe<JsonObject>;
  output?: Maybe<JsonObject>;
  /** Scores of the output. Default: none. */
  scores?: Maybe<ScoreConstructor[]>;
}
/** One run of an experiment, as `experiment.log` takes it. */
type ExperimentLogEntry = Omit<DatasetExperimentItemConstructor, "id" | "datasetExperimentId">;
/** An experiment to be created on a dataset. */
interface NewExperiment {
  name: string;
  /** The prompt variant that is tried, from `api.createPromptVariant`. */
  promptVariantId?: string | undefined;
  params?: ExperimentParams | undefined;
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
  /** The fields alone. */
  serialize(): DatasetExperimentItemConstructor;
}
/** Carries a value through everything that a callback calls and awaits. */
interface ContextStorage<Value> {
  /** Runs the callback, and all that follows from it, with the value. */
  run<Result>(value: Value, callback: () => Result): Result;
  /** The value of the innermost `run` around the caller; undefined outside. */
  getStore(): Value | undefined;
  /** Sets the value for what follows in this asynchronous flow; some runtimes lack it. */
  enterWith?(value: Value): void;
}
/** Environment of the recorded application. `experiment` marks records of an experiment. */
type Environment = "dev" | "staging" | "prod" | "experiment";
/** Input of an attachment: an uploaded file (`objectKey`) or a URL elsewhere (`url`). */
interface AttachmentConstructor {
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  /** The media type, such as `image/png`. */
  mime?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** The key of an uploaded file. */
  objectKey?: Maybe<string>;
  /** URL of the file; for an uploaded file a signed URL, created on every read. */
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
  /** The fields alone. */
  serialize(): AttachmentConstructor;
}
/** Kind of model call: with messages (`CHAT`), or with one text (`COMPLETION`). */
type GenerationType = "CHAT" | "COMPLETION";
/** Role of a message's author. */
type GenerationMessageRole = "system" | "developer" | "assistant" | "user" | "function" | "tool";
/** A piece of text in a message. */
interface ITextContent {
  type: "text";
  text: string;
}
/** An image in a message: its address as a string, or in an object as OpenAI has it. */
interface IImageUrlContent {
  type: "image_url";
  image_url: string | {
    url: string;
    detail?: "auto" | "low" | "high" | undefined;
  };
}
/** One message of a chat. */
interface IGenerationMessage {
  /** Id of the message in its prompt template. */
  uuid?: string | undefined;
  /** True when it was rendered from a prompt template. */
  templated?: boolean | undefined;
  role: GenerationMessageRole;
  content: string | (ITextContent | IImageUrlContent)[] | null;
  name?: string | undefined;
  function_call?: JsonObject | undefined;
  tool_calls?: JsonObject[] | undefined;
  tool_call_id?: string | undefined;
}
/** A function that a model may call; `parameters` is its JSON schema. */
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
/** The settings of a model call, such as `temperature` and `max_tokens`. */
type ILLMSettings = JsonObject;
/** Fields of both types of calls. Missing token counts are estimated by the service and marked as estimates. */
interface BaseGenerationFields {
  /** The id of the step that holds the generation. */
  id?: Maybe<string>;
  /** The prompt version that was rendered for the call. */
  promptId?: Maybe<string>;
  /** Provider of the model, such as `openai`. */
  provider?: Maybe<string>;
  model?: Maybe<string>;
  error?: Maybe<string>;
  settings?: Maybe<ILLMSettings>;
  /** The values that the prompt was rendered with. */
  variables?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  tools?: Maybe<ITool[]>;
  tokenCount?: Maybe<number>;
  inputTokenCount?: Maybe<number>;
  outputTokenCount?: Maybe<number>;
  /** Time to first token, in milliseconds. */
  ttFirstToken?: Maybe<number>;
  /** Tokens per second. */
  tokenThroughputInSeconds?: Maybe<number>;
  /** Duration of the call, in seconds. */
  duration?: Maybe<number>;
}
/** A call with messages. */
interface ChatGenerationConstructor extends BaseGenerationFields {
  type?: GenerationType | undefined;
  messages?: Maybe<IGenerationMessage[]>;
  /** The message that the model answered. */
  messageCompletion?: Maybe<IGenerationMessage>;
}
/** A call with one text. */
interface CompletionGenerationConstructor extends BaseGenerationFields {
  type?: GenerationType | undefined;
  /** A text; some models take lists of texts or tokens. */
  prompt?: Maybe<string | JsonValue[]>;
  /** The text that the model answered. */
  completion?: Maybe<string>;
}
/** A call of a language model, to be recorded. */
type Generation = ChatGenerationConstructor | CompletionGenerationConstructor;
/** A generation that the service has stored. */
type PersistedGeneration = Generation & {
  id: string; /** Time of storage, as ISO 8601. */
  createdAt: string;
  type: GenerationType;
  projectId?: Maybe<string>;
  stepId?: Maybe<string>; /** Whether a token count is an estimate of the service. */
  tokenCountEstimated?: boolean | undefined; /** US dollars at the price of its time; null when no price matches the model. */
  cost?: Maybe<number>;
};
/** A condition on generations. */
type GenerationsFilter = TextFilter<"id" | "error" | "provider" | "model" | "promptLineage" | "name" | "environment" | "stepType"> | ContentFilter | JsonFilter<"metadata"> | TimeFilter<"createdAt"> | NumberFilter<"promptVersion" | "duration" | "score" | "tokenCount"> | ListFilter<"tags" | "participant"> | NullFilter<"error" | "provider" | "model" | "promptLineage" | "promptVersion" | "duration" | "score" | "tokenCount" | "tags" | "participant" | "name" | "environment">;
/** Sort order of generations. */
type GenerationsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "model" | "provider" | "participant">;
/** Type of a step. */
type StepType = "assistant_message" | "embedding" | "llm" | "rerank" | "retrieval" | "run" | "system_message" | "tool" | "undefined" | "user_message";
/** Input of a step. */
interface StepConstructor {
  /** Short name of the step's work. */
  name: string;
  type: StepType;
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  /** The thread it belongs to; the current one when not given. */
  threadId?: Maybe<string>;
  /** The step it belongs to; the current one when not given. */
  parentId?: Maybe<string>;
  /** The outermost run around it; the current one when not given. */
  rootRunId?: Maybe<string>;
  /** Creation time, as ISO 8601. */
  createdAt?: Maybe<string>;
  /** Start time, as ISO 8601. Default: now. */
  startTime?: Maybe<string>;
  /** End time, as ISO 8601; set on sending, and for a message equal to `startTime`. */
  endTime?: Maybe<string>;
  environment?: Maybe<Environment>;
  /** Error: a text, an error (recorded with its causes) or an object (recorded as JSON). */
  error?: Maybe<string | Error | JsonObject>;
  /** Input: an object, as written by the SDK. Other clients may have stored any JSON value. */
  input?: Maybe<JsonObject>;
  /** Output: an object, as written by the SDK. Other clients may have stored any JSON value. */
  output?: Maybe<JsonObject>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
  /** The call of a model that the step made; it takes the id of the step. */
  generation?: Maybe<Generation>;
  scores?: Maybe<ScoreConstructor[]>;
  attachments?: Maybe<(Attachment | AttachmentConstructor)[]>;
}
/** A step as the wire takes it: its known fields only, with ids for all that can be sent again. */
interface StepInput {
  id: string;
  [field: string]: unknown;
}
/** A condition on steps. */
type StepsFilter = TextFilter<"id" | "name" | "type" | "parentId" | "threadId" | "error" | "model" | "provider"> | ContentFilter | JsonFilter<"input" | "output" | "metadata"> | TimeFilter<"startTime" | "endTime"> | ListFilter<"tags" | "participantIdentifiers"> | NullFilter<"name" | "input" | "output" | "participantIdentifiers" | "startTime" | "endTime" | "metadata" | "parentId" | "error" | "tags" | "model" | "provider">;
/** Sort order of steps. */
type StepsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost">;
/**
* A call of a model that a framework records as a step. The provider's instrumentation, which sees the same call further down, claims
* it to record the generation below that step; else the framework records the generation itself. So each call has one generation.
*/
declare class ModelCall {
  #private;
  /** The prompt that was rendered for the call, which the framework alone knows. */
  readonly prompt: Pick<BaseGenerationFields, "promptId" | "variables">;
  /** The caller's tags and metadata of the call, as the framework knows them. */
  readonly labels: Pick<BaseGenerationFields, "tags" | "metadata">;
  constructor(prompt?: Pick<BaseGenerationFields, "promptId" | "variables">, labels?: Pick<BaseGenerationFields, "tags" | "metadata">);
  /** Whether the provider's instrumentation holds the generation. */
  get isClaimed(): boolean;
  /** Whether the provider's instrumentation holds the generation of a call that failed. What follows is the framework's to record. */
  get hasFailed(): boolean;
  /** True for the first caller only. Other callers record nothing, because the framework does. */
  claim(): boolean;
  /** Reports that the claimed call failed; the framework may retry it. */
  fail(): void;
  /** Leaves the generation to the framework: it is not certain which call a request is for. */
  refuse(): void;
}
/** A trace that another process began. */
interface RemoteTrace {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** `tracestate` entries of other tracers, passed on unchanged. */
  tracestate: string;
}
/** Thread data that records read. */
interface ContextThread {
  readonly id: string;
}
/** Parent-step data that records read and change. */
interface ContextStep extends StepConstructor {
  id: string;
}
/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
interface ContextOf<Thread extends ContextThread, Step extends ContextStep> {
  currentThread: Thread | null;
  currentStep: Step | null;
  /** The outermost run. */
  rootRun: Step | null;
  currentExperimentItemRunId: string | null;
  /** Overrides the environment of the client. */
  environment: Environment | null;
  /** Added to the metadata of threads and steps. */
  metadata: JsonObject | null;
  /** Added to the tags of threads and steps. */
  tags: string[] | null;
  /** The id of the next step that is made without one; shared by all contexts inside, so that it is taken once. */
  stepId: {
    next: string | null;
  } | null;
  /** The step that a framework made current (`enterContext`): the current one, or one around it. */
  frameworkStep: Step | null;
  /** The call of a model that a framework records as the current step; null elsewhere. */
  modelCall: ModelCall | null;
  /** The trace that another process began. */
  trace: RemoteTrace | null;
}
/** Input of a thread; every field is optional. */
interface ThreadConstructor {
  /** Unique in the project; generated when not given. */
  id?: string | undefined;
  /** Id or identifier of the user who takes part; an unknown identifier creates the user. */
  participantId?: Maybe<string>;
  environment?: Maybe<Environment>;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  tags?: Maybe<string[]>;
}
/** The user who takes part in a thread. */
interface ThreadParticipant {
  id: string;
  identifier: string;
  metadata?: Maybe<JsonObject>;
}
/** A thread to be created or changed: a field that is left out stays as it is stored, `null` clears it. */
interface UpsertThread {
  threadId: string;
  name?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** Id or identifier of the user who takes part; an unknown identifier creates the user. */
  participantId?: Maybe<string>;
  environment?: Maybe<string>;
  /** Replaces the stored tags. */
  tags?: Maybe<string[]>;
}
/** A condition on threads. */
type ThreadsFilter = TextFilter<"id" | "name" | "stepName" | "participantId" | "error"> | ContentFilter | JsonFilter<"metadata" | "stepOutput"> | TimeFilter<"createdAt"> | NumberFilter<"tokenCount" | "duration" | "scoreValue"> | ListFilter<"stepType" | "tags" | "participantIdentifiers"> | NullFilter<"name" | "metadata" | "tokenCount" | "stepName" | "stepOutput" | "tags" | "participantId" | "participantIdentifiers" | "duration" | "error">;
/** Sort order of threads. */
type ThreadsOrderBy = OrderBy<"createdAt" | "startTime" | "duration" | "tokenCount" | "cost" | "participant">;
/** The bounds of sending in the background. */
interface DeliveryLimits {
  /** The most that waits and travels in memory, in bytes; beyond it the oldest records are dropped, or stay in the spool. Default: 64 MiB. */
  maxQueueBytes?: number | undefined;
  /** The most records of one request. Default: 500. */
  maxBatchCount?: number | undefined;
  /** The most bytes of one request before compression, unless one record is larger. Default: 1 MiB. */
  maxBatchBytes?: number | undefined;
  /** The most requests at a time. Default: 4. */
  maxRequests?: number | undefined;
  /** How long a record may wait for others to travel with, in milliseconds. Default: 250. */
  flushIntervalMs?: number | undefined;
  /** How long one request may take, in milliseconds. Default: 10000. */
  requestTimeoutMs?: number | undefined;
  /** How long the natural end of the process may be put off to send what waits, in milliseconds. Default: 5000. */
  exitTimeoutMs?: number | undefined;
}
/** {@link DeliveryLimits} with every gap filled. */
type Limits = { readonly [Name in keyof DeliveryLimits]-?: number };
/**
* What becomes of a record in the queue, for a caller who may ask. The queue keeps records for long, so it references this weakly, and
* this references nothing of the host until somebody asks.
*/
declare class Fate {
  #private;
  /** Called once, without an error when the record is stored or safe on disk; returns whether a caller was told. */
  settle(error?: unknown): boolean;
  /** Called for each request with the record that failed, after which it waits to be sent again. */
  failed(error: unknown): void;
  /** Resolves when the record is settled; rejects when it was given up, or when `isFinal` says so of a failed request. */
  wait(isFinal: (error: unknown) => boolean): Promise<void>;
  /** Nobody waits any more. */
  release(): void;
}
/** Hands trouble to the host's `onError`, which cannot do harm by throwing or rejecting. */
declare class Trouble {
  #private;
  constructor(onError: (error: unknown) => unknown);
  report(error: unknown): void;
  /** Reports what may occur for every record or attempt: at once, and then at most once a minute for each kind. */
  tell(kind: string, message: string, cause?: unknown): void;
}
/**
* Why a record was given up: the queue or the spool was full, the service refused it or took it for too large, it was older than
* the spool keeps, it came after `shutdown()`, or it could not be read.
*/
type DropReason = "queue_full" | "spool_full" | "refused" | "too_large" | "expired" | "shutdown" | "unreadable";
/** How many records were given up, by reason; a reason that never occurred is absent. */
type DropCounts = Partial<Record<DropReason, number>>;
/** What is said about a dropped record. */
interface Drop {
  reason: DropReason;
  why: string;
  cause?: unknown;
  /** How many are dropped together. Default: 1. */
  count?: number | undefined;
}
/** Keeps count of what is given up, and tells it: to the host, to whoever waits for the record, and to the service. */
declare class Drops {
  #private;
  readonly counts: DropCounts;
  constructor(trouble: Trouble);
  get total(): number;
  drop(record: {
    id?: string;
    fate?: Fate | undefined;
  }, {
    reason,
    why,
    cause,
    count
  }: Drop): void;
  /** A step that tells of the drops so far, the same one until the service has it; undefined when there is nothing to tell. */
  get report(): {
    json: string;
  } | undefined;
  /** The service has the report, or will never take it. */
  told(): void;
  /** The service refused the report, when it had accepted so many requests. Gives it up when others are accepted in between. */
  refuseReport(accepted: number): void;
}
/** Time and chance, which tests replace. */
interface PaceOptions {
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  /** A number from 0 up to 1. */
  random: () => number;
  /** At most one request in this time reaches a service that is down, in milliseconds. Default: 1000. */
  shortestMs?: number | undefined;
  /** The longest delay that chance may add, in milliseconds. Default: 30000. */
  longestMs?: number | undefined;
}
/** JSON that several records share. */
interface SharedJson {
  /** Undefined once it was encoded. */
  text: string | undefined;
  /** In UTF-8, from the first request that carries it. */
  bytes: Uint8Array<ArrayBuffer> | undefined;
  /** Length in UTF-8, in bytes. */
  readonly length: number;
  /** The arena that counts its memory, and how many texts there hold it. */
  owner: object | undefined;
  users: number;
}
/** Items of a JSON list, with commas between them. */
interface SharedItems {
  readonly items: readonly SharedJson[];
  /** Length in UTF-8, in bytes. */
  readonly length: number;
}
/** Texts with shared items between them. */
type JsonParts = readonly (string | SharedItems)[];
/** JSON of a record. */
type RecordJson = string | JsonParts;
/** What a record is about. */
type RecordKind = "step" | "thread";
/** A record as it is queued: JSON that later changes do not reach. */
interface EncodedRecord {
  readonly kind: RecordKind;
  readonly id: string;
  readonly json: RecordJson;
  /** Whether it is of something that runs, and is sent again as it ended: it counts neither as delivered nor as dropped. */
  readonly isPreview?: boolean | undefined;
}
/** A step or a thread as it is sent: JSON only, a copy that belongs to nobody else. */
interface RecordedData {
  id: string;
  [field: string]: JsonValue | undefined;
}
/**
* Changes what is recorded before anything is queued, kept on disk or sent; returns what to record instead, which may be its
* argument. It must answer at once: a promise counts as a failure. When it fails, only ids, times, type and name are recorded.
*/
type Mask = (record: RecordedData, kind: RecordKind) => RecordedData;
/** What decides about the content of records. */
interface ContentOptions {
  /** The environment of steps that name none. */
  environment?: string | undefined;
  mask?: Mask | undefined;
  /** False: `input` and what a model was asked are left out. Default: true. */
  recordInputs?: boolean | undefined;
  /** False: `output` and what a model answered are left out. Default: true. */
  recordOutputs?: boolean | undefined;
}
/** One file of a spool. */
interface Segment {
  path: string;
  /** How old it was at `since`, a time of the clock that is never set; both in milliseconds. */
  readonly ageMs: number;
  readonly since: number;
  bytes: number;
  /** The number of the next record. */
  next: number;
  /** Records that are in memory as well, and not settled. */
  live: number;
  /** From this number on, records are on disk alone; undefined: none. */
  coldFrom: number | undefined;
  /** How many those are; undefined for a file that another process left. */
  cold: number | undefined;
  /** Whether it could not be read. It is tried again, after the others. */
  isUnreadable: boolean;
  /** Undefined when it is not open for writing. */
  file: number | undefined;
  /** Whether the disk took a part of its last line. */
  isTorn: boolean;
  /** Lines that are not written yet: what was settled. */
  text: string;
}
/** Where a copy of a record lies. */
interface Place {
  readonly segment: Segment;
  readonly sequence: number;
}
/** Where and how much is kept on disk. */
interface SpoolOptions {
  /** A folder, made when it is missing. Processes may share it. */
  folder: string;
  /** The most that is kept, in bytes; beyond it the oldest file that is not in memory is dropped. Default: 1 GiB. */
  maxBytes?: number | undefined;
  /** How long records are kept, in milliseconds. Default: seven days. */
  maxAgeMs?: number | undefined;
}
/** A copy of what waits, which outlives the process. It never throws. */
interface Spool {
  /** Resolves when it is known which files of others are taken over. */
  readonly ready: Promise<void>;
  /** Bytes on disk. */
  readonly bytes: number;
  /** Whether records wait on disk alone, or may: until it is known which files of others are taken over. */
  readonly isBehind: boolean;
  /** How many do; a file that was not read yet counts for one. Those of files that cannot be read are included. */
  readonly coldCount: number;
  /** Writes the record at once; undefined when there is no room, which is told. */
  append: (record: EncodedRecord) => Place | undefined;
  /** The copy on disk becomes the only one. The place is that of the last record. */
  keepOnDisk: (place: Place) => void;
  /** Reads the oldest records that are on disk alone; they are in memory from now on. */
  load: () => {
    record: EncodedRecord;
    place: Place;
  }[];
  /** The records need not be sent again. */
  settle: (places: readonly Place[]) => void;
  /** Writes what was settled since the turn began. */
  write: () => void;
  /** Leaves what is not settled to the next process. */
  close: () => void;
}
/** Whom the spool tells. */
interface SpoolListeners {
  trouble: Trouble;
  drops: Drops;
  /** Called when it is known which files of others are taken over. */
  onAdopted: () => void;
}
/** Opens a spool; undefined when the disk does not allow it, which is told. */
type OpenSpool = (listeners: SpoolListeners) => Spool | undefined;
/** Prepares the spool of a client for the service and key that its records are for. */
type SpoolFactory = (destination: string) => OpenSpool;
/** What a {@link Dispatcher} works with. */
interface DispatcherOptions {
  limits: Limits;
  /** Posts one GraphQL request once, and resolves to the JSON of its answer. */
  post: (body: Uint8Array<ArrayBuffer>, options: {
    timeoutMs: number;
    signal: AbortSignal;
  }) => Promise<object>;
  drops: Drops;
  trouble: Trouble;
  spool: Spool | undefined;
  /** Called when nothing is pending any more. */
  onIdle: () => void;
  pace?: Partial<PaceOptions> | undefined;
}
/** What a {@link Delivery} is made of. */
interface DeliveryOptions extends Pick<DispatcherOptions, "limits" | "post" | "pace"> {
  recording: ContentOptions;
  /** Receives whatever goes wrong. */
  onError: (error: unknown) => void;
  /** Opens the spool, which keeps a copy on disk of what waits. */
  openSpool?: OpenSpool | undefined;
  /** Given a promise for as long as something waits. */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
  /** True: nothing is queued. */
  disabled?: boolean | undefined;
  /** What runs for longer than this is sent before it ends, in milliseconds. Default: 250. */
  previewMs?: number | undefined;
  /** How long an awaited sending waits, in milliseconds. Default: 30000. */
  timeoutMs?: number | undefined;
  /** After how many further failed requests an awaited sending rejects. Default: 2. */
  maxRetries?: number | undefined;
}
/** What became of all records since the client was made. */
interface DeliveryResult {
  /** Stored by the service. */
  delivered: number;
  /** Waiting, in memory or in the spool, or on their way. */
  pending: number;
  /** Given up; `stats().droppedBy` says why. */
  dropped: number;
}
/** The state of sending in the background. */
interface DeliveryStats extends DeliveryResult {
  /** Records that were handed over or found in the spool: delivered, pending and dropped together. */
  submitted: number;
  droppedBy: DropCounts;
  /** Bytes in memory that wait or travel. */
  bytes: number;
  /** Bytes on disk; 0 without a spool. */
  spooledBytes: number;
  requests: number;
  failedRequests: number;
  /** Whether the last request failed: one at a time is tried, until one succeeds. */
  isDown: boolean;
}
/** How long `flush` and `shutdown` may take. */
interface FlushOptions {
  /** In milliseconds; what is pending then stays pending. Default: 10000. */
  timeoutMs?: number | undefined;
}
/** What can be queued. */
interface Recordable<Wire> {
  id: string;
  serialize: () => Wire;
}
/**
* Sends records in the background: it never throws and never waits, trouble goes to `onError`. What cannot be sent now is kept and
* sent again, without end; what the bounds do not allow is dropped, counted and told to the service.
*/
declare class Delivery {
  #private;
  constructor(options: DeliveryOptions);
  /** Queues the step as it is now. What it returns waits for the end of its delivery; calling that changes nothing but the time. */
  sendStep(step: Recordable<StepInput>): () => Promise<void>;
  /** The same for a thread. */
  sendThread(thread: Recordable<UpsertThread>): () => Promise<void>;
  /** Queues the step as it is now. */
  addStep(step: Recordable<StepInput>): void;
  /** Queues the thread as it is now. */
  addThread(thread: Recordable<UpsertThread>): void;
  /**
  * Sends the step before it ends, when that takes a while, so that it is seen while it runs. Returns what is to be called
  * at its end, before it is sent as it ended.
  */
  previewStep(step: Recordable<StepInput>): () => void;
  /** The same for a thread. */
  previewThread(thread: Recordable<UpsertThread>): () => void;
  /** Hands trouble to `onError`; an error of that function goes nowhere. */
  report(error: unknown): void;
  /**
  * Adds work that `flush`, `shutdown` and the natural end of the process do and await first, such as recording what is still
  * open. Returns what takes it out again.
  */
  beforeFlush(work: () => unknown): () => void;
  /** Sends at once, and resolves when nothing is pending or the time is over. It never rejects. */
  flush({
    timeoutMs
  }?: FlushOptions): Promise<DeliveryResult>;
  /**
  * Like `flush`, and the last: what is recorded afterwards is dropped, what is pending is left to the spool, if there is one, and
  * requests that are under way are ended.
  */
  shutdown({
    timeoutMs
  }?: FlushOptions): Promise<DeliveryResult>;
  /** What became of the records, and what is under way. */
  stats(): DeliveryStats;
}
/** Client interface used by threads and steps. */
interface Recorder {
  readonly api: {
    sendSteps(steps: readonly StepConstructor[], options?: CallOptions): Promise<unknown>;
  };
  /** Carries the context through asynchronous code. */
  readonly store: Pick<ContextStorage<ContextOf<ContextThread, ContextStep>>, "run">;
  readonly context: ContextOf<ContextThread, ContextStep>;
  /** Added to the metadata of every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Added to the tags of every thread and step. */
  readonly globalTags: readonly string[];
  /** Whether what belongs to the thread or root of this id is recorded. */
  readonly isSampled: (id: string) => boolean;
  /** Whether writes are silenced. */
  readonly disabled: boolean;
  /** Receives trouble of recording in the background. It never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends what `wrap` recorded. */
  readonly delivery: Delivery;
}
/** Client interface used by an experiment. */
interface ExperimentClient {
  readonly context: Pick<Recorder["context"], "currentExperimentItemRunId">;
  readonly api: {
    deleteExperiment(id: string): Promise<DatasetExperiment>;
    createExperimentItem(item: DatasetExperimentItemConstructor): Promise<DatasetExperimentItem>;
  };
}
/** A series of runs that try something on the items of a dataset. */
declare class DatasetExperiment implements DatasetExperimentConstructor {
  #private;
  id: string;
  createdAt?: Maybe<string>;
  name: string;
  datasetId?: Maybe<string>;
  promptId?: Maybe<string>;
  promptVariantId?: Maybe<string>;
  params?: Maybe<ExperimentParams>;
  /** Items logged through this object. */
  readonly items: DatasetExperimentItem[];
  constructor(client: ExperimentClient, data: DatasetExperimentConstructor);
  /** The client that the experiment belongs to. */
  get client(): ExperimentClient;
  /** The fields alone. */
  serialize(): DatasetExperimentConstructor;
  /** Deletes the experiment with its items and their scores. The steps of its runs stay. */
  delete(): Promise<DatasetExperiment>;
  /**
  * Stores the outcome of one run with its scores, if there are any. Inside `experimentItemRun().wrap()` it is linked to that run.
  *
  * @throws {ThreadlineError} when it could not be stored.
  */
  log(entry: ExperimentLogEntry): Promise<DatasetExperimentItem>;
}
/** Client interface used by a dataset. */
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
/** Inputs with expected outputs, to try prompts and code on. Every method is one request and rejects with a `ThreadlineError`. */
declare class Dataset implements DatasetConstructor {
  #private;
  id: string;
  createdAt: string;
  name?: Maybe<string>;
  description?: Maybe<string>;
  metadata: JsonObject;
  /** The items as they were fetched, with those that this object added and without those that it deleted. */
  items: DatasetItem[];
  type: DatasetType;
  constructor(client: DatasetClient, data: DatasetConstructor);
  /** The client that the dataset belongs to. */
  get client(): DatasetClient;
  /** The fields alone. */
  serialize(): DatasetConstructor;
  /** Changes the stored dataset and this object; a field that is left out stays. */
  update(dataset: DatasetUpdate): Promise<void>;
  /** Deletes the dataset with its items. */
  delete(): Promise<Dataset>;
  /** Adds an item. */
  createItem(item: NewDatasetItem): Promise<DatasetItem>;
  /** Deletes an item. */
  deleteItem(id: string): Promise<DatasetItem>;
  /** Starts an experiment on the dataset. */
  createExperiment(experiment: NewExperiment): Promise<DatasetExperiment>;
  /**
  * Adds an item made from a step: its input, its output as the expected one, and the steps below it.
  *
  * @throws {ConfigError} when the dataset is one of generations.
  */
  addStep(stepId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
  /** Adds an item made from a generation: its messages or prompt, and what the model answered. */
  addGeneration(generationId: string, metadata?: Maybe<JsonObject>): Promise<DatasetItem>;
  /** Adds an item for each generation; no ids, no request. */
  addGenerations(generationIds?: string[]): Promise<DatasetItem[]>;
}
/** Which records are analysed: those that a list with the same filters has. `runs` are the steps of that type. */
type Analysis = {
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
};
/** A field whose values are counted. */
type FacetField = "type" | "stepType" | "name" | "environment" | "tags" | "model" | "provider" | "error" | "participant" | "promptLineage" | "scoreName" | "scorer" | "label" | "metadata";
/** The fields to count the values of. */
type FacetsQuery = Analysis & {
  fields: {
    field: FacetField; /** Dot-separated path; required for `metadata`. */
    path?: Maybe<string>; /** Counts only values that contain this text, whatever the case. */
    search?: Maybe<string>;
  }[]; /** Maximum values per field. Default: 20. */
  limit?: Maybe<number>;
};
/** Source of the figures of an analysis. */
interface AnalysisBasis {
  /** Number of matching records. */
  recordCount: number;
  /** Whether the figures come from an evenly spread sample, because there are too many records. */
  isEstimate: boolean;
  /** Number of matching records that were read. */
  sampledCount: number;
}
/** The most frequent values of one field. */
interface Facet {
  field: FacetField;
  path: string | null;
  /** Most frequent first. */
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
/** Value counts of fields over the matching records. */
interface Facets extends AnalysisBasis {
  facets: Facet[];
}
/** Sums and percentiles of the records that match. Latencies are seconds, times to the first token milliseconds. */
interface Statistics extends AnalysisBasis {
  errorCount: number;
  inputTokenCount: number;
  outputTokenCount: number;
  tokenCount: number;
  /** US dollars; null when nothing has a price. */
  cost: number | null;
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
/** Metric of a time series; the schema of the service describes each. */
type TimeSeriesMetric = "threadCount" | "runCount" | "stepCount" | "generationCount" | "errorCount" | "generationErrorCount" | "tokenCount" | "inputTokenCount" | "outputTokenCount" | "cost" | "latencyP50" | "latencyP95" | "latencyP99" | "durationP50" | "durationP95" | "durationP99" | "ttFirstTokenP50" | "ttFirstTokenP95" | "ttFirstTokenP99" | "activeUserCount" | "scoreCount" | "scoreAverage";
/** Dimension that a time series is grouped by. */
type TimeSeriesDimension = "model" | "provider" | "promptId" | "name" | "type" | "environment" | "participant" | "scoreName";
/** Metrics over time, by the time of creation of the records. Times are ISO-8601. */
interface TimeSeriesQuery {
  metrics: TimeSeriesMetric[];
  from: string;
  /** Now when not given. */
  to?: Maybe<string>;
  /** At most this many buckets, whose length the service chooses; 60 when not given. */
  maxPoints?: Maybe<number>;
  /** Length of a bucket in seconds: whole minutes that divide a day, or whole days. */
  bucketSeconds?: Maybe<number>;
  /** Minutes that local time is ahead of UTC, so that days begin at local midnight. */
  offsetMinutes?: Maybe<number>;
  groupBy?: Maybe<TimeSeriesDimension>;
  /** Maximum number of groups, largest first. Default: 10. */
  groupLimit?: Maybe<number>;
  /** Counts only records of this environment. */
  environment?: Maybe<string>;
  /** Excludes records of these environments, such as `experiment`; at most 32. */
  exceptEnvironments?: Maybe<string[]>;
  /** Counts only threads, steps with their generations, and scores that bear one of these themselves; at most 32. */
  tags?: Maybe<string[]>;
}
/** One metric over time, whole or of one group. */
interface TimeSeriesLine {
  metric: TimeSeriesMetric;
  /** Null without grouping, for records without a value, and for the rest besides the groups returned. */
  group: string | null;
  /** Whether it is the rest, besides the groups returned. */
  isOther: boolean;
  /** One for each of `times`. */
  values: (number | null)[];
  /** The metric over the whole range. */
  total: number | null;
}
/** Metrics over time. */
interface TimeSeries {
  from: string;
  to: string;
  bucketSeconds: number;
  /** Start of each bucket, oldest first. */
  times: string[];
  lines: TimeSeriesLine[];
  /** About how many stored records are not counted here yet. */
  pendingCount: number;
  /** Whether a sample stands for more than 5,000 records that bear one of the `tags`. */
  isEstimate: boolean;
}
/** Which paths to list. */
interface MetadataPathsQuery {
  resource: "threads" | "steps" | "runs" | "generations";
  /** Only paths that contain this text, whatever the case. */
  search?: Maybe<string>;
  /** Maximum number. Default: 100. */
  first?: Maybe<number>;
}
/** Answers about many records at once. */
interface AnalyticsOperations {
  /** The most frequent values of some fields among the records that match. */
  getFacets(facets: FacetsQuery, options?: CallOptions): Promise<Facets>;
  /** Sums and percentiles of the records that match. */
  getStatistics(analysis: Analysis, options?: CallOptions): Promise<Statistics>;
  /** Metrics over time. */
  getTimeSeries(series: TimeSeriesQuery, options?: CallOptions): Promise<TimeSeries>;
  /** The known paths into the metadata of records, in alphabetical order. */
  getMetadataPaths(paths: MetadataPathsQuery, options?: CallOptions): Promise<string[]>;
}
/** Kind of record in a change notification. A generation has the id of its step. */
type ChangedRecordKind = "DATASET" | "EXPERIMENT" | "GENERATION" | "PROMPT" | "SCORE" | "STEP" | "THREAD" | "USER";
/** Change notification of one record; read the record to get its new state. */
interface RecordChange {
  kind: ChangedRecordKind;
  id: string;
  /** The thread that the record is in, or is; null outside a thread. */
  threadId: string | null;
  /** The outermost run around the step, or around the step of the score; null outside a run. */
  rootRunId: string | null;
  /** The step that the record is, or is on; null when it is neither. */
  stepId: string | null;
  /** Its last change. */
  change: "WRITTEN" | "DELETED";
}
/** Changes since the previous notification. */
interface RecordChanges {
  /** Each changed record once; empty when there was an overflow. */
  changes: RecordChange[];
  /** Whether there were too many changes to list: reload your data. */
  overflow: boolean;
}
/** Filter of change notifications. */
interface RecordChangesFilter {
  /** Only of these records; of all when absent. */
  kinds?: readonly ChangedRecordKind[] | undefined;
  /** Only this thread and its records. */
  threadId?: string | undefined;
  /** Only this run, its steps and their scores. */
  rootRunId?: string | undefined;
}
/** Live updates. */
interface ChangeOperations {
  /**
  * Tells what changes in the project, shortly after each change is durable. Resolves once the stream is open: changes before
  * that are not told, so read what you hold after it. Its loop ends when it is left, when the service closes or when the key is
  * revoked; it throws the reason of `signal` when that aborts, and a `NetworkError` when the connection breaks. `timeoutMs`
  * limits how long opening may take.
  */
  recordChanges(filter?: RecordChangesFilter, options?: CallOptions): Promise<AsyncIterableIterator<RecordChanges, undefined>>;
}
/** A dataset to be created. */
interface NewDataset {
  /** Unique in the project. */
  name: string;
  description?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** Default: `key_value`. */
  type?: DatasetType | undefined;
}
/** Collections of inputs with expected outputs. */
interface DatasetOperations {
  /** The ids and names of all datasets. */
  getDatasets(options?: CallOptions): Promise<{
    id: string;
    name: string;
  }[]>;
  /** Creates a dataset. */
  createDataset(dataset: NewDataset, options?: CallOptions): Promise<Dataset>;
  /** The dataset with its items, by id or by name; null when there is none. */
  getDataset(key: {
    id?: string | undefined;
    name?: string | undefined;
  }, options?: CallOptions): Promise<Dataset | null>;
  /** Changes what is given, and keeps the rest. The result knows no items. */
  updateDataset(id: string, dataset: DatasetUpdate, options?: CallOptions): Promise<Dataset>;
  /** Deletes the dataset with its items; resolves to what it was. */
  deleteDataset(id: string, options?: CallOptions): Promise<Dataset>;
  /** Adds an item. */
  createDatasetItem(datasetId: string, item: NewDatasetItem, options?: CallOptions): Promise<DatasetItem>;
  /**
  * Adds many items, a thousand at a time; resolves to them in the same order. No items: nothing is sent.
  *
  * @throws {GraphQLRequestError} when the service refused a thousand; those before it were added.
  */
  createDatasetItems(datasetId: string, items: readonly NewDatasetItem[], options?: CallOptions): Promise<DatasetItem[]>;
  /** Changes what is given, and keeps the rest. */
  updateDatasetItem(id: string, item: DatasetItemUpdate, options?: CallOptions): Promise<DatasetItem>;
  /** One item. */
  getDatasetItem(id: string, options?: CallOptions): Promise<DatasetItem>;
  /** Deletes an item; resolves to what it was. */
  deleteDatasetItem(id: string, options?: CallOptions): Promise<DatasetItem>;
  /** Adds an item made from a step: its input, its output as the expected one, and the steps below it. */
  addStepToDataset(datasetId: string, stepId: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<DatasetItem>;
  /** Adds an item made from a generation: its messages or prompt, and the answer as the expected output. */
  addGenerationToDataset(datasetId: string, generationId: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<DatasetItem>;
  /**
  * Adds one item for each generation; resolves to the items in the same order. No generations: nothing is sent.
  *
  * @throws {GraphQLRequestError} when the service refused some of them; the others were added.
  */
  addGenerationsToDataset(datasetId: string, generationIds: readonly string[], options?: CallOptions): Promise<DatasetItem[]>;
}
/** Judgements of steps, generations, threads and experiment items. */
interface ScoreOperations {
  /** A page of scores. */
  getScores: ListOperation<ListArguments<ScoresFilter, ScoresOrderBy>, Score>;
  /**
  * Creates many scores; resolves to them in the same order. No scores: nothing is sent.
  *
  * @throws {GraphQLRequestError} when the service refused some of them; the others were stored.
  */
  createScores(scores: readonly ScoreConstructor[], options?: CallOptions): Promise<Score[]>;
  /** Creates one score. The step or thread may arrive later. */
  createScore(score: ScoreConstructor, options?: CallOptions): Promise<Score>;
  /** Changes the value, and the comment where one is given. */
  updateScore(id: string, update: {
    value: number;
    comment?: Maybe<string>;
  }, options?: CallOptions): Promise<Score>;
  /** Deletes the score; resolves to its id. */
  deleteScore(id: string, options?: CallOptions): Promise<string>;
}
/** An experiment to be created, on a dataset or on none. */
interface CreateExperiment extends NewExperiment {
  datasetId?: string | undefined;
  /** The prompt version that is tried; a variant goes into `promptVariantId`. */
  promptId?: string | undefined;
}
/** Trials of an application on a dataset. */
interface ExperimentOperations {
  /** Creates an experiment. */
  createExperiment(experiment: CreateExperiment, options?: CallOptions): Promise<DatasetExperiment>;
  /** A page of experiments, newest first. They know no items. */
  getExperiments: ListOperation<PageArguments, DatasetExperiment>;
  /** The experiment with all its items and their scores, or null when there is none. */
  getExperiment(id: string, options?: CallOptions): Promise<DatasetExperiment | null>;
  /** Deletes the experiment with its items and their scores; the steps of its runs stay. */
  deleteExperiment(id: string, options?: CallOptions): Promise<DatasetExperiment>;
  /** Records one trial with its scores. The step that `experimentRunId` names may arrive later. */
  createExperimentItem(item: DatasetExperimentItemConstructor, options?: CallOptions): Promise<DatasetExperimentItem>;
}
/** What a file can be given as. Node streams are asynchronous iterables. */
type FileContent = string | ArrayBuffer | ArrayBufferView | Blob | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array | string>;
/** A file to be uploaded: its `content`, or the `path` where it lies. */
interface UploadFile {
  /** Bytes, text, a Blob or File, or a stream of either kind. A stream is sent as it comes, never held as a whole. */
  content?: Maybe<FileContent>;
  /** A file of the local disk; needs Node, Bun or Deno. */
  path?: Maybe<string>;
  /** The name that the file is stored under. Default: a new UUID. */
  id?: Maybe<string>;
  /** The thread that the file belongs to. */
  threadId?: Maybe<string>;
  /** The media type. Default: `application/octet-stream`. */
  mime?: Maybe<string>;
}
/** A file that becomes an attachment. */
interface CreateAttachment extends UploadFile {
  /** The name to show. Default: the id. */
  name?: string | undefined;
  metadata?: Maybe<JsonObject>;
}
/** Where an uploaded file is; both null when the upload failed. */
interface UploadResult {
  objectKey: string | null;
  /** A signed address to read it from, for a while. */
  url: string | null;
}
/** Files and the project itself. */
interface FileOperations {
  /**
  * Uploads a file: asks the service to sign the upload, then sends the bytes to the signed address. When the bytes do not
  * get through, both fields of the result are null and `onError` learns why.
  *
  * @throws {ConfigError} when neither `content` nor `path` is given, or the path cannot be read.
  * @throws {ResponseError} when the service does not answer with a signed address.
  */
  uploadFile(file: UploadFile, options?: CallOptions): Promise<UploadResult>;
  /** Uploads a file, in the current thread where there is one, and attaches it to the current step, which brings it to the service. */
  createAttachment(file: CreateAttachment, options?: CallOptions): Promise<Attachment>;
  /** The id of the project that the key belongs to. */
  getProjectId(options?: CallOptions): Promise<string>;
}
/** Calls of language models. A generation is part of a step and has the id of that step. */
interface GenerationOperations {
  /** A page of generations. */
  getGenerations: ListOperation<ListArguments<GenerationsFilter, GenerationsOrderBy>, PersistedGeneration>;
  /**
  * Records a call in a step of type `llm`, under the current step and thread where there is one. The step takes the id of
  * the generation, or a new one. Resolves to the stored form, with the token counts that the service estimated.
  */
  createGeneration(generation: Generation, options?: CallOptions): Promise<PersistedGeneration>;
}
/** A project's price for models, in US dollars per million tokens. Times are ISO-8601. */
interface NewModelPrice {
  /** Display name of the model. */
  name?: Maybe<string>;
  /** Regular expression (RE2, without regard to case) that the whole name of a model has to match. */
  match: string;
  /** Provider of the model. Default: any. */
  provider?: Maybe<string>;
  inputPrice: number;
  outputPrice: number;
  /** For input from the provider's cache; as other input when not given. */
  cachedInputPrice?: Maybe<number>;
  /** For input that is written to the provider's cache; as other input when not given. */
  cacheWritePrice?: Maybe<number>;
  /** For reasoning; as other output when not given. */
  reasoningPrice?: Maybe<number>;
  /** Applies to steps that began at this time or later. */
  validFrom?: Maybe<string>;
  /** Applies to steps that began before this time. */
  validTo?: Maybe<string>;
}
/** Price of a model, from the project or the built-in table. */
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
  /** Whether the real price depends on more, such as the length of the input. */
  isTiered: boolean;
  validFrom: string | null;
  validTo: string | null;
  /** Null for a shipped price. */
  createdAt: string | null;
  updatedAt: string | null;
}
/** Which prices to list. */
interface ModelPricesQuery {
  /** Only those whose name, provider or match contains this text. */
  search?: Maybe<string>;
  source?: Maybe<"PROJECT" | "SHIPPED">;
  /** Maximum number, up to 1,000. Default: 100. */
  first?: Maybe<number>;
  /** Number to skip. */
  skip?: Maybe<number>;
}
/** What models cost. Stored generations follow a change of prices within moments. */
interface PriceOperations {
  /** The project's prices, newest first, then the shipped ones by provider and name. */
  getModelPrices(prices?: ModelPricesQuery, options?: CallOptions): Promise<{
    data: ModelPrice[];
    totalCount: number;
  }>;
  /** Adds a price to the project. Of several that match, one that names the provider goes first, then the newest. */
  createModelPrice(price: NewModelPrice, options?: CallOptions): Promise<ModelPrice>;
  /** Replaces a price of the project as a whole. */
  updateModelPrice(id: string, price: NewModelPrice, options?: CallOptions): Promise<ModelPrice>;
  /** Deletes a price of the project; resolves to what it was. */
  deleteModelPrice(id: string, options?: CallOptions): Promise<ModelPrice>;
}
/** A variable of a template. */
interface IPromptVariableDefinition {
  name: string;
  language: "json" | "plaintext";
}
/** The settings that a prompt is to be called with. */
interface IProviderSettings extends JsonObject {
  model?: string;
  frequency_penalty?: number;
  max_tokens?: number;
  presence_penalty?: number;
  stop?: string[];
  temperature?: number;
  top_p?: number;
}
/** Weight of a version when a prompt is fetched by name only, relative to the other versions. */
interface IPromptRollout {
  version: number;
  rollout: number;
}
/** The fields of a prompt version, without the methods of the class. */
interface PromptConstructor {
  id: string;
  /** The name of its lineage. */
  name: string;
  /** Counts from 0 within the lineage. */
  version: number;
  type?: Maybe<GenerationType>;
  /** Time of storage, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the last change, as ISO 8601. */
  updatedAt?: string | undefined;
  /** Its page in the web interface. */
  url?: Maybe<string>;
  versionDesc?: Maybe<string>;
  label?: Maybe<string>;
  status?: Maybe<string>;
  tags?: Maybe<string[]>;
  metadata?: Maybe<JsonObject>;
  /** The messages with mustache variables in them. */
  templateMessages: IGenerationMessage[];
  tools?: Maybe<ITool[]>;
  /** Provider of the model, such as `openai`. */
  provider?: Maybe<string>;
  settings?: Maybe<IProviderSettings>;
  variables?: Maybe<IPromptVariableDefinition[]>;
  /** Used for variables that a call does not give. */
  variablesDefaultValues?: Maybe<JsonObject>;
}
/** The name under which the versions of a prompt are kept. */
interface PromptLineage {
  id: string;
  name: string;
  description?: Maybe<string>;
}
/** The values that a template is rendered with, by name. */
type PromptVariables = Readonly<Record<string, JsonValue | undefined>>;
/** Origin of a rendered message. */
interface RenderedMessageMetadata {
  /** Id of the message in its template. */
  uuid: string | undefined;
  promptId: string;
  /** All values that the prompt was rendered with, defaults included. */
  variables: PromptVariables;
}
/** An image as chat models take it. */
interface RenderedImage {
  type: "image_url";
  image_url: {
    url: string;
    detail?: "auto" | "low" | "high";
  };
}
interface Rendered {
  /** Origin of the message. Hidden: not part of listings, copies or JSON of the message. */
  literalMetadata(): RenderedMessageMetadata;
}
/** A message of a prompt with its variables filled in, in the shape that chat models take. */
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
/** A version of a prompt: messages with mustache variables in them, and the settings to call a model with. */
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
  /** The client that the prompt belongs to. */
  get client(): Recorder;
  /** The fields alone. */
  serialize(): PromptConstructor;
  /**
  * The messages with the variables filled in, ready for a chat model. A variable that is not given takes its default value, else
  * it is empty. Text is filled in as it is, without HTML escapes.
  */
  formatMessages(variables?: PromptVariables): RenderedMessage[];
  /** @deprecated Use `formatMessages`. */
  format(variables?: PromptVariables): RenderedMessage[];
  /**
  * The prompt as a chat prompt template of LangChain.js, to be piped into a model. Its type is the caller's to name, so that
  * this package needs no LangChain: `toLangchainChatPromptTemplate<ChatPromptTemplate>()`.
  *
  * @throws {ConfigError} when the optional package `@langchain/core` is not installed.
  */
  toLangchainChatPromptTemplate<Template = unknown>(): Promise<Template>;
}
/** What the service says of a change of rollouts. */
interface RolloutUpdate {
  ok: boolean;
  message: string | null;
  errorCode: string | null;
}
/** Prompt templates and their versions. */
interface PromptOperations {
  /** The lineage of this name, created when there is none; null when that fails, and `onError` learns why. */
  createPromptLineage(name: string, description?: string, options?: CallOptions): Promise<PromptLineage | null>;
  /** A page of prompts, newest first. */
  getPromptLineages: ListOperation<PageArguments, PromptLineage>;
  /** The lineage of this name, or null when there is none. */
  getPromptLineageByName(name: string, options?: CallOptions): Promise<PromptLineage | null>;
  /** @deprecated Use `getOrCreatePrompt`. */
  createPrompt(name: string, templateMessages: readonly IGenerationMessage[], settings?: Maybe<JsonObject>, tools?: Maybe<readonly ITool[] | JsonObject>, options?: CallOptions): Promise<Prompt>;
  /** The version with exactly this content, created when there is none. Name, messages, settings and tools make its identity. */
  getOrCreatePrompt(name: string, templateMessages: readonly IGenerationMessage[], settings?: Maybe<JsonObject>, tools?: Maybe<readonly ITool[] | JsonObject>, options?: CallOptions): Promise<Prompt>;
  /** Stores content to be tried in an experiment, which is no version; resolves to its id for `createExperiment`. */
  createPromptVariant(name: string, templateMessages: readonly IGenerationMessage[], settings?: Maybe<JsonObject>, tools?: Maybe<readonly ITool[] | JsonObject>, options?: CallOptions): Promise<string | undefined>;
  /** A prompt version by its id, or null when there is none. Falls back like {@link PromptOperations.getPrompt}. */
  getPromptById(id: string, options?: CallOptions): Promise<Prompt | null>;
  /**
  * A version of a prompt, or null when there is none. Without `version` the service picks one by the weights of the rollout.
  * When the service fails to answer, or takes longer than a second, the copy that was fetched last takes its place, if there is one.
  */
  getPrompt(name: string, version?: number, options?: CallOptions): Promise<Prompt | null>;
  /** The prompt version that a document of the caller's selects under the root field `promptVersion`, or null. */
  getPromptWithQuery(query: string, variables: JsonObject, options?: CallOptions): Promise<Prompt | null>;
  /** How often each version of a prompt is picked, or null when there is no such prompt. */
  getPromptAbTesting(name: string, options?: CallOptions): Promise<IPromptRollout[] | null>;
  /** Replaces all weights of a prompt. Weights are relative to each other. */
  updatePromptAbTesting(name: string, rollouts: readonly IPromptRollout[], options?: CallOptions): Promise<RolloutUpdate>;
}
/** Kind of score values: some categories, or any number within the limits. */
type ScoreSchemaType = "CATEGORICAL" | "CONTINUOUS";
/** One answer that a categorical schema offers. */
interface ScoreCategory {
  /** Becomes the `label` of the score. */
  label: string;
  /** Becomes the `value` of the score. */
  value: number;
}
/** A score schema to be created, or all of one that replaces another. */
interface NewScoreSchema {
  /** The `name` of the scores that it describes; unique in the project. */
  name: string;
  description?: Maybe<string>;
  type: ScoreSchemaType;
  /** Required when it is categorical, else to be left out. */
  categories?: Maybe<ScoreCategory[]>;
  /** Minimum of a continuous schema. Default: no limit. */
  minimum?: Maybe<number>;
  /** Maximum of a continuous schema. Default: no limit. */
  maximum?: Maybe<number>;
}
/** Definition of the scores of one name, for people who score. Scores that do not fit are stored nevertheless. */
interface ScoreSchema extends NewScoreSchema {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt: string;
  /** Time of the last change, as ISO 8601. */
  updatedAt: string;
}
/** How the scores of each name are given. */
interface ScoreSchemaOperations {
  /** All schemas of the project, by name. */
  getScoreSchemas(options?: CallOptions): Promise<ScoreSchema[]>;
  /** The schema of that name, or null when there is none. */
  getScoreSchema(name: string, options?: CallOptions): Promise<ScoreSchema | null>;
  /** Creates a schema; a name that is taken is an error. */
  createScoreSchema(schema: NewScoreSchema, options?: CallOptions): Promise<ScoreSchema>;
  /** Replaces a schema as a whole. */
  updateScoreSchema(id: string, schema: NewScoreSchema, options?: CallOptions): Promise<ScoreSchema>;
  /** Deletes the schema, the scores of its name stay; resolves to what it was. */
  deleteScoreSchema(id: string, options?: CallOptions): Promise<ScoreSchema>;
}
/** Fields to set after a callback: given as they are, or made from its result. */
type Update<Fields, Output> = Fields | ((output: Output) => Fields | Promise<Fields>);
/** One piece of work: a run, a model call, a tool call, a message. Nothing is sent before `send()` or the end of `wrap()`. */
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
  /** With `ignoreContext` the step is taken as it is, as for a step that was fetched. */
  constructor(client: Recorder, data: StepConstructor, ignoreContext?: boolean);
  /** The client that the step is sent with. */
  get client(): Recorder;
  /** Whether it is a message of a user, an assistant or the system. */
  isMessage(): boolean;
  /** A step below this one, in the same thread. */
  step(data: Omit<StepConstructor, "threadId">): Step;
  /** The step as the wire takes it. */
  serialize(): StepInput;
  /**
  * Sends the step as it is now, and ends it when it has no end. May be called again: the records are merged.
  * It is sent in the background, whether it is awaited or not; awaited, it resolves when the step is stored.
  *
  * @throws {ThreadlineError} when it is awaited and the service refuses the step, does not answer after `maxRetries` more requests,
  * or has not stored it within `timeoutMs`. A step that was not refused or dropped still waits, and is sent again.
  */
  send(): Promise<this>;
  /**
  * Runs the callback as this step: what is recorded inside belongs to it. Its result becomes the output (a plain object as it
  * is, anything else under `output`; undefined leaves the output alone), its error becomes `error` and is thrown again.
  * The step is then sent in the background, which never fails or delays the host: see the client's `onError` and `flush()`.
  */
  wrap<Output>(callback: (step: Step) => Output | Promise<Output>, update?: Update<Partial<StepConstructor>, Output>): Promise<Output>;
  /** False when the sampling of the client leaves it out. Experiments are never left out, nor is what was fetched. */
  get isRecorded(): boolean;
}
/** What the service says of one step. */
interface IngestStepResult {
  id: string;
  ok: boolean;
  /** Why it was not stored; null when it was. */
  message: string | null;
}
/** The response of the GraphQL call of `sendSteps`. */
interface SendStepsResponse {
  data: {
    ingestSteps: IngestStepResult[];
  };
}
/** Pieces of work: runs, model calls, tool calls, messages. */
interface StepOperations {
  /**
  * Stores the steps, or merges them into those with the same ids: a field that is left out stays, `null` clears it.
  * Sending a step twice, or its end before its start, leads to the same record. No steps: nothing is sent. A field that is larger than the
  * service takes is cut, as in what is recorded in the background; the README says how.
  *
  * @throws {IngestError} when the service refused some of the steps; the others were stored.
  */
  sendSteps(steps: readonly (Step | StepConstructor)[], options?: CallOptions): Promise<SendStepsResponse>;
  /** A page of steps. */
  getSteps: ListOperation<ListArguments<StepsFilter, StepsOrderBy>, Step>;
  /** The step, or null when there is none. */
  getStep(id: string, options?: CallOptions): Promise<Step | null>;
  /** Deletes the step; resolves to its id. */
  deleteStep(id: string, options?: CallOptions): Promise<string>;
}
/** The fields of a thread, without the methods of the class. */
interface CleanThreadFields extends ThreadConstructor {
  id: string;
  /** When the service first stored it, as ISO 8601; absent on a thread that was not fetched. */
  createdAt?: string | undefined;
  /** Tokens of all its generations together. */
  tokenCount?: Maybe<number>;
  /** Seconds from its first to its last step. */
  duration?: Maybe<number>;
  participant?: Maybe<ThreadParticipant>;
  /** All its steps, nested ones included, in one flat list. */
  steps?: Maybe<Step[]>;
  /** The scores of the thread itself, where a single one was fetched; those of its steps are on the steps. */
  scores?: Maybe<ScoreFields[]>;
}
/** A conversation: steps that belong together. Nothing is sent before `upsert()` or the end of `wrap()`. */
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
  /** The scores of the thread itself, where it was fetched alone. */
  scores?: Maybe<ScoreFields[]>;
  /** With `ignoreContext` the thread is taken as it is, as for a thread that was fetched. */
  constructor(client: Recorder, data?: ThreadConstructor | CleanThreadFields, ignoreContext?: boolean);
  /** Client that sends the thread. */
  get client(): Recorder;
  /** A step of this thread. */
  step(data: Omit<StepConstructor, "threadId">): Step;
  /** A run of this thread. */
  run(data: Omit<StepConstructor, "threadId" | "type">): Step;
  /** The thread as `api.upsertThread` takes it. */
  serialize(): UpsertThread;
  /**
  * Creates the thread, or changes the stored one with this id: a field that was not given stays as it is stored.
  * It is sent in the background, whether it is awaited or not; awaited, it resolves when the thread is stored.
  *
  * @throws {ThreadlineError} when it is awaited and the service refuses the thread, does not answer after `maxRetries` more requests,
  * or has not stored it within `timeoutMs`. A thread that was not refused or dropped still waits, and is sent again.
  */
  upsert(): Promise<this>;
  /**
  * Runs the callback as this thread: what is recorded inside belongs to it. Its result is returned, its error thrown again.
  * The thread is then sent in the background, which never fails or delays the host: see the client's `onError` and `flush()`.
  */
  wrap<Output>(callback: (thread: Thread) => Output | Promise<Output>, update?: Update<ThreadConstructor, Output>): Promise<Output>;
  /** False when the sampling of the client leaves it out. */
  get isRecorded(): boolean;
}
/** Conversations. */
interface ThreadOperations {
  /** Creates the thread, or changes the one with this id. */
  upsertThread(thread: UpsertThread, options?: CallOptions): Promise<Thread>;
  /** @deprecated Pass one object. */
  upsertThread(threadId: string, name?: Maybe<string>, metadata?: Maybe<JsonObject>, participantId?: Maybe<string>, environment?: Maybe<string>, tags?: Maybe<string[]>, options?: CallOptions): Promise<Thread>;
  /** @deprecated Pass one object. */
  upsertThread(threadId: string, name?: Maybe<string>, metadata?: Maybe<JsonObject>, participantId?: Maybe<string>, tags?: Maybe<string[]>, options?: CallOptions): Promise<Thread>;
  /** A page of threads with their steps, newest first unless `orderBy` says else; `stepTypesToKeep` leaves out steps of other types. */
  getThreads: ListOperation<ListArguments<ThreadsFilter, ThreadsOrderBy> & {
    stepTypesToKeep?: StepType[] | undefined;
  }, Thread>;
  /** The thread with all its steps in one flat list, or null when there is none. */
  getThread(id: string, options?: CallOptions): Promise<Thread | null>;
  /** Deletes the thread with its steps; resolves to its id. */
  deleteThread(id: string, options?: CallOptions): Promise<string>;
}
/** Input of a user. */
interface UserConstructor {
  /** Generated by the service. */
  id?: Maybe<string>;
  /** The caller's own name for the user, unique in the project. */
  identifier: string;
  metadata?: Maybe<JsonObject>;
}
/** The fields of a stored user, without the methods of the class. */
interface UserFields extends UserConstructor {
  id: string;
  /** Time of storage, as ISO 8601. */
  createdAt?: string | undefined;
  /** Time of the user's last activity, as ISO 8601. */
  lastEngaged?: Maybe<string>;
  threadCount?: Maybe<number>;
  /** Tokens of all generations in the user's threads. */
  tokenCount?: Maybe<number>;
}
/** A condition on users. */
type ParticipantsFilter = TextFilter<"id" | "identifier"> | TimeFilter<"createdAt" | "lastEngaged"> | NumberFilter<"threadCount" | "tokenCount"> | ListFilter<"identifier"> | JsonFilter<"metadata"> | NullFilter<"identifier" | "lastEngaged" | "threadCount" | "tokenCount" | "metadata">;
/** Sort order of users; users without a thread come last by `lastEngaged`. */
type ParticipantsOrderBy = OrderBy<"createdAt" | "lastEngaged">;
/** Someone who takes part in threads. */
declare class User implements UserConstructor {
  id?: Maybe<string>;
  identifier: string;
  metadata?: Maybe<JsonObject>;
  createdAt?: string | undefined;
  lastEngaged?: Maybe<string>;
  threadCount?: Maybe<number>;
  tokenCount?: Maybe<number>;
  constructor(data: UserConstructor | UserFields);
  /** The fields alone. */
  serialize(): UserConstructor;
}
/** The end users of the recorded application. */
interface UserOperations {
  /** A page of users, with when they were last seen and how much they used. */
  getUsers: ListOperation<ListArguments<ParticipantsFilter, ParticipantsOrderBy>, User>;
  /** Creates a user; `identifier` is the caller's own name for them, unique in the project. */
  createUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /** Changes what is given, and keeps the rest. `id` is the one that the service gave. */
  updateUser(id: string, identifier?: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<User>;
  /** The id of the user with this identifier, who is created when there is none; metadata that is given replaces what is stored. */
  getOrCreateUser(identifier: string, metadata?: Maybe<JsonObject>, options?: CallOptions): Promise<string>;
  /** The user, or undefined when there is none. */
  getUser(identifier: string, options?: CallOptions): Promise<User | undefined>;
  /** Deletes the user; resolves to the id. */
  deleteUser(id: string, options?: CallOptions): Promise<string>;
}
/** Every operation of the service. Each resolves to the service's answer and rejects with a `ThreadlineError`. */
interface Api extends ThreadOperations, StepOperations, GenerationOperations, ScoreOperations, ScoreSchemaOperations, UserOperations, DatasetOperations, ExperimentOperations, PromptOperations, FileOperations, AnalyticsOperations, PriceOperations, ChangeOperations {}
/** The `fetch` that carries every request; the global one, or the `fetch` of a server in the same process. */
type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
/** The options of `new Threadline()`. */
interface ThreadlineOptions {
  /** The project's key. Default: `THREADLINE_API_KEY`, then `LITERAL_API_KEY`. */
  apiKey?: string | undefined;
  /** URL of the service. Default: `THREADLINE_URL`, then `LITERAL_API_URL`, then `http://127.0.0.1:4000`. */
  url?: string | undefined;
  /** Another name of `url`, for those who move from an older client. */
  apiUrl?: string | undefined;
  /** Environment of the records, such as `dev`, `staging` or `prod`; sent as `x-env`. Default: none. */
  environment?: string | undefined;
  /** True: nothing is ever sent; writes answer with what they were given, reads with nothing found. Default: false. */
  disabled?: boolean | undefined;
  /** The release of the application; added as `metadata.release` to threads and steps. Default: none. */
  release?: string | undefined;
  /** The function that carries every request. Default: the global `fetch`. */
  fetch?: Fetch | undefined;
  /**
  * Timeout of one operation including all attempts, in milliseconds. Default: 30000. Does not apply to file uploads.
  */
  timeoutMs?: number | undefined;
  /** Maximum retries of a request that is safe to repeat. Default: 2. */
  maxRetries?: number | undefined;
  /** Receives trouble of recording in the background (`wrap`), which never reaches the host. Default: one line on `console.warn`. */
  onError?: ((error: unknown) => void) | undefined;
  /** Put on every step, and on threads that are new or bring tags. Default: none. */
  tags?: readonly string[] | undefined;
  /** Put under the metadata of every step, and of threads that are new or bring metadata. Default: none. */
  metadata?: JsonObject | undefined;
  /**
  * Changes what `wrap` and `send` record before it is queued, kept on disk or sent. When it fails, the content of the record is
  * left out and the failure goes to `onError`. Default: none.
  */
  mask?: Mask | undefined;
  /** False: inputs of steps, and what a model was asked, are not recorded. Default: true. */
  recordInputs?: boolean | undefined;
  /** False: outputs of steps, and what a model answered, are not recorded. Default: true. */
  recordOutputs?: boolean | undefined;
  /**
  * The share of threads, and of runs outside of threads, that `wrap` and `send` record, from 0 to 1. It goes by the id, so that
  * a thread is recorded whole or not at all, by every process alike. Default: 1.
  */
  sampleRate?: number | undefined;
  /** A folder, or more about it: what waits to be sent is kept there too, and sent by a later process. Default: memory alone. */
  spool?: string | SpoolOptions | undefined;
  /** The bounds of sending in the background. */
  delivery?: DeliveryLimits | undefined;
  /**
  * Hook of a serverless platform: called with a promise that is pending while records wait to be sent. Default: none.
  */
  waitUntil?: ((promise: Promise<unknown>) => void) | undefined;
}
/** The options of `new RecordingClient()`. */
interface RecordingOptions extends Omit<ThreadlineOptions, "spool"> {
  /** Made by `folderSpool()`: what waits to be sent is kept in a folder too, and sent by a later process. Default: memory alone. */
  spool?: SpoolFactory | undefined;
}
/** One run of an experiment: a step of the environment `experiment`, as is everything that is recorded inside its `wrap()`. */
declare class ExperimentItemRun extends Step {
  constructor(client: Recorder, data?: Partial<StepConstructor>, ignoreContext?: boolean);
  /** Like `Step.wrap`; `experiment.log()` inside links its item to this run. The environment ends with the callback. */
  override wrap<Output>(callback: (step: Step) => Output | Promise<Output>, update?: Update<Partial<StepConstructor>, Output>): Promise<Output>;
}
/** Context that `wrap`, `decorate` and `experimentItemRun` pass to everything recorded inside them. */
type StoredContext = ContextOf<Thread, Step>;
/** Context that `decorate` adds to everything recorded inside it. */
interface Decoration {
  /** Merged over the metadata of threads and steps. */
  metadata?: JsonObject | undefined;
  /** Appended to the tags of threads and steps. */
  tags?: string[] | undefined;
  /** The id of the first step that is made without one. */
  stepId?: string | undefined;
}
/**
* What records and delivers, without the code of the operations: that of `api` is loaded when it is first called. For applications
* that only record, and for instrumentations; `Threadline` is this with everything at hand.
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
  /** Every operation of the service; each is awaited and rejects with a `ThreadlineError`. */
  readonly api: Api;
  /** Carries the current thread, step and decoration through asynchronous code. */
  readonly store: ContextStorage<StoredContext>;
  /** Added to the metadata of every thread and step. */
  readonly globalMetadata: JsonObject;
  /** Added to the tags of every thread and step. */
  readonly globalTags: readonly string[];
  /** The share of threads, or of roots outside of threads, that is recorded. */
  readonly sampleRate: number;
  /** Whether what belongs to the thread or root of this id is recorded. */
  readonly isSampled: (id: string) => boolean;
  /**
  * Whether files within recorded values are uploaded: not if content is omitted or masked, since masks cannot inspect
  * files.
  */
  readonly recordsFiles: boolean;
  /** Whether a thread may be named after what a user wrote: not where inputs are left out or masked. */
  readonly namesThreads: boolean;
  /** Whether writes are silenced. */
  readonly disabled: boolean;
  /** Receives trouble of recording in the background. It never throws. */
  readonly onError: (error: unknown) => void;
  /** Sends what `wrap` recorded. */
  readonly delivery: Delivery;
  /**
  * Reads what the options leave out from the environment: see {@link RecordingOptions}.
  *
  * @throws {ConfigError} when there is no key, or an option is unusable.
  */
  constructor(options?: RecordingOptions);
  /** A thread, not sent yet. */
  thread(data?: ThreadConstructor): Thread;
  /** A step of the current thread and step, not sent yet. */
  step(data: StepConstructor): Step;
  /** A step of type `run`, not sent yet. */
  run(data: Omit<StepConstructor, "type">): Step;
  /** A run of an experiment, not sent yet; `experiment.log()` inside its `wrap()` is linked to it. */
  experimentItemRun(data?: Omit<StepConstructor, "type" | "name">): ExperimentItemRun;
  /**
  * Adds metadata, tags or an id to records inside `wrap(callback)`. A nested decoration replaces the outer one. `wrap`
  * resolves to the callback's result and rejects with its error.
  */
  decorate(decoration: Decoration): {
    wrap<Result>(callback: () => Result | Promise<Result>): Promise<Result>;
  };
  /**
  * Sends pending background records immediately. Resolves when nothing is pending, or after `timeoutMs`, with the
  * outcome of all records since the client was created. Never rejects.
  */
  flush(options?: FlushOptions): Promise<DeliveryResult>;
  /** Final `flush`: later records are dropped; pending ones are left to the spool, if there is one. */
  shutdown(options?: FlushOptions): Promise<DeliveryResult>;
  /** `await using client = new Threadline()` shuts it down at the end of the block. */
  [Symbol.asyncDispose](): Promise<void>;
  /** State of the background delivery. */
  stats(): DeliveryStats;
  /** The context of the caller; outside of everything, the empty one. */
  get context(): StoredContext;
  /**
  * Changes the context of the rest of this asynchronous flow, until the returned function is called. For frameworks with
  * start and end callbacks; prefer `wrap` otherwise. Has no effect in runtimes that do not support it.
  */
  enterContext(change: Partial<StoredContext>): () => void;
  /** The thread whose `wrap` the caller is in; null outside. */
  _currentThread(): Thread | null;
  /** The step whose `wrap` the caller is in; null outside. */
  _currentStep(): Step | null;
  /** The id of the experiment's run whose `wrap` the caller is in; null outside. */
  _currentExperimentItemRunId(): string | null;
  /** The outermost run whose `wrap` the caller is in; null outside. */
  _rootRun(): Step | null;
  /**
  * The thread whose `wrap` the caller is in.
  *
  * @throws {ThreadlineError} outside of a thread.
  */
  getCurrentThread(): Thread;
  /**
  * The step whose `wrap` the caller is in.
  *
  * @throws {ThreadlineError} outside of a step.
  */
  getCurrentStep(): Step;
  /**
  * The id of the experiment's run whose `wrap` the caller is in.
  *
  * @throws {ThreadlineError} outside of one.
  */
  getCurrentExperimentItemRunId(): string;
  /**
  * The outermost run whose `wrap` the caller is in.
  *
  * @throws {ThreadlineError} outside of a run.
  */
  getRootRun(): Step;
}
/**
* Runs the callback in a context: one that was kept before (`client.context`), or one of another process (`contextFromTrace`). For
* work that does not follow from what recorded it, such as a job that a queue runs later.
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
* The callback, always run in the context in which it was bound: for event listeners, pools and other code that calls it from
* elsewhere. Its arguments, `this` and result are passed on.
*/
declare function bind<This, Parameters extends unknown[], Result>(client: RecordingClient, callback: (this: This, ...parameters: Parameters) => Result): (this: This, ...parameters: Parameters) => Result;
/** The two headers of W3C Trace Context, to be sent with a request; both are absent outside of a step and a thread. */
interface TraceHeaders {
  traceparent?: string;
  tracestate?: string;
}
/** Headers of a request, as `fetch` or as Node has them. */
type IncomingHeaders = Headers | Readonly<Record<string, string | string[] | undefined>>;
/**
* The headers that make what another process records part of this tree; that process reads them by `contextFromTrace`.
*
* `traceparent`: the trace id stands for the thread, else for the outermost run; the parent id for the step. Ids here may be any
* text, so the exact ones of thread, outermost run and step travel in `tracestate`, as `threadline=thread:run:step`.
*
* @see https://www.w3.org/TR/trace-context/
*/
declare function traceHeaders(client: RecordingClient): TraceHeaders;
/**
* The context that a request's headers name, for `runWithContext`. What is recorded in it is a child of the step that sent the
* request. A `traceparent` of another tracer, without ids of ours, names the thread alone: the trace id written as a UUID. Without a
* readable `traceparent` it is the context outside of everything.
*/
declare function contextFromTrace(client: RecordingClient, headers: IncomingHeaders): StoredContext;
/** The base of every error that the SDK raises; a caller's own abort reason is the one thing that passes through as it is. */
declare class ThreadlineError extends Error {
  override readonly name: string;
}
/** A setting or an argument is missing or unusable. The message names the option and, where there is one, its variable. */
declare class ConfigError extends ThreadlineError {
  override readonly name: string;
}
/** No answer came: the service could not be reached, or the connection broke. `cause` holds the error of `fetch`. */
declare class NetworkError extends ThreadlineError {
  override readonly name: string;
}
/** No answer came in time. */
declare class TimeoutError extends ThreadlineError {
  override readonly name: string;
  /** Timeout in milliseconds. */
  readonly timeoutMs: number;
  constructor(message: string, timeoutMs: number);
}
/** One entry of the `errors` list of an answer. */
interface GraphQLResponseError {
  message: string;
  /** Path of the error in the response: a field, or the alias of one record of a batch. */
  path?: readonly (string | number)[] | undefined;
  locations?: readonly {
    line: number;
    column: number;
  }[] | undefined;
  /** `code` is one of the schema's `ErrorCode`; `field` names the value at fault and `limit` the bound that it broke. */
  extensions?: {
    code?: string;
    field?: string;
    limit?: number;
    [key: string]: unknown;
  } | undefined;
}
/** Data of an {@link HttpError} besides its message. */
interface HttpErrorDetails {
  status: number;
  retryAfterMs?: number | undefined;
  errors?: readonly GraphQLResponseError[] | undefined;
}
/** The service, or something in front of it, answered with an HTTP status outside 200 to 299. */
declare class HttpError extends ThreadlineError {
  override readonly name: string;
  readonly status: number;
  /** Wait requested by the service before a retry, in milliseconds; undefined without one. */
  readonly retryAfterMs: number | undefined;
  /** `errors` of the response body; empty without any. */
  readonly errors: readonly GraphQLResponseError[];
  constructor(message: string, {
    status,
    retryAfterMs,
    errors
  }: HttpErrorDetails);
}
/** The service understood the request and refused it, whole or in part; `errors` says why. */
declare class GraphQLRequestError extends ThreadlineError {
  override readonly name: string;
  readonly errors: readonly GraphQLResponseError[];
  constructor(message: string, errors: readonly GraphQLResponseError[]);
  /** The distinct codes of the errors, in order of appearance. */
  get codes(): string[];
}
/** One step that the service did not store. */
interface StepFailure {
  id: string;
  message: string;
}
/** Some steps of a batch were refused. Those that `failures` does not name were stored and need not be sent again. */
declare class IngestError extends ThreadlineError {
  override readonly name: string;
  readonly failures: readonly StepFailure[];
  constructor(message: string, failures: readonly StepFailure[]);
}
/** An answer came that is not what the service promises: not JSON, or without what the operation needs. */
declare class ResponseError extends ThreadlineError {
  override readonly name: string;
}
/** A record of the background was given up before it was sent. */
declare class DeliveryError extends ThreadlineError {
  override readonly name: string;
}
/**
* The spool of a `RecordingClient`, which has none of its own: what waits to be sent is kept in the folder too, and sent by a later
* process.
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
/** A call of a language model, of either type. */
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
  /** The fields alone. */
  serialize(): Generation;
}
/** A call of a model with messages. */
declare class ChatGeneration extends BaseGeneration implements ChatGenerationConstructor {
  messages?: Maybe<IGenerationMessage[]>;
  messageCompletion?: Maybe<IGenerationMessage>;
  constructor(data?: ChatGenerationConstructor);
}
/** A call of a model with one text. */
declare class CompletionGeneration extends BaseGeneration implements CompletionGenerationConstructor {
  prompt?: Maybe<string | JsonValue[]>;
  completion?: Maybe<string>;
  constructor(data?: CompletionGenerationConstructor);
}
/**
* A connection to one project of the service.
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
  /** Every operation of the service; each is awaited and rejects with a `ThreadlineError`. */
  override readonly api: Api;
  /**
  * Reads what the options leave out from the environment: see {@link ThreadlineOptions}.
  *
  * @throws {ConfigError} when there is no key, or an option is unusable.
  */
  constructor({
    spool,
    ...options
  }?: ThreadlineOptions);
}
export { type Analysis, type AnalysisBasis, type Api, Attachment, type AttachmentConstructor, BaseGeneration, type BaseGenerationFields, type CallOptions, type ChangedRecordKind, ChatGeneration, type ChatGenerationConstructor, type CleanThreadFields, CompletionGeneration, type CompletionGenerationConstructor, ConfigError, type ContextStorage, type CreateAttachment, type CreateExperiment, Dataset, type DatasetConstructor, DatasetExperiment, type DatasetExperimentConstructor, DatasetExperimentItem, type DatasetExperimentItemConstructor, DatasetItem, type DatasetItemConstructor, type DatasetItemUpdate, type DatasetType, type DatasetUpdate, type Decoration, type Delivery, DeliveryError, type DeliveryLimits, type DeliveryResult, type DeliveryStats, type DropCounts, type DropReason, type Environment, ExperimentItemRun, type ExperimentLogEntry, type ExperimentParams, type Facet, type FacetField, type Facets, type FacetsQuery, type Fetch, type FileContent, type FlushOptions, type Generation, type GenerationMessageRole, type GenerationType, type GenerationsFilter, type GenerationsOrderBy, GraphQLRequestError, type GraphQLResponseError, HttpError, type IFunction, type IGenerationMessage, type IImageUrlContent, type ILLMSettings, type IPromptRollout, type IPromptVariableDefinition, type IProviderSettings, type ITextContent, type ITool, type IncomingHeaders, IngestError, type IngestStepResult, type JsonObject, type JsonValue, type JudgedExperimentItem, type ListArguments, type ListOperation, type Mask, type Maybe, type MetadataPathsQuery, type ModelPrice, type ModelPricesQuery, NetworkError, type NewDataset, type NewDatasetItem, type NewExperiment, type NewModelPrice, type NewScoreSchema, type OpenSpool, type OrderBy, type PageArguments, type PageInfo, type PaginatedResponse, type ParticipantsFilter, type ParticipantsOrderBy, type PersistedGeneration, Prompt, type PromptConstructor, type PromptLineage, type PromptVariables, type RecordChange, type RecordChanges, type RecordChangesFilter, type RecordKind, type RecordedData, RecordingClient, type RecordingOptions, type RemoteTrace, type RenderedImage, type RenderedMessage, type RenderedMessageMetadata, ResponseError, type RolloutUpdate, Score, type ScoreCategory, type ScoreConstructor, type ScoreFields, type ScoreSchema, type ScoreSchemaType, type ScoreType, type ScoresFilter, type ScoresOrderBy, type SendStepsResponse, type SpoolFactory, type SpoolOptions, type Statistics, Step, type StepConstructor, type StepFailure, type StepType, type StepsFilter, type StepsOrderBy, type StoredContext, Thread, type ThreadConstructor, type ThreadParticipant, Threadline, ThreadlineError, type ThreadlineOptions, type ThreadsFilter, type ThreadsOrderBy, type TimeSeries, type TimeSeriesDimension, type TimeSeriesLine, type TimeSeriesMetric, type TimeSeriesQuery, TimeoutError, type TraceHeaders, type Update, type UploadFile, type UploadResult, type UpsertThread, User, type UserConstructor, type UserFields, bind, contextFromTrace, folderSpool, runWithContext, traceHeaders };