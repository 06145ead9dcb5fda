/** Limits of requests, responses and usage. Error messages name the limit that was exceeded. */
export interface Limits {
  /** Maximum size of a request body in bytes, both compressed and decompressed. Uploads have a separate limit. */
  readonly maxBodyBytes: number;
  /**
   * Maximum total size of the bodies of all unanswered requests, in bytes. One key, account or share link gets at most
   * two thirds.
   */
  readonly maxPendingBytes: number;
  /** Maximum size of a response, and of the data read for it, in bytes. */
  readonly maxAnswerBytes: number;
  /** Maximum total size of all unsent responses, in bytes. One key, account or share link gets at most two thirds. */
  readonly maxPendingAnswerBytes: number;
  /**
   * Maximum number of records that a document may request, estimated from its page sizes. The sizes of nested lists are
   * multiplied. For example, 50 records with 100 nested records each count as 5,050 records.
   */
  readonly maxAnswerRecords: number;
  /** Maximum number of concurrent reads of lists and payloads per key, account or share link. */
  readonly maxReadsPerCredential: number;
  /** Maximum number of queued reads per key, account or share link. */
  readonly maxWaitingReads: number;
  /** Time after which a response that the client does not read is aborted, in milliseconds. */
  readonly maxUnreadMs: number;
  /** Maximum size of an uploaded file, in bytes. */
  readonly maxUploadBytes: number;
  /** Maximum nesting depth of a JSON body. */
  readonly maxJsonDepth: number;
  /** Maximum number of values in a JSON body. */
  readonly maxJsonNodes: number;
  /** Maximum length of a GraphQL document, in characters. */
  readonly maxDocumentLength: number;
  /** Maximum number of lexer tokens in a GraphQL document. */
  readonly maxDocumentTokens: number;
  /** Maximum nesting depth of the fields in a document. */
  readonly maxDocumentDepth: number;
  readonly maxDocumentAliases: number;
  /** Maximum number of fields that a document selects, with its fragments expanded. */
  readonly maxDocumentFields: number;
  /** Maximum number of items in a batch document, with which clients write many records in one request. */
  readonly maxBatchItems: number;
  /** Maximum number of lexer tokens in a batch document. */
  readonly maxBatchTokens: number;
  /** Maximum estimated size of the document cache, in bytes. */
  readonly maxDocumentCacheBytes: number;
  /** Maximum number of open subscriptions per key, account or share link. */
  readonly maxSubscriptionsPerCredential: number;
  /** Maximum number of open subscriptions per project. The share links of a project get at most half of them. */
  readonly maxSubscriptionsPerProject: number;
  /** Maximum number of open subscriptions in total. */
  readonly maxSubscriptions: number;
  /** Maximum number of requests per minute of one key, account or share link; 0 for no limit. */
  readonly maxRequestsPerCredential: number;
  /** Maximum number of requests per minute below `/api` from one IP address; 0 for no limit. */
  readonly maxRequestsPerAddress: number;
  /** Maximum number of steps per UTC day for projects without a quota of their own; 0 for no limit. */
  readonly maxStepsPerDay: number;
  /** Maximum stored size of records and files for projects without a quota of their own, in bytes; 0 for no limit. */
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
