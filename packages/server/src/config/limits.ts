/** Limits of requests, responses and usage. Error messages name the limit that was exceeded. */
export interface Limits {
  /** Bytes of a request body, both compressed and decompressed. Uploads have a separate limit. */
  readonly maxBodyBytes: number;
  /** Bytes of the bodies of all unanswered requests. One key, account or share link gets at most two thirds. */
  readonly maxPendingBytes: number;
  /** Bytes of a response, and also of the data read for it. */
  readonly maxAnswerBytes: number;
  /** Bytes of all unsent responses. One key, account or share link gets at most two thirds. */
  readonly maxPendingAnswerBytes: number;
  /** Records that a document may request. The sizes of nested lists are multiplied. */
  readonly maxAnswerRecords: number;
  /** Concurrent reads of lists and payloads per key, account or share link. */
  readonly maxReadsPerCredential: number;
  /** Queued reads per key, account or share link. */
  readonly maxWaitingReads: number;
  /** Time after which a response that the client does not read is aborted, in milliseconds. */
  readonly maxUnreadMs: number;
  /** Bytes of an uploaded file. */
  readonly maxUploadBytes: number;
  /** Nesting depth of a JSON body. */
  readonly maxJsonDepth: number;
  /** Values in a JSON body. */
  readonly maxJsonNodes: number;
  /** Characters of a GraphQL document. */
  readonly maxDocumentLength: number;
  /** Lexer tokens of a GraphQL document. */
  readonly maxDocumentTokens: number;
  /** Nesting depth of the selected fields. */
  readonly maxDocumentDepth: number;
  readonly maxDocumentAliases: number;
  /** Fields that a document selects, counted with its fragments expanded. */
  readonly maxDocumentFields: number;
  /** Items of a batch document. */
  readonly maxBatchItems: number;
  /** Lexer tokens of a batch document. */
  readonly maxBatchTokens: number;
  /** Estimated bytes of the document cache. */
  readonly maxDocumentCacheBytes: number;
  /** Open subscriptions per key, account or share link. */
  readonly maxSubscriptionsPerCredential: number;
  /** Open subscriptions per project. The share links of a project get at most half of them. */
  readonly maxSubscriptionsPerProject: number;
  /** Open subscriptions in total. */
  readonly maxSubscriptions: number;
  /** Requests per minute of one key, account or share link; 0 for no limit. */
  readonly maxRequestsPerCredential: number;
  /** Requests per minute below `/api` from one IP address; 0 for no limit. */
  readonly maxRequestsPerAddress: number;
  /** Steps per UTC day for projects without a quota of their own; 0 for no limit. */
  readonly maxStepsPerDay: number;
  /** Stored bytes of records and files for projects without a quota of their own; 0 for no limit. */
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
