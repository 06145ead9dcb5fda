/** Limits of size and depth of a request. Errors name the exceeded limit. */
export interface Limits {
  /** Bytes of a request body, compressed or not. Uploads have their own limit. */
  readonly maxBodyBytes: number;
  /** Bytes of the bodies of all requests that are not answered yet; one key, account or link may have two thirds of them. */
  readonly maxPendingBytes: number;
  /** Bytes of a response, and of the data read for it. */
  readonly maxAnswerBytes: number;
  /** Bytes of all answers that are not sent yet; one key, account or link may have two thirds of them. */
  readonly maxPendingAnswerBytes: number;
  /** Records that a document may ask for, as lists inside lists multiply. */
  readonly maxAnswerRecords: number;
  /** Reads of lists and payloads that one key, account or link may have under way at a time. */
  readonly maxReadsPerCredential: number;
  /** Such reads that may wait for their turn. */
  readonly maxWaitingReads: number;
  /** Milliseconds after which an answer is given up that its client does not read. */
  readonly maxUnreadMs: number;
  /** Bytes of an uploaded file. */
  readonly maxUploadBytes: number;
  /** Nesting of a JSON body. */
  readonly maxJsonDepth: number;
  /** Values in a JSON body. */
  readonly maxJsonNodes: number;
  /** Characters of a GraphQL document. */
  readonly maxDocumentLength: number;
  /** Lexer tokens of a document. */
  readonly maxDocumentTokens: number;
  /** Nesting of the selected fields. */
  readonly maxDocumentDepth: number;
  /** Aliased fields of a document. */
  readonly maxDocumentAliases: number;
  /** Fields of a document after its fragments are filled in. */
  readonly maxDocumentFields: number;
  /** Items of a batch document. */
  readonly maxBatchItems: number;
  /** Lexer tokens of a batch document. */
  readonly maxBatchTokens: number;
  /** Estimated bytes of all remembered documents. */
  readonly maxDocumentCacheBytes: number;
  /** Subscriptions that one key, account or link to a thread may have open. */
  readonly maxSubscriptionsPerCredential: number;
  /** Subscriptions that one project may have open; its links to threads may have half of them together. */
  readonly maxSubscriptionsPerProject: number;
  /** Subscriptions that may be open in all. */
  readonly maxSubscriptions: number;
  /** Requests that one key, account or link may make in a minute; 0 for no limit. */
  readonly maxRequestsPerCredential: number;
  /** Requests below `/api` that may come from one address in a minute; 0 for no limit. */
  readonly maxRequestsPerAddress: number;
  /** Steps that a project without a quota of its own may record in a day of UTC; 0 for no limit. */
  readonly maxStepsPerDay: number;
  /** Bytes of records and files that a project without a quota of its own may store; 0 for no limit. */
  readonly maxStoredBytes: number;
}

export const defaultLimits: Limits = {
  maxBodyBytes: 64 * 1024 * 1024,
  maxPendingBytes: 32 * 1024 * 1024,
  maxAnswerBytes: 64 * 1024 * 1024,
  maxPendingAnswerBytes: 256 * 1024 * 1024,
  maxAnswerRecords: 100_000,
  maxReadsPerCredential: 2,
  maxWaitingReads: 128,
  maxUnreadMs: 30_000,
  maxUploadBytes: 5 * 1024 * 1024 * 1024,
  maxJsonDepth: 256,
  maxJsonNodes: 1_000_000,
  maxDocumentLength: 2 * 1024 * 1024,
  maxDocumentTokens: 2_000,
  maxDocumentDepth: 16,
  maxDocumentAliases: 30,
  maxDocumentFields: 2_000,
  maxBatchItems: 1_000,
  maxBatchTokens: 200_000,
  maxDocumentCacheBytes: 16 * 1024 * 1024,
  maxSubscriptionsPerCredential: 50,
  maxSubscriptionsPerProject: 500,
  maxSubscriptions: 1_000,
  maxRequestsPerCredential: 0,
  maxRequestsPerAddress: 0,
  maxStepsPerDay: 0,
  maxStoredBytes: 0,
};
