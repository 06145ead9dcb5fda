import { Logger } from "pino";
/** An OpenID Connect provider with the client credentials of the service. */
interface SsoOptions {
  /** The issuer's URL, as in its discovery document; https, or http on this machine. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the sign-in button. Default: `single sign-on`. */
  readonly name?: string | undefined;
  /**
  * Hosts that the URLs in the discovery document may have, in addition to the issuer's. Other hosts are never
  * contacted. Default: none.
  */
  readonly hosts?: readonly string[] | undefined;
}
/** Connection of a request, as provided by a listener. */
interface Connection {
  readonly address?: string | undefined;
  /** Closes the socket of a client that does not read its response. */
  readonly end?: (() => void) | undefined;
}
/** Credentials of an S3-compatible store, as in the usual AWS variables. */
interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only for temporary credentials. */
  readonly sessionToken?: string | undefined;
}
/** Byte range, both ends inclusive. */
interface ByteRange {
  readonly start: number;
  readonly end: number;
}
/** Storage of uploaded files by object key. A key is any string and is never used as a path directly. */
interface FileStorage {
  /**
  * Stores the content of a file, and replaces earlier content under the same key. Resolves to the number of bytes when
  * the file is durable. Until then, and after a failure, readers see the earlier content.
  *
  * `maxBytes` is the limit on the content. If the caller knows a smaller maximum length, it passes this as `size`, so
  * that the storage can reserve less memory.
  *
  * Rejects with a {@link FileTooLargeError} if the content is longer than `maxBytes`, and in S3 also if it is longer
  * than `size`. Rejects with a {@link BusyStorageError} if too many uploads are in progress.
  */
  write(objectKey: string, content: AsyncIterable<Uint8Array>, options: {
    readonly maxBytes: number;
    readonly size?: number | undefined;
  }): Promise<number>;
  /** Reads the bytes of a file, or of `range`; null if not found. */
  read(objectKey: string, range?: ByteRange): Promise<ReadableStream<Uint8Array> | null>;
  /** Returns the size in bytes; null if not found. */
  stat(objectKey: string): Promise<{
    readonly size: number;
  } | null>;
  /** Deletes a file. Resolves to false if it does not exist. */
  delete(objectKey: string): Promise<boolean>;
  /**
  * Returns a URL at which clients can read the file from the storage itself. The response has the given type and
  * disposition, and the URL expires after the given seconds. Null if clients cannot reach the storage. Absent if the
  * storage never has such URLs.
  */
  urlOf?(objectKey: string, terms: FileUrlTerms): Promise<string | null>;
}
interface FileUrlTerms {
  readonly seconds: number;
  readonly contentType: string;
  readonly contentDisposition: string;
}
/** SMTP server and sender of the service's messages. */
interface MailOptions {
  /**
  * `smtp://user:password@host:587` for a connection that must use STARTTLS, unless the server is on this machine.
  * `smtps://` for TLS from the start (port 465). With `smtp://...?tls=off`, the connection may be unencrypted; this is
  * meant for a relay in a network that you trust.
  */
  readonly url: string;
  /** An email address, or a name with an email address: `Threadline <threadline@example.com>`. */
  readonly from: string;
}
/** Limits of requests, responses and usage. Error messages name the limit that was exceeded. */
interface Limits {
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
declare const defaultLimits: Limits;
declare const permissions: readonly ["read", "ingest", "annotate", "write", "connections", "admin", "own"];
type Permission = (typeof permissions)[number];
/** Roles in a project, in descending order of permissions. */
declare const roles: readonly ["owner", "admin", "editor", "annotator", "viewer"];
type Role = (typeof roles)[number];
/** Scopes of API keys. A key with `browser` has no other scope. */
declare const scopes$1: readonly ["ingest", "read", "write", "connections", "browser"];
type Scope = (typeof scopes$1)[number];
/**
* The store cannot be opened. It is damaged, belongs to a newer version, or is not a Threadline store. The message says
* what to do.
*/
declare class StoreOpenError extends Error {
  override readonly name = "StoreOpenError";
}
/**
* Account or API key that performs an action (the claimant), and the permission that the action requires. The
* permission may have been revoked since the request arrived, so the store checks it again in the transaction of the
* action. Actions of the service itself have no claim.
*/
interface Claim {
  readonly kind: "account" | "key";
  readonly id: string;
  readonly permission: Permission;
}
/** A whole number of days, or null for unlimited retention. */
type RetentionDays = number | null;
/** A tenant: every other record belongs to exactly one project. */
interface ProjectRecord {
  readonly id: string;
  /** Unique in the store. */
  readonly name: string;
  readonly createdAt: number;
}
/** An API key. The secret itself is never stored, only its SHA-256. */
interface ApiKeyRecord {
  readonly id: string;
  readonly projectId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** Origins of the pages that may use a key with the scope `browser`; null for other keys. */
  readonly origins: readonly string[] | null;
  /** SHA-256 of the secret, hex. */
  readonly hash: string;
  /** First characters of the secret, to recognize a key. */
  readonly prefix: string;
  readonly last4: string;
  readonly createdAt: number;
  /**
  * Name of the person who created the key, at that time; null for keys that the service or a command created.
  */
  readonly createdBy: string | null;
  /**
  * Time of the last recorded use, in epoch milliseconds; null if never used. The next use is recorded only if it is at
  * least `useIntervalMs` later.
  */
  readonly lastUsedAt: number | null;
  /** Time from which the key is rejected, in epoch milliseconds; null: never. */
  readonly expiresAt: number | null;
  /** Epoch ms; null if the key was not revoked. */
  readonly revokedAt: number | null;
}
/**
* Methods with a {@link Claim} reject with a `ForbiddenError` if the account or API key of the claim lacks the
* permission.
*/
interface ProjectStore {
  /**
  * Creates a project. Its owners are the accounts in `owners` or, by default, the owners of the oldest project.
  * Rejects with a {@link ConflictError} if the name is taken, and with a `ForbiddenError` if the account of `claim`
  * does not administer any project.
  */
  create(project: ProjectRecord, owners?: readonly string[], claim?: Claim): Promise<ProjectRecord>;
  /** Resolves to null for an unknown project. Rejects with a {@link ConflictError} if the name is taken. */
  rename(id: string, name: string, claim?: Claim): Promise<ProjectRecord | null>;
  /**
  * Deletes the project with everything in it. From then on, every method rejects with a {@link MissingProjectError}
  * for the project. Its rows are deleted in the background. Resolves to null if not found. Rejects with a {@link
  * ConflictError} if it is the only project.
  */
  delete(id: string, deletedAt: number, claim?: Claim): Promise<ProjectRecord | null>;
  /**
  * Deletes the remaining rows of deleted projects now instead of in the background, except the files of
  * {@link FileStore.leftOver}.
  */
  settle(): Promise<void>;
  /**
  * Returns the retention in days that the operator set for the project; null if none is set. A project can have three
  * retentions: that of the store, this one and {@link ownRetention}. The shortest of them applies.
  */
  retention(id: string): Promise<RetentionDays>;
  /** Resolves to null for an unknown project. */
  setRetention(id: string, days: RetentionDays): Promise<ProjectRecord | null>;
  /**
  * Returns the retention in days that the owners of the project set; null if none is set. A shorter {@link retention}
  * of the operator takes precedence.
  */
  ownRetention(id: string): Promise<RetentionDays>;
  requiresSecondFactor(id: string): Promise<boolean>;
  /**
  * Sets whether members need two-factor authentication. Resolves to null for an unknown project. Rejects with a
  * {@link ConflictError} if the account of `claim` would lose its access, because it has no two-factor authentication.
  */
  requireSecondFactor(id: string, isRequired: boolean, claim?: Claim): Promise<ProjectRecord | null>;
  list(): Promise<ProjectRecord[]>;
  /** Finds a project by id, otherwise by name. */
  find(idOrName: string): Promise<ProjectRecord | null>;
  /**
  * Adds a key. Does nothing if the project has a key with the same hash. Throws a {@link ConflictError} if another
  * project has a key with this hash, or if the project has a key with the same id and a different hash.
  */
  createKey(key: ApiKeyRecord, claim?: Claim): Promise<ApiKeyRecord>;
  listKeys(projectId: string): Promise<ApiKeyRecord[]>;
  findKey(hash: string): Promise<ApiKeyRecord | null>;
  /**
  * Stores the time at which a key was used. Does nothing if the stored time is less than {@link useIntervalMs} before
  * or after `usedAt`.
  */
  recordKeyUse(projectId: string, id: string, usedAt: number): Promise<void>;
  /** Revokes a key; null if not found. Revoking a key again keeps its first revocation time. */
  revokeKey(projectId: string, id: string, revokedAt: number, claim?: Claim): Promise<ApiKeyRecord | null>;
}
/** An account. Accounts belong to the installation; memberships link them to projects. */
interface AccountRecord {
  readonly id: string;
  /** In lower case; unique in the installation. */
  readonly email: string;
  readonly name: string;
  readonly createdAt: number;
}
/**
* State of two-factor authentication. With `on`, sign-in requires a code in addition to the password. With `provider`,
* the account has no password and signs in through an identity provider, which handles the second factor.
*/
type SecondFactorState = "on" | "off" | "provider";
interface MemberRecord {
  readonly account: AccountRecord;
  readonly role: Role;
  readonly secondFactor: SecondFactorState;
  /** Time at which the account was disabled; null when it is enabled. */
  readonly disabledAt: number | null;
  /** Time at which the account joined the project. */
  readonly createdAt: number;
}
interface MembershipRecord {
  readonly project: ProjectRecord;
  readonly role: Role;
  /** Whether the project requires two-factor authentication and the account lacks it. */
  readonly lacksSecondFactor: boolean;
}
/** An invitation for one email address. Only the SHA-256 of the token in its link is stored. */
interface InvitationRecord {
  readonly id: string;
  readonly projectId: string;
  readonly email: string;
  readonly role: Role;
  /** SHA-256 of the token, in hex. */
  readonly hash: string;
  /**
  * Id of the account that created the invitation; null if no account did. If this account loses the permission to
  * grant `role`, the invitation cannot be accepted.
  */
  readonly invitedBy: string | null;
  readonly createdAt: number;
  readonly expiresAt: number;
}
/** An account to create. Only the argon2id hash of its password is stored. */
interface NewAccount extends AccountRecord {
  readonly passwordHash: string;
}
/** Tables of the authentication library, by the names that the library uses. */
declare const authTables: readonly ["user", "session", "account", "verification", "twoFactor"];
type AuthTable = (typeof authTables)[number];
/** Value in a row of an {@link AuthTable}. Times are epoch milliseconds. */
type AuthValue = string | number | boolean | null;
type AuthRow = Readonly<Record<string, AuthValue>>;
/** Condition on a row of an {@link AuthTable}. Several conditions are joined by AND. */
interface AuthCondition {
  readonly field: string;
  readonly operator: "=" | "!=" | "<" | "<=" | ">" | ">=" | "in";
  readonly value: AuthValue | readonly AuthValue[];
}
interface AccountStore {
  count(): Promise<number>;
  get(id: string): Promise<AccountRecord | null>;
  /** Creates the first account, which owns every project. Rejects with a `ConflictError` if an account exists. */
  createFirst(account: NewAccount): Promise<void>;
  /**
  * Creates the account of an invited person as a member of the project, and deletes the invitation. Resolves to null,
  * without changes, if the email has no valid invitation with this `hash`. Rejects with a `ConflictError` if an
  * account with this email exists.
  */
  createInvited(account: NewAccount, hash: string): Promise<InvitationRecord | null>;
  /**
  * Adds an existing account to the project that it was invited to, and deletes the invitation. Resolves to null,
  * without changes, if the email of the account has no valid invitation with this `hash`.
  */
  acceptInvitation(accountId: string, hash: string, now: number): Promise<InvitationRecord | null>;
  /** Replaces the password and ends all sessions of the account. Resolves to null if the email has no account. */
  setPassword(email: string, passwordHash: string, now: number): Promise<AccountRecord | null>;
  /** Projects of an account, oldest first. */
  memberships(accountId: string): Promise<MembershipRecord[]>;
  members(projectId: string): Promise<MemberRecord[]>;
  /**
  * Adds an account to a project, in a migration from another installation. Does nothing if the account is already a
  * member.
  */
  addMember(projectId: string, accountId: string, role: Role, createdAt: number): Promise<void>;
  /**
  * Changes the role of a member. Resolves to null if the account is not a member. Also deletes each invitation that
  * the member created, if the new role may not grant the role in the invitation.
  *
  * Rejects with a `ConflictError` if the project would have no owner. Rejects with a `ForbiddenError` unless the
  * account or key in `claim` may grant both the previous role and the new role.
  */
  changeRole(projectId: string, accountId: string, role: Role, claim?: Claim): Promise<MemberRecord | null>;
  /**
  * Removes a member, and the invitations that the member created. Resolves to the removed member; null if the account
  * is not a member. Rejects like {@link changeRole}.
  */
  removeMember(projectId: string, accountId: string, claim?: Claim): Promise<MemberRecord | null>;
  /**
  * Creates an invitation. Deletes an earlier invitation to the same project for the same email. Rejects with a
  * `ForbiddenError` unless the account or key in `claim` may grant the roles of both invitations.
  */
  invite(invitation: InvitationRecord, claim?: Claim): Promise<void>;
  /**
  * Unexpired invitations of a project, oldest first. Includes invitations that cannot be accepted because their
  * creator has lost the permission to grant the role.
  */
  invitations(projectId: string, now: number): Promise<InvitationRecord[]>;
  findInvitation(hash: string, now: number): Promise<InvitationRecord | null>;
  /**
  * Deletes an invitation and resolves to it; null if not found. Rejects with a `ForbiddenError` unless the account or
  * key in `claim` may grant the role of the invitation.
  */
  revokeInvitation(projectId: string, id: string, claim?: Claim): Promise<InvitationRecord | null>;
  insertRow(table: AuthTable, row: AuthRow): Promise<void>;
  findRows(table: AuthTable, where: readonly AuthCondition[], page?: {
    readonly limit?: number | undefined;
    readonly offset?: number | undefined;
    readonly orderBy?: {
      readonly field: string;
      readonly direction: "asc" | "desc";
    } | undefined;
  }): Promise<AuthRow[]>;
  /** Resolves to the changed rows. */
  updateRows(table: AuthTable, where: readonly AuthCondition[], values: AuthRow): Promise<AuthRow[]>;
  deleteRows(table: AuthTable, where: readonly AuthCondition[]): Promise<AuthRow[]>;
}
type JsonValue = string | number | boolean | null | JsonValue[] | {
  [key: string]: JsonValue;
};
type JsonObject = {
  [key: string]: JsonValue;
};
/** Operators of list filters, by their names in the API. */
type FilterOperator = "eq" | "neq" | "ilike" | "nilike" | "in" | "nin" | "gt" | "gte" | "lt" | "lte" | "is" | "nis";
/**
* One condition on a field. A record must match all conditions of a list. The store does not validate the field,
* operator and value. Times are epoch milliseconds.
*/
interface Filter {
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
  /** Dotted path into a JSON field (`user.plan`), or the score's name for `scoreValue` and `scoreLabel`. */
  readonly path?: string | undefined;
}
/**
* Filter of a list. Only a {@link Filter} can use an index; the other kinds are tested on each record. `any` matches if
* all filters in one of its lists match.
*/
type ListFilter = Filter | ComplementFilter | AnyFilter | StepFilter;
/** Matches the records for which a condition does not hold. Used for operators without a negative counterpart. */
interface ComplementFilter {
  readonly not: Filter;
}
interface AnyFilter {
  readonly any: readonly (readonly ListFilter[])[];
}
/**
* Matches threads by conditions on their steps: at least one step (`someStep`) or no step (`noStep`) meets all
* conditions.
*/
type StepFilter = {
  readonly someStep: readonly ListFilter[];
} | {
  readonly noStep: readonly ListFilter[];
};
/** Order of a list. Ties are ordered by insertion, in the same direction. */
interface Order {
  readonly column: string;
  readonly direction: "ASC" | "DESC";
}
/**
* Selects one page of a list. `first` and `after` read forward; `last` and `before` read backward. The records of a
* page are always in list order. Without `orderBy`, the newest records are first.
*/
interface ListQuery {
  readonly filters?: readonly ListFilter[] | undefined;
  readonly orderBy?: Order | undefined;
  /** Page size for reading forward. Exactly one of `first` and `last` is set. */
  readonly first?: number | undefined;
  readonly last?: number | undefined;
  /** Opaque cursors of this store. A malformed cursor throws an {@link InvalidCursorError}. */
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  /** Only records created at or before this time (epoch ms). */
  readonly cursorAnchor?: number | undefined;
  readonly skip?: number | undefined;
}
interface Page<Record> {
  readonly edges: readonly {
    readonly cursor: string;
    readonly node: Record;
  }[];
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
}
interface Lister<Record> {
  list(projectId: string, query: ListQuery): Promise<Page<Record>>;
  /**
  * Counts the records that match `filters` and `cursorAnchor`. Counts up to 10,000 are exact. Larger ones may be ten
  * seconds old and, with filters on payloads, are estimates.
  */
  count(projectId: string, query: Pick<ListQuery, "filters" | "cursorAnchor">): Promise<number>;
}
interface IdMatcher {
  /** Returns the ids whose records exist and match the filters. */
  matchingIds(projectId: string, ids: readonly string[], filters: readonly ListFilter[]): Promise<string[]>;
  /** Like {@link matchingIds} for several lists of filters. Each record is read once. */
  idsMatchingEach(projectId: string, ids: readonly string[], filters: readonly (readonly ListFilter[])[]): Promise<string[][]>;
}
/** Kinds of records that an analysis can read. `runs` are the steps of the type `run`. */
type AnalyzedResource = "threads" | "steps" | "runs" | "generations" | "scores";
type FacetField = "type" | "stepType" | "name" | "environment" | "apiKey" | "tags" | "model" | "provider" | "error" | "participant" | "promptLineage" | "scoreName" | "scoreLabel" | "scorer" | "label" | "value" | "metadata";
/** Selects the records to analyze: those of the kind `resource` that match all `filters`. */
interface AnalysisQuery {
  readonly resource: AnalyzedResource;
  readonly filters: readonly ListFilter[];
}
interface FacetRequest {
  readonly field: FacetField;
  /** Path within `metadata`, or the name of the scores for `scoreLabel`. */
  readonly path?: string | undefined;
  /** Counts only values of the field that contain this text, ignoring case. */
  readonly search?: string | undefined;
}
/** Records that a result is based on: all matching records, or an evenly spread sample of them. */
interface AnalysisBasis {
  /** Number of matching records; extrapolated from the sample when it is an estimate. */
  readonly recordCount: number;
  readonly isEstimate: boolean;
  readonly sampledCount: number;
}
interface FacetValue {
  /** A string value unchanged; any other value as JSON text. */
  readonly value: string;
  readonly json: JsonValue;
  readonly count: number;
}
interface Facet {
  readonly field: FacetField;
  readonly path: string | null;
  /** Sorted by frequency, most frequent first; equally frequent values are sorted by value. */
  readonly values: readonly FacetValue[];
  readonly valueCount: number;
  readonly missingCount: number;
}
interface Facets extends AnalysisBasis {
  readonly facets: readonly Facet[];
}
interface ScoreStatistics {
  readonly name: string;
  readonly count: number;
  readonly average: number;
}
interface Statistics extends AnalysisBasis {
  readonly errorCount: number;
  readonly inputTokenCount: number;
  readonly outputTokenCount: number;
  readonly tokenCount: number;
  /** Tokens of the runs and of all steps below them; null for other records. */
  readonly totalTokenCount: number | null;
  /** Like `totalTokenCount`, in US dollars; null without a price. */
  readonly totalCost: number | null;
  /** US dollars; null without a price. */
  readonly cost: number | null;
  /** Seconds. */
  readonly latencyP50: number | null;
  readonly latencyP95: number | null;
  readonly latencyP99: number | null;
  /** Milliseconds. */
  readonly ttFirstTokenP50: number | null;
  readonly ttFirstTokenP95: number | null;
  readonly ttFirstTokenP99: number | null;
  readonly scores: readonly ScoreStatistics[];
}
type TimeSeriesMetric = "threadCount" | "runCount" | "stepCount" | "generationCount" | "errorCount" | "generationErrorCount" | "tokenCount" | "inputTokenCount" | "outputTokenCount" | "cost" | "latencyP50" | "latencyP95" | "latencyP99" | "durationP50" | "durationP95" | "durationP99" | "ttFirstTokenP50" | "ttFirstTokenP95" | "ttFirstTokenP99" | "activeUserCount" | "scoreCount" | "scoreAverage";
type TimeSeriesDimension = "model" | "provider" | "promptId" | "name" | "type" | "environment" | "apiKey" | "participant" | "scoreName";
/** Times in epoch milliseconds, durations in milliseconds. */
interface TimeSeriesQuery {
  readonly metrics: readonly TimeSeriesMetric[];
  readonly from: number;
  readonly to: number;
  readonly maxPoints: number;
  /**
  * Minimum length of a bucket, in milliseconds. Must be a whole number of minutes that divides a day evenly, or a
  * whole number of days.
  */
  readonly bucketLength?: number | undefined;
  /**
  * Whether to count only records from `from` to `to`. By default, all records in the first and the last bucket are
  * counted, even if these buckets start before `from` or end after `to`. `isExact` is ignored if too many records
  * would have to be read.
  */
  readonly isExact?: boolean | undefined;
  /** Offset of local time from UTC, in milliseconds. */
  readonly offset: number;
  readonly groupBy?: TimeSeriesDimension | undefined;
  readonly groupLimit: number;
  readonly environment?: string | undefined;
  /** Excluded environments; records without an environment are included. */
  readonly exceptEnvironments?: readonly string[] | undefined;
  /** Includes only records with one of these tags. At least one tag is required. */
  readonly tags?: readonly string[] | undefined;
  /**
  * Counts only steps that were recorded with one of these API keys, given by name or id. The counts are read from the
  * rollups by API key and environment. So this option cannot be combined with `tags`, `matching`, `activeUserCount`,
  * or a dimension other than `environment` and `apiKey`.
  */
  readonly apiKeys?: readonly string[] | undefined;
  /**
  * Counts only the records that match this query. All metrics must count records of the query's `resource` (see
  * {@link countsRecordsOf}). Cannot be combined with `tags`.
  */
  readonly matching?: AnalysisQuery | undefined;
}
interface TimeSeriesLine {
  readonly metric: TimeSeriesMetric;
  readonly group: string | null;
  /** Id of the user or API key that `group` names. Unlike the name, the id never changes. Absent for other groups. */
  readonly groupId?: string;
  readonly isOther: boolean;
  readonly values: readonly (number | null)[];
  readonly total: number | null;
}
interface TimeSeries {
  readonly from: number;
  readonly to: number;
  /** Range whose records are counted: from the first to the last bucket or, with `isExact`, the range of the query. */
  readonly countedFrom: number;
  readonly countedTo: number;
  readonly bucketLength: number;
  readonly times: readonly number[];
  readonly lines: readonly TimeSeriesLine[];
  /** Number of stored records that the values do not include yet. */
  readonly pendingCount: number;
  /**
  * Whether the values are extrapolated from a sample. A query with `tags` reads a sample if more than {@link
  * seriesSample} records of one kind have one of the tags. A query with `matching` reads a sample if more than 10,000
  * records match. It also does so if more than 20,000 records must be tested to find the matches, or more than
  * {@link seriesSample} if the tests read payloads.
  */
  readonly isEstimate: boolean;
}
/** Aggregate queries. Each query reads a bounded number of records. */
interface AnalyticsStore {
  facets(projectId: string, query: AnalysisQuery & {
    readonly facets: readonly FacetRequest[];
    readonly limit: number;
  }): Promise<Facets>;
  statistics(projectId: string, query: AnalysisQuery): Promise<Statistics>;
  timeSeries(projectId: string, query: TimeSeriesQuery): Promise<TimeSeries>;
  /** Returns metadata paths in alphabetical order. */
  metadataPaths(projectId: string, query: {
    readonly resource: AnalyzedResource;
    readonly search?: string | undefined;
    readonly first: number;
  }): Promise<string[]>;
  /**
  * Updates the rollups (precomputed totals of time series) now instead of in the background. The results of queries
  * stay the same.
  */
  settle(): Promise<void>;
}
/** Audited actions: actions on accounts, changes of permissions and limits, and deletions. */
declare const auditActions: readonly ["accountCreated", "signedIn", "signInFailed", "signedOut", "signedOutEverywhere", "sessionsEnded", "passwordChanged", "passwordReset", "secondFactorEnabled", "secondFactorDisabled", "secondFactorFailed", "backupCodeUsed", "backupCodesRenewed", "singleSignOnConnected", "projectCreated", "projectRenamed", "limitsChanged", "secondFactorRequired", "secondFactorNotRequired", "projectDeleted", "memberInvited", "invitationRevoked", "memberJoined", "roleChanged", "memberRemoved", "keyCreated", "keyRevoked", "threadShared", "threadUnshared", "participantDataDeleted", "modelConnectionCreated", "modelConnectionChanged", "modelConnectionDeleted", "modelConnectionTested", "userDeleted", "datasetDeleted", "experimentStarted", "experimentCanceled", "experimentContinued", "experimentDeleted", "promptDeleted", "scoreSchemaDeleted", "evaluatorDeleted", "evaluationRuleCreated", "evaluationRuleChanged", "evaluationRuleBackfilled", "evaluationRuleDeleted", "reviewQueueCreated", "reviewQueueChanged", "reviewQueueDeleted", "reviewItemsAdded", "alertCreated", "alertChanged", "alertSilenced", "alertDeleted", "channelCreated", "channelChanged", "channelDeleted", "channelTested", "dashboardDeleted"];
type AuditAction = (typeof auditActions)[number];
/**
* Kind of actor: an account, an API key, any caller of a service without sign-in (`noLogin`), or an anonymous visitor.
*/
type AuditActorKind = "account" | "key" | "noLogin" | "visitor";
/** An event in the audit log. `actorName` and `subjectName` are the names at the time of the event. */
interface AuditEvent {
  readonly id: string;
  readonly createdAt: number;
  readonly action: AuditAction;
  readonly actorKind: AuditActorKind;
  /** Id of the account or the key. */
  readonly actorId: string | null;
  /** Email of the account, or name of the key. */
  readonly actorName: string | null;
  /** IP address of the request; null if unknown. */
  readonly address: string | null;
  /** Id of the target: an account, invitation, key, thread or project, or a deleted record. */
  readonly subjectId: string | null;
  readonly subjectName: string | null;
  readonly details: JsonObject | null;
}
/** Selects the events that match all given conditions. Times are epoch milliseconds. */
interface AuditFilter {
  /** Id of the actor, or a part of its name. */
  readonly actor?: string | undefined;
  readonly actions?: readonly AuditAction[] | undefined;
  /** Id of the target, or a part of its name. */
  readonly target?: string | undefined;
  /** Inclusive. */
  readonly from?: number | undefined;
  /** Exclusive. */
  readonly until?: number | undefined;
}
/** Events never change. They are deleted by retention or with their project. */
interface AuditStore {
  append(projectId: string, event: AuditEvent): Promise<void>;
  /**
  * Lists events, newest first. With `before`, lists the events before the event with that id, or none if the id is
  * unknown.
  */
  list(projectId: string, page: {
    readonly first: number;
    readonly before?: string | undefined;
    readonly filter?: AuditFilter | undefined;
  }): Promise<AuditEvent[]>;
  /** Deletes at most `limit` events created before a time (epoch ms). Resolves to the number of deleted events. */
  expire(projectId: string, events: {
    readonly before: number;
    readonly limit: number;
  }): Promise<number>;
}
type EvaluatorKind = "LLM" | "CODE" | "BUILT_IN";
type EvaluatorTarget = "STEP" | "RUN" | "THREAD" | "EXPERIMENT_ITEM";
type EvaluatorLanguage = "JAVASCRIPT" | "TYPESCRIPT";
/** A named evaluator. Its versions hold the definition. Times are epoch milliseconds. */
interface EvaluatorRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly archivedAt: number | null;
  readonly latestVersionId: string;
}
/**
* An example for a judge: a step or thread, with the answer that a person gave. If the data of a user are deleted,
* examples with the user's steps or threads are also deleted.
*/
interface JudgeExampleRecord {
  readonly reviewId: string | null;
  readonly stepId: string | null;
  readonly threadId: string | null;
  /** Values of the variables in the judge's messages, such as `output`. */
  readonly values: JsonObject;
  /** Label that the person gave; null if the answer is a number. */
  readonly label: string | null;
  readonly value: number;
  readonly comment: string | null;
  readonly correction: JsonValue;
}
/** Definition of an evaluator of the kind `LLM`. */
interface JudgeRecord {
  /** Id of the prompt version from which the messages were copied. */
  readonly promptId: string | null;
  /** Messages in OpenAI's chat format, with variables. */
  readonly messages: readonly JsonObject[];
  readonly inputs: readonly {
    readonly name: string;
    readonly path: string;
  }[];
  /** Null: the score is a number from `minimum` to `maximum`. */
  readonly labels: readonly {
    readonly label: string;
    readonly value: number;
  }[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly connectionId: string;
  readonly model: string;
  /** Settings of the model call, with the field names of `ModelSettingsInput`. */
  readonly settings: JsonObject | null;
  /** Absent without examples. */
  readonly examples?: readonly JudgeExampleRecord[];
}
/** Definition of an evaluator of the kind `CODE`. */
interface CodeRecord {
  readonly language: EvaluatorLanguage;
  readonly source: string;
}
/** Definition of an evaluator of the kind `BUILT_IN`. */
interface BuiltInRecord {
  readonly scorer: string;
  readonly options: JsonObject;
}
/**
* A version of an evaluator. Versions are immutable, except that their examples are deleted with the data of a user.
*/
interface EvaluatorVersionRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly evaluatorId: string;
  /** Number within the evaluator, from 1. */
  readonly number: number;
  readonly description: string | null;
  readonly kind: EvaluatorKind;
  readonly target: EvaluatorTarget;
  readonly scoreName: string;
  readonly definition: JudgeRecord | CodeRecord | BuiltInRecord;
}
type NewEvaluatorVersion = Omit<EvaluatorVersionRecord, "number">;
interface EvaluatorStore {
  /** Returns all evaluators of the project, by name. */
  all(projectId: string): Promise<EvaluatorRecord[]>;
  get(projectId: string, id: string): Promise<EvaluatorRecord | null>;
  findByName(projectId: string, name: string): Promise<EvaluatorRecord | null>;
  /**
  * Creates an evaluator with its first version. Rejects with a {@link ConflictError} if the name is taken, or the
  * project has `limit` evaluators.
  */
  create(projectId: string, evaluator: Omit<EvaluatorRecord, "latestVersionId">, version: Omit<NewEvaluatorVersion, "evaluatorId">, limit: number): Promise<EvaluatorRecord>;
  /**
  * Updates the given fields. Resolves to null if not found. Rejects with a {@link ConflictError} if the name is taken.
  */
  update(projectId: string, id: string, change: Pick<EvaluatorRecord, "archivedAt" | "description" | "name" | "updatedAt">): Promise<EvaluatorRecord | null>;
  /**
  * Adds a version with the next number. If the newest version has the same content, returns that version instead.
  * Resolves to null if the evaluator does not exist. Rejects with a {@link ConflictError} if the evaluator has `limit`
  * versions, or if `basedOn` is given and is not the newest version.
  */
  addVersion(projectId: string, version: NewEvaluatorVersion, limit: number, basedOn?: string): Promise<EvaluatorVersionRecord | null>;
  getVersions(projectId: string, ids: readonly string[]): Promise<(EvaluatorVersionRecord | null)[]>;
  /** Page of the versions of an evaluator, newest first. */
  newestVersions(projectId: string, evaluatorId: string, page: {
    readonly first: number;
    readonly skip: number;
  }): Promise<EvaluatorVersionRecord[]>;
  /** Deletes an evaluator with its versions. Its scores stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<EvaluatorRecord | null>;
}
type CalibratedVersion = Pick<EvaluatorVersionRecord, "id" | "scoreName" | "target">;
/**
* Two scores of the same target: a person's label, and the score of an evaluator version. Times are epoch milliseconds.
*/
interface JudgedLabel {
  readonly versionId: string;
  /** Id of the step, thread or experiment item. */
  readonly targetId: string;
  readonly judgeScoreId: string;
  readonly judgeValue: number;
  readonly judgeLabel: string | null;
  readonly judgedAt: number;
  readonly labelScoreId: string;
  readonly labeledBy: string;
  readonly value: number;
  readonly label: string | null;
}
interface JudgedValue {
  readonly value: number;
  /** Label of one of the counted scores. */
  readonly label: string | null;
  readonly count: number;
}
/** Range of times in which the scores of a version were created. Null: no limit. */
interface JudgedTime {
  readonly from: number | null;
  readonly until: number | null;
}
/** Reads the scores from which calibrations compute how well each evaluator version agrees with people. */
interface CalibrationStore {
  /**
  * Returns labels (scores by people), each with the score that one of `versions` gave to the same target under the
  * same name. If several versions scored the target, the label is returned for each of them. Reads only the newest
  * `limit` labels of each name. Labels without such a score are left out, but count toward the limit. Labels of the
  * same name and kind of target are in ascending order of creation.
  */
  labels(projectId: string, versions: readonly CalibratedVersion[], limit: number): Promise<JudgedLabel[]>;
  /** Counts the values of the newest `limit` scores of a version. */
  values(projectId: string, versionId: string, time: JudgedTime, limit: number): Promise<JudgedValue[]>;
  /**
  * Returns the ids of a random sample of targets that a version scored and no person labeled. Only the newest `window`
  * scores of the version are read. The sample stays the same until the scores change. `passes` limits the sample to
  * targets with a score of at least `from` or, if `isPassed` is false, to targets with a lower score.
  */
  unlabeled(projectId: string, version: CalibratedVersion, options: JudgedTime & {
    readonly passes: {
      readonly from: number;
      readonly isPassed: boolean;
    } | null;
    readonly window: number;
    readonly limit: number;
  }): Promise<string[]>;
}
type ChannelKind = "WEBHOOK" | "SLACK" | "DISCORD" | "EMAIL";
/**
* Events that a channel can subscribe to. Notifications of alerts need no subscription: an alert lists its channels.
*/
type ProjectEventKind = "PROMPT_PROMOTED" | "EXPERIMENT_FINISHED" | "DATASET_CHANGED" | "QUEUE_EMPTY";
type DeliveryEvent = ProjectEventKind | "ALERT_CHANGED";
/** Webhook, chat or email address that receives notifications. Times are epoch milliseconds. */
interface ChannelRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly kind: ChannelKind;
  /** The email address, or the origin of the URL. The rest of a URL is a secret. */
  readonly address: string;
  readonly events: readonly ProjectEventKind[];
  /** Encrypted URL and signing secret. Null for emails, and for an imported channel until its URL is set again. */
  readonly sealedSecrets: string | null;
}
/** `PENDING`: not sent yet, or to be retried. */
type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";
/** A notification to send to one channel. The job that sends it has the same id. */
interface DeliveryRecord {
  /** Derived from the event and the channel, so that each event is sent once to each channel. */
  readonly id: string;
  readonly createdAt: number;
  readonly channelId: string;
  readonly event: DeliveryEvent;
  /** Content of the event, without personal data. */
  readonly data: JsonObject;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** Time of the last attempt; null before the first. */
  readonly attemptedAt: number | null;
  /** Whether an email is being sent. If the server stops before the outcome is stored, the email is not sent again. */
  readonly isSending: boolean;
  /** HTTP status of the last attempt; null without a response. */
  readonly status: number | null;
  /** Start of the last response; null without one. */
  readonly response: string | null;
  /** Reason why the last attempt failed; null if it did not. */
  readonly failure: string | null;
}
type NewDelivery = Pick<DeliveryRecord, "channelId" | "createdAt" | "data" | "event" | "id"> & {
  /** Time of the first attempt, in epoch milliseconds. */readonly dueAt: number;
};
/** Outcome of one attempt to send a notification. It is stored in the transaction that ends or requeues the job. */
interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly at: number;
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: string | null;
}
/**
* Methods with a {@link Claim} reject with a `ForbiddenError` if the account or API key of the claim lacks the
* permission.
*/
interface ChannelStore {
  /** Returns all channels of the project, by name. */
  all(projectId: string): Promise<ChannelRecord[]>;
  get(projectId: string, id: string): Promise<ChannelRecord | null>;
  /** Rejects with a {@link ConflictError} if the name exists, or the project has `limit` channels. */
  create(projectId: string, channel: ChannelRecord, limit: number, claim?: Claim): Promise<ChannelRecord>;
  /**
  * Replaces a record if it was last changed at `updatedAt`. Resolves to null if not found. Rejects with a
  * {@link ConflictError} if the name exists or the record changed concurrently.
  */
  replace(projectId: string, channel: ChannelRecord, updatedAt: number, claim?: Claim): Promise<ChannelRecord | null>;
  /** Deletes a channel with its deliveries. Resolves to null if not found. */
  delete(projectId: string, id: string, now: number, claim?: Claim): Promise<ChannelRecord | null>;
  getDelivery(projectId: string, id: string): Promise<DeliveryRecord | null>;
  /** Deliveries of a channel, newest first. */
  deliveries(projectId: string, channelId: string, page: {
    readonly state: DeliveryState | null;
    readonly first: number;
    readonly skip: number;
  }): Promise<DeliveryRecord[]>;
  /**
  * Records that an email is being sent. Resolves to false if the delivery does not exist. Also resolves to false if an
  * earlier attempt was recorded, because it may have sent the email.
  */
  startSending(projectId: string, deliveryId: string): Promise<boolean>;
  /**
  * Queues a delivery again, and resets its attempts. Resolves to null if the delivery does not exist, or is still
  * pending.
  */
  resend(projectId: string, deliveryId: string, now: number): Promise<DeliveryRecord | null>;
}
type ViewResource = "generations" | "runs" | "scores" | "steps" | "threads";
/** A condition as the client gave it; dates are strings. */
interface ViewFilter {
  readonly path: string | null;
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
}
/** Time range of a saved view; all time if all fields are null. Times are epoch milliseconds. */
interface ViewTimeRange {
  /** Length of a range that ends now, such as `7d`. */
  readonly last: string | null;
  readonly from: number | null;
  /** Exclusive. */
  readonly to: number | null;
}
/** A saved view of a list. Times are epoch milliseconds. */
interface ViewRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly resource: ViewResource;
  readonly filters: readonly ViewFilter[];
  /** Query that the records must also match. */
  readonly query: string | null;
  readonly columns: readonly string[] | null;
  readonly orderBy: Order | null;
  /** Null if the view does not change the time range of the list. */
  readonly timeRange: ViewTimeRange | null;
  readonly isShared: boolean;
  /** Id of the account that created the view, which may have been deleted. Null if no account created it. */
  readonly ownerId: string | null;
}
interface ViewStore {
  /** Returns the shared views of the project, by name. */
  all(projectId: string): Promise<ViewRecord[]>;
  get(projectId: string, id: string): Promise<ViewRecord | null>;
  /** Rejects with a {@link ConflictError} if the project has `limit` views. */
  create(projectId: string, view: ViewRecord, limit: number): Promise<ViewRecord>;
  /** Replaces the record with this id. Resolves to null if not found. */
  replace(projectId: string, view: ViewRecord): Promise<ViewRecord | null>;
  delete(projectId: string, id: string): Promise<ViewRecord | null>;
}
/**
* Condition of an alert. `INCREASE` and `DECREASE` compare the period with the previous one, in percent; `ABSENCE` is a
* period without records.
*/
type AlertKind = "ABOVE" | "BELOW" | "INCREASE" | "DECREASE" | "ABSENCE";
/** Period over which the metric is computed. Calendar periods start at midnight UTC. */
type AlertPeriod = "FIVE_MINUTES" | "FIFTEEN_MINUTES" | "HOUR" | "SIX_HOURS" | "DAY" | "WEEK" | "CALENDAR_DAY" | "CALENDAR_MONTH";
type AlertState = "OK" | "PENDING" | "FIRING" | "NO_DATA";
/** Reason why an evaluation has no value to compare. */
type AlertProblem = "TOO_FEW_RECORDS" | "NO_VALUE" | "NO_PREVIOUS_VALUE" | "JUDGE_NOT_MEASURED" | "GROUP_NOT_MEASURED";
/** Condition under which an alert fires: a metric of selected records, and how its value is compared. */
interface AlertCondition {
  readonly metric: TimeSeriesMetric;
  /**
  * Whether the value is an average per record: the metric divided by the number of records that the metric counts. For
  * example, `cost` is then the average cost of a generation.
  */
  readonly perRecord: boolean;
  /** Kind of the records that `filters` and `query` select. Null: all records that the metric counts. */
  readonly resource: AnalyzedResource | null;
  readonly filters: readonly ViewFilter[];
  /** Query in the search syntax of `resource`, such as `model:gpt-4o`. */
  readonly query: string | null;
  /**
  * Whether records of the environment `experiment` count. The service records its own model calls there, such as those
  * of judges.
  */
  readonly includesExperiments: boolean;
  /** Dimension to group by. The alert is evaluated for each value of this dimension; null: once for all records. */
  readonly groupBy: TimeSeriesDimension | null;
  readonly kind: AlertKind;
  /** Null for `ABSENCE`. A percentage for `INCREASE` and `DECREASE`. */
  readonly threshold: number | null;
  /** Value at which a firing alert recovers; null: the threshold. */
  readonly recoverAt: number | null;
  readonly period: AlertPeriod;
  /** Time for which the condition must hold before the alert fires. */
  readonly forSeconds: number;
  /**
  * Minimum number of records in the period. With fewer records, the evaluation has the problem `TOO_FEW_RECORDS`
  * instead of a value. `ABSENCE` ignores it.
  */
  readonly minimumCount: number;
  /**
  * For score metrics: whether every judge of the scores must have enough recent labels (scores by people). This is
  * checked when the condition starts to hold, not while the alert is pending or firing. If a judge lacks labels, the
  * alert does not become pending or firing. The evaluation then has the problem `JUDGE_NOT_MEASURED` instead of a
  * value.
  */
  readonly requiresMeasuredJudge: boolean;
}
/** Fields of an alert that clients set. */
interface AlertContent extends AlertCondition {
  /** Unique in the project. */
  readonly name: string;
  /** Channels that are notified. They may have been deleted. */
  readonly channelIds: readonly string[];
  /** Whether an alert of a calendar period also notifies at 50 and 80% of its threshold. */
  readonly warnsEarly: boolean;
  readonly isOn: boolean;
}
/** Progress of an alert. Times are epoch milliseconds. */
interface AlertProgress {
  readonly state: AlertState;
  /** Time at which the state last changed; null before the first evaluation. */
  readonly stateSince: number | null;
  /** Time at which the condition began to hold; null if it does not hold. */
  readonly pendingSince: number | null;
  /** Value of the last evaluation; null without one. */
  readonly value: number | null;
  readonly problem: AlertProblem | null;
  /** End of the last evaluated period; null before the first evaluation. */
  readonly evaluatedAt: number | null;
  /**
  * An alert of a calendar period notifies channels when its value exceeds 100% of the threshold and, with
  * `warnsEarly`, 50 and 80%. This is the highest percentage that channels were notified of in the current period; 0 if
  * none.
  */
  readonly level: number;
  /**
  * Last state that channels were notified of, if the state changed during a silence and they were not notified of a
  * newer state yet. Otherwise null.
  */
  readonly silencedFrom: AlertState | null;
}
/** Progress of one group of an alert. All groups are evaluated together, so only the alert has `evaluatedAt`. */
interface AlertGroup extends Omit<AlertProgress, "evaluatedAt"> {
  /**
  * Identifies the group in later evaluations. The id of a user or API key; for other dimensions, the value of the
  * dimension.
  */
  readonly groupId: string;
  /** Name of the group for people, such as the identifier of a user. Unlike `groupId`, the name can change. */
  readonly group: string;
  /** Time of the last evaluation in which the group had records. */
  readonly countedAt: number;
}
/**
* Progress of an alert. With `groupBy`, each group has its own progress, and the alert has the worst state of its
* groups.
*/
interface GroupedProgress extends AlertProgress {
  /** Largest groups first. Empty without `groupBy`. */
  readonly groupStates: readonly AlertGroup[];
  /** Whether only the largest groups are evaluated, because there are too many. */
  readonly hasMoreGroups: boolean;
}
interface AlertRecord extends AlertContent, GroupedProgress {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** End of the silence, during which nothing is sent. Null if the alert is not silenced. */
  readonly silencedUntil: number | null;
  /** Number of {@link AlertChange}s so far, including those that are no longer stored. */
  readonly changeCount: number;
}
/**
* Entry in the history of an alert or of one of its groups. Usually, it records a change of the state. For a calendar
* period, it can also record that the value exceeded 50 or 80% of the threshold; `level` is then set.
*/
interface AlertChange {
  readonly id: string;
  /** End of the evaluated period. */
  readonly createdAt: number;
  readonly alertId: string;
  /** Number of the change in the history of the alert, from 1. */
  readonly number: number;
  /** Group that changed; null for an alert without `groupBy`. */
  readonly groupValue: string | null;
  /** Id of the group, as in {@link AlertGroup}. */
  readonly groupId: string | null;
  readonly fromState: AlertState;
  readonly toState: AlertState;
  readonly value: number | null;
  readonly threshold: number | null;
  readonly problem: AlertProblem | null;
  readonly isSilenced: boolean;
  /** Level in percent of the threshold; null for a change of the state. */
  readonly level: number | null;
}
/** Result of an evaluation. It is stored in the transaction that ends the evaluation. */
interface AlertEvaluation {
  readonly alertId: string;
  readonly progress: GroupedProgress;
  /** Changes in ascending order of their numbers, at most one for each group. */
  readonly changes: readonly AlertChange[];
  /** Notifications to send. If the state changed during a silence, they report the current state after the silence. */
  readonly deliveries: readonly NewDelivery[];
}
interface AlertStore {
  /** Returns all alerts of the project, by name. */
  all(projectId: string): Promise<AlertRecord[]>;
  get(projectId: string, id: string): Promise<AlertRecord | null>;
  /**
  * Stores an alert, and queues its evaluation if it is on. Rejects with a {@link ConflictError} if the name is taken,
  * or the project has `limit` alerts.
  */
  create(projectId: string, alert: AlertRecord, limit: number): Promise<AlertRecord>;
  /**
  * Replaces the content of an alert, and queues an evaluation. If the alert is turned off, or `groupBy` changes, its
  * state is cleared. If `groupBy` changes, the history of the alert is also deleted. Resolves to null if not found.
  * Rejects with a {@link ConflictError} if the name is taken.
  */
  replace(projectId: string, id: string, content: AlertContent, now: number): Promise<AlertRecord | null>;
  silence(projectId: string, id: string, until: number | null): Promise<AlertRecord | null>;
  /** Deletes an alert with its changes. Resolves to null if not found. */
  delete(projectId: string, id: string, now: number): Promise<AlertRecord | null>;
  /** Page of the changes of an alert, or of one of its groups, newest first. */
  history(projectId: string, alertId: string, page: {
    readonly first: number;
    readonly skip: number;
    readonly groupId?: string | null | undefined;
  }): Promise<AlertChange[]>;
}
/** A mentioned member, with the member's name when the comment was written. */
interface CommentMention {
  readonly accountId: string;
  readonly name: string;
}
type CommentAuthorKind = "account" | "key" | "noLogin";
/** A comment on a thread or a step. Times are epoch milliseconds. */
interface CommentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly editedAt: number | null;
  /** Null for a comment on a step. */
  readonly threadId: string | null;
  /** Null for a comment on a thread. */
  readonly stepId: string | null;
  readonly authorKind: CommentAuthorKind;
  /** Id of the account or API key of the author, which may have been deleted. Null if the service had no sign-in. */
  readonly authorId: string | null;
  /** Name of the author when the comment was written. */
  readonly authorName: string | null;
  /** Markdown. */
  readonly text: string;
  readonly mentions: readonly CommentMention[];
}
interface CommentSubject {
  readonly kind: "thread" | "step";
  readonly id: string;
}
/** Deleting a thread or a step deletes its comments. */
interface CommentStore {
  /** Page of the comments on a record, in order of creation. */
  page(projectId: string, subject: CommentSubject, window: {
    readonly first: number;
    readonly skip: number;
  }): Promise<CommentRecord[]>;
  count(projectId: string, kind: CommentSubject["kind"], ids: readonly string[]): Promise<number[]>;
  get(projectId: string, id: string): Promise<CommentRecord | null>;
  /**
  * Creates a comment. Resolves to null if the thread or step is not found. Rejects with a {@link ConflictError} if it
  * already has `limit` comments.
  */
  create(projectId: string, comment: CommentRecord, limit: number): Promise<CommentRecord | null>;
  edit(projectId: string, id: string, change: Pick<CommentRecord, "editedAt" | "mentions" | "text">): Promise<CommentRecord | null>;
  delete(projectId: string, id: string): Promise<CommentRecord | null>;
}
type WidgetChart = "line" | "area" | "bar" | "table" | "number" | "heatMap";
/** A chart of a dashboard, and its place in the grid of 12 columns. */
interface WidgetRecord {
  readonly title: string;
  readonly chart: WidgetChart;
  readonly metrics: readonly TimeSeriesMetric[];
  readonly groupBy: TimeSeriesDimension | null;
  readonly groupLimit: number;
  /** Kind of the records to count. `query` is in the search syntax of this kind. Null: all records. */
  readonly resource: AnalyzedResource | null;
  readonly query: string | null;
  readonly column: number;
  readonly row: number;
  readonly width: number;
  readonly height: number;
}
/** Times are epoch milliseconds. */
interface DashboardRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly description: string | null;
  readonly widgets: readonly WidgetRecord[];
  /** Id of the account or API key of the author, which may have been deleted. Null if the service had no sign-in. */
  readonly authorId: string | null;
  /** Name of the author when the dashboard was created. */
  readonly authorName: string | null;
}
interface DashboardStore {
  /** Returns all dashboards of the project, by name. */
  all(projectId: string): Promise<DashboardRecord[]>;
  get(projectId: string, id: string): Promise<DashboardRecord | null>;
  /** Rejects with a {@link ConflictError} if the project has `limit` dashboards. */
  create(projectId: string, dashboard: DashboardRecord, limit: number): Promise<DashboardRecord>;
  /** Replaces the record with this id. Resolves to null if not found. */
  replace(projectId: string, dashboard: DashboardRecord): Promise<DashboardRecord | null>;
  delete(projectId: string, id: string): Promise<DashboardRecord | null>;
}
type DatasetType = "key_value" | "generation";
interface DatasetRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly metadata: JsonObject | null;
  readonly type: DatasetType;
  /** Number of the latest version; 0 before the first change of the items. */
  readonly version: number;
  /** Number of items that were ever added. It is also the position of the newest item. */
  readonly itemsAdded: number;
  /** JSON schemas of `input`, `expectedOutput` and `metadata`; null without a schema. */
  readonly itemSchema: JsonObject | null;
}
interface NewDataset extends Omit<DatasetRecord, "version" | "itemsAdded" | "itemSchema"> {
  readonly itemSchema?: JsonObject | null | undefined;
}
interface DatasetItemRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly datasetId: string;
  readonly metadata: JsonObject | null;
  readonly input: JsonValue;
  readonly expectedOutput: JsonValue;
  /** Copies of all steps below the step that the item was created from, oldest first. */
  readonly intermediarySteps: readonly JsonObject[] | null;
  readonly stepId: string | null;
  readonly splits: readonly string[];
  /** Version of the dataset in which the item got this content. */
  readonly version: number;
  /** Order of insertion in the dataset. */
  readonly position: number;
  /** Hash of the input. Null for an item of an earlier storage format; the next change of the dataset sets it. */
  readonly inputHash: string | null;
}
interface NewDatasetItem extends Omit<DatasetItemRecord, "version" | "position" | "inputHash" | "splits"> {
  /** Default: none for a new item, unchanged for a stored item. */
  readonly splits?: readonly string[] | undefined;
}
/** A change of the items of a dataset, with the number of items that it added, updated and deleted. */
interface DatasetVersionRecord {
  readonly datasetId: string;
  readonly version: number;
  readonly createdAt: number;
  readonly added: number;
  readonly updated: number;
  readonly deleted: number;
}
/** Content of an item in two versions of a dataset; null where it does not exist. */
interface DatasetItemDifference {
  readonly before: DatasetItemRecord | null;
  readonly after: DatasetItemRecord | null;
}
interface DatasetSplit {
  readonly name: string;
  readonly itemCount: number;
}
interface DatasetItemChange {
  readonly id: string;
  readonly input?: JsonValue | undefined;
  readonly expectedOutput?: JsonValue | undefined;
  readonly metadata?: JsonObject | undefined;
  readonly splits?: readonly string[] | undefined;
}
/** Selects a part of the items of a dataset. */
interface ItemSelection {
  /** Default: the latest. */
  readonly version?: number | undefined;
  /** Default: all items, whether or not they are in a split. */
  readonly split?: string | undefined;
  /**
  * Selects the items whose input, expected output or metadata contains this text, ignoring case, or whose id is this
  * text. Default: all items.
  */
  readonly search?: string | undefined;
}
interface ItemWindow {
  readonly first: number;
  readonly skip: number;
}
/** A split and its share of the items, between 0 and 1. */
interface SplitShare {
  readonly name: string;
  readonly share: number;
}
interface DatasetStore extends Lister<DatasetRecord> {
  /** Rejects with a {@link ConflictError} if the name is taken. */
  create(projectId: string, dataset: NewDataset): Promise<DatasetRecord>;
  /** Updates the given fields; null clears a field. Resolves to null if not found. */
  update(projectId: string, id: string, change: {
    readonly name?: string | undefined;
    readonly description?: string | null | undefined;
    readonly metadata?: JsonObject | null | undefined;
    readonly itemSchema?: JsonObject | null | undefined;
  }): Promise<DatasetRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(DatasetRecord | null)[]>;
  findByName(projectId: string, name: string): Promise<DatasetRecord | null>;
  /** Deletes the dataset with its items. Its experiments stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<DatasetRecord | null>;
  /**
  * Adds items in one durable transaction, as one version of their dataset. An item whose id is stored is returned
  * unchanged; with `replaces`, it gets the new content. Rejects with a {@link ConflictError} if the stored item is in
  * another dataset, or if the dataset does not exist.
  */
  createItems(projectId: string, items: readonly NewDatasetItem[], options: {
    readonly at: number;
    readonly replaces?: boolean | undefined;
  }): Promise<DatasetItemRecord[]>;
  /** The item in a version of its dataset, by default the latest. */
  getItem(projectId: string, id: string, version?: number): Promise<DatasetItemRecord | null>;
  /**
  * Returns for each step the dataset item that contains its expected output. For the run of an experiment, this is the
  * dataset item on which the experiment ran. If there is none, it is the newest item that was created from the step.
  * Null if neither exists.
  */
  referencesOf(projectId: string, stepIds: readonly string[]): Promise<(DatasetItemRecord | null)[]>;
  /** The items of each dataset in order of insertion. */
  itemsOf(projectId: string, datasetIds: readonly string[]): Promise<DatasetItemRecord[][]>;
  /** Page of the items of a dataset, in order of insertion. */
  itemPage(projectId: string, datasetId: string, page: ItemWindow & ItemSelection): Promise<DatasetItemRecord[]>;
  /** Ids of the selected items, in order of insertion. */
  itemIds(projectId: string, datasetId: string, selection: ItemSelection): Promise<string[]>;
  countItems(projectId: string, datasetIds: readonly string[]): Promise<number[]>;
  countSelected(projectId: string, datasetId: string, selection: ItemSelection): Promise<number>;
  /** The splits of a version in alphabetical order. Default: the latest version. */
  splitsOf(projectId: string, datasetId: string, version?: number): Promise<DatasetSplit[]>;
  /** Page of the versions of a dataset, newest first. */
  versionPage(projectId: string, datasetId: string, page: ItemWindow): Promise<DatasetVersionRecord[]>;
  /** Page of the items that differ between two versions, in order of insertion. */
  differences(projectId: string, datasetId: string, page: ItemWindow & {
    readonly from: number;
    readonly to: number;
  }): Promise<DatasetItemDifference[]>;
  /** Up to `limit` items of the latest version with this input, oldest first. */
  itemsWithInput(projectId: string, datasetId: string, input: JsonValue, limit: number): Promise<DatasetItemRecord[]>;
  /** Page of groups of items that have equal inputs. A group has at least two items. */
  duplicates(projectId: string, datasetId: string, page: ItemWindow): Promise<DatasetItemRecord[][]>;
  /** Updates the given fields; null clears a field. Resolves to null if not found. */
  updateItems(projectId: string, changes: readonly DatasetItemChange[], at: number): Promise<(DatasetItemRecord | null)[]>;
  /**
  * Adds items to splits and removes them from others. Creates one version of each dataset that contains some of the
  * items.
  */
  changeSplits(projectId: string, change: {
    readonly ids: readonly string[];
    readonly add: readonly string[];
    readonly remove: readonly string[];
  }, at: number): Promise<(DatasetItemRecord | null)[]>;
  /**
  * Deletes items and resolves to them, with null for each unknown id. Creates one version of each dataset that
  * contained some of the items.
  */
  deleteItems(projectId: string, ids: readonly string[], at: number): Promise<(DatasetItemRecord | null)[]>;
  /**
  * Assigns items to the given splits at random, so that each split gets its `share` of the items, and no item is in
  * two of them. Other splits keep their items. The same seed gives the same assignment. Resolves to null if the
  * dataset does not exist.
  */
  divide(projectId: string, datasetId: string, division: {
    readonly shares: readonly SplitShare[];
    readonly seed: string;
    readonly at: number;
  }): Promise<DatasetRecord | null>;
}
type EvaluationRuleMode = "ON" | "OFF" | "DRY_RUN";
/** A rule that scores new steps, runs or threads with an evaluator version. Times are epoch milliseconds. */
interface EvaluationRuleRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  /** The version may have been deleted. */
  readonly evaluatorVersionId: string;
  /** Kind of target of the evaluator version; never `EXPERIMENT_ITEM`. */
  readonly target: EvaluatorTarget;
  readonly filters: readonly ViewFilter[];
  /** Query in the search syntax of threads if `target` is `THREAD`, otherwise in that of steps. */
  readonly query: string | null;
  /** 0 to 1. */
  readonly sampleRate: number;
  readonly quietSeconds: number;
  /** US dollars; null without a limit. */
  readonly dailySpendLimit: number | null;
  readonly mode: EvaluationRuleMode;
}
interface EvaluationRuleDay {
  readonly ruleId: string;
  /** Number of the day since 1970-01-01 (UTC). */
  readonly day: number;
  readonly judged: number;
  readonly superseded: number;
  readonly wouldJudge: number;
  /** US dollars, including estimates of running calls. */
  readonly spent: number;
}
/**
* Steps that were ingested together, and have not been compared with the rules yet. Arrivals are only stored while the
* project has active rules.
*/
interface EvaluationArrival {
  readonly id: string;
  readonly createdAt: number;
  readonly stepIds: readonly string[];
}
/** Fields of a step from which rules find their targets: the step itself, its run, or its thread. */
interface StepPlace {
  readonly id: string;
  readonly environment: string | null;
  readonly threadId: string | null;
  readonly parentId: string | null;
}
/** A judgment to queue: one rule is applied to one target. `id` is derived from both. */
interface NewJudgment {
  readonly id: string;
  readonly ruleId: string;
  /**
  * Kind of target that the rule had when it matched. If the rule has another kind by now, the judgment is not queued.
  */
  readonly target: EvaluatorTarget;
  readonly targetId: string;
  readonly createdAt: number;
  /** Time at which the newest step of the target arrived; 0 for a backfilled judgment. */
  readonly arrivedAt: number;
  readonly dueAt: number;
}
/** A judgment that a backfill queues for a past target. */
interface BackfilledJudgment extends NewJudgment {
  /** Id of the score to store. If the score exists, the judgment is not queued. */
  readonly scoreId: string;
}
interface RuleFigures {
  readonly queuedCount: number;
  readonly failedCount: number;
  /** Earliest due time of the queued judgments that are due; null if none is due. */
  readonly oldestDue: number | null;
  /** Creation time of the project's oldest {@link EvaluationArrival}; null if there is none. */
  readonly oldestArrival: number | null;
  /** Reason why judgments are paused, such as a spend limit; null if they are not paused. */
  readonly pauseReason: string | null;
  readonly isBackfilling: boolean;
}
/** A completed judgment, to add to the counts of its {@link EvaluationRuleDay}. */
interface CountedJudgment {
  readonly ruleId: string;
  readonly day: number;
  /** Whether the judgment stores a score. A dry run stores none. */
  readonly isStored: boolean;
}
interface EvaluationRuleStore {
  /** Returns all rules of the project, by name. */
  all(projectId: string): Promise<EvaluationRuleRecord[]>;
  get(projectId: string, id: string): Promise<EvaluationRuleRecord | null>;
  /** Rejects with a {@link ConflictError} if the name is taken, or the project has `limit` rules. */
  create(projectId: string, rule: EvaluationRuleRecord, limit: number): Promise<EvaluationRuleRecord>;
  /**
  * Replaces a rule. If the new rule has another kind of target, all jobs of the rule end. Otherwise, judgments that
  * wait for a limit or a retry become due immediately. Resolves to null if not found. Rejects with a {@link
  * ConflictError} if the name is taken.
  */
  replace(projectId: string, rule: EvaluationRuleRecord): Promise<EvaluationRuleRecord | null>;
  /** Deletes a rule, and ends all its queued and running jobs. Resolves to null if not found. */
  delete(projectId: string, id: string, now: number): Promise<EvaluationRuleRecord | null>;
  /** Counts the queued and failed judgments of each rule, in the order of `ids`. */
  figures(projectId: string, ids: readonly string[], now: number): Promise<RuleFigures[]>;
  /** Returns the newest `first` days for which the rule has counts or spending, newest first. */
  days(projectId: string, id: string, first: number): Promise<EvaluationRuleDay[]>;
  projectsWithArrivals(): Promise<string[]>;
  /** Creation time of the oldest {@link EvaluationArrival} in all projects; null if there is none. */
  oldestArrival(): Promise<number | null>;
  /** Returns the oldest {@link EvaluationArrival}s of a project, oldest first, at most `limit`. */
  arrivals(projectId: string, limit: number): Promise<EvaluationArrival[]>;
  /** Thread, parent and environment of the given steps, without steps that do not exist. */
  placesOf(projectId: string, stepIds: readonly string[]): Promise<StepPlace[]>;
  /**
  * Deletes arrivals (see {@link EvaluationArrival}), and queues the judgments that result from them. A judgment that
  * is already queued is postponed. A judgment that is running or has ended is queued again. A judgment is skipped if
  * its rule was deleted or has another kind of target by now.
  *
  * Resolves to false, without changes, if another server has already deleted one of the arrivals.
  */
  settleArrivals(projectId: string, arrivalIds: readonly string[], judgments: readonly NewJudgment[]): Promise<boolean>;
  /** Queues judgments of a backfill. Skips judgments that are queued or running, or that have a score. */
  addBackfilled(projectId: string, judgments: readonly BackfilledJudgment[]): Promise<void>;
  /** Queues a job. A job that exists is queued again only if it has ended. */
  repeatJob(projectId: string, job: {
    readonly id: string;
    readonly kind: string;
  }, now: number): Promise<void>;
  /**
  * Adds the estimated cost of a call to the spending of a day. Resolves to false, without changes, if the day would
  * then exceed `limit`.
  */
  spend(projectId: string, id: string, spending: {
    readonly day: number;
    readonly dollars: number;
    readonly limit: number | null;
  }): Promise<boolean>;
  /**
  * Corrects the spending of a day after a call. `dollars` is the cost of the call minus its estimate. If `dollars` is
  * negative, the spending decreases, so one judgment that waits because of the limit becomes due.
  */
  settleSpending(projectId: string, id: string, spending: {
    readonly day: number;
    readonly dollars: number;
    readonly now: number;
  }): Promise<void>;
  /** Requeues at most `limit` judgments that failed before `now`. Resolves to the number of requeued judgments. */
  retry(projectId: string, id: string, now: number, limit: number): Promise<number>;
}
interface ExperimentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly name: string;
  readonly datasetId: string | null;
  /** Dataset version on which the experiment ran. Null without a dataset, and for experiments of earlier formats. */
  readonly datasetVersion: number | null;
  /** Id of the tested prompt variant, which newer clients send. The variant may not exist. */
  readonly promptExperimentId: string | null;
  /** Id of the tested prompt version, which older clients send. The version may not exist. */
  readonly promptId: string | null;
  readonly params: JsonValue;
}
interface ExperimentItemRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly datasetExperimentId: string;
  readonly datasetItemId: string | null;
  /** Id of the step that recorded the run of the item. The step may be stored after the item. */
  readonly experimentRunId: string | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
}
interface ExperimentScores {
  readonly name: string;
  readonly count: number;
  readonly average: number;
}
interface ExperimentStore extends Lister<ExperimentRecord> {
  /** Creates an experiment. If an experiment with this id is stored, returns it unchanged. */
  create(projectId: string, experiment: ExperimentRecord): Promise<ExperimentRecord>;
  get(projectId: string, id: string): Promise<ExperimentRecord | null>;
  /**
  * Deletes the experiment with its items and their scores. The steps of its runs stay. Resolves to null if not found.
  */
  delete(projectId: string, id: string, deletedAt: number): Promise<ExperimentRecord | null>;
  /**
  * Creates an item. If an item with this id is stored, returns it unchanged. Rejects with a {@link ConflictError} if
  * the stored item is in another experiment.
  */
  createItem(projectId: string, item: ExperimentItemRecord): Promise<ExperimentItemRecord>;
  /** Page of the items of an experiment, in order of insertion. */
  itemPage(projectId: string, experimentId: string, page: {
    readonly first: number;
    readonly skip: number;
  }): Promise<ExperimentItemRecord[]>;
  countItems(projectId: string, experimentIds: readonly string[]): Promise<number[]>;
  /** Returns the count and the average of each score in each experiment, in the order of the ids. */
  scoresOf(projectId: string, experimentIds: readonly string[]): Promise<ExperimentScores[][]>;
  getItems(projectId: string, ids: readonly string[]): Promise<(ExperimentItemRecord | null)[]>;
}
type ScoreType = "HUMAN" | "CODE" | "AI";
/**
* A judgment that a later judgment of the same evaluator version replaced, for example because the scored record had
* received new data.
*/
interface SupersededJudgment {
  readonly value: number;
  readonly label: string | null;
  readonly comment: string | null;
  readonly createdAt: number;
}
/**
* A score of a thread, a step, a generation (by the id of its step) or an experiment item. Times are epoch
* milliseconds.
*/
interface ScoreRecord {
  readonly id: string;
  /**
  * Time of the judgment if an evaluator created the score. Otherwise, the creation time from the client, or else the
  * time of arrival.
  */
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly type: ScoreType;
  readonly value: number;
  readonly label: string | null;
  readonly scorer: string | null;
  readonly comment: string | null;
  readonly tags: readonly string[] | null;
  readonly stepId: string | null;
  readonly generationId: string | null;
  readonly threadId: string | null;
  readonly datasetExperimentItemId: string | null;
  readonly evaluatorVersionId: string | null;
  /** Rule that made the latest judgment; null if no rule did. The rule may have been deleted. */
  readonly evaluationRuleId: string | null;
  /**
  * Person who gave this score as a label, such as `account:<id>`; null if the score is not a label. Judges are
  * compared only with labels.
  */
  readonly labeledBy: string | null;
  /**
  * Earlier judgments of the score's evaluator version, newest first. Null without any. Filters, statistics and charts
  * ignore them.
  */
  readonly supersededJudgments: readonly SupersededJudgment[] | null;
}
/**
* Fields to write to a score, merged by id. In a new score, absent fields are null. The scored step or thread need not
* be stored yet.
*/
interface ScoreWrite {
  readonly id: string;
  /**
  * Time of arrival. Stored as `updatedAt`. Also stored as `createdAt` if the score is new and the write has no
  * `createdAt`.
  */
  readonly at: number;
  /** Creation time from the client; only used for a new score. */
  readonly createdAt?: number | null | undefined;
  readonly name: string;
  readonly type: ScoreType;
  readonly value: number;
  readonly label?: string | null | undefined;
  readonly scorer?: string | null | undefined;
  readonly comment?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly stepId?: string | null | undefined;
  readonly generationId?: string | null | undefined;
  readonly threadId?: string | null | undefined;
  readonly datasetExperimentItemId?: string | null | undefined;
  readonly evaluatorVersionId?: string | null | undefined;
  readonly evaluationRuleId?: string | null | undefined;
  readonly labeledBy?: string | null | undefined;
  /**
  * Whether the write is a judgment of an evaluator, made at the time `at`. The newest judgment determines `value` and
  * `createdAt` of the score. Older judgments are moved to `supersededJudgments`. If the same judgment is written
  * twice, it is stored once.
  */
  readonly isJudgment?: boolean | undefined;
}
interface ScoreStore extends Lister<ScoreRecord> {
  /** Merges scores in one durable transaction. Resolves to null for each score that was deleted earlier. */
  upsertMany(projectId: string, writes: readonly ScoreWrite[]): Promise<(ScoreRecord | null)[]>;
  /** Merges a score. Resolves to null if it, or its step or thread, was deleted earlier. */
  upsertUnlessDeleted(projectId: string, write: ScoreWrite): Promise<ScoreRecord | null>;
  /** Updates the given fields. Resolves to null if not found. */
  update(projectId: string, id: string, change: {
    readonly value: number;
    readonly comment?: string | null | undefined;
    readonly labeledBy?: string | null | undefined;
    readonly updatedAt: number;
  }): Promise<ScoreRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(ScoreRecord | null)[]>;
  /** Scores of each step and its generation, oldest first. */
  ofSteps(projectId: string, stepIds: readonly string[]): Promise<ScoreRecord[][]>;
  /** Scores on each thread, oldest first; scores on its steps are not included. */
  ofThreads(projectId: string, threadIds: readonly string[]): Promise<ScoreRecord[][]>;
  /** The newest scores of the steps of each thread, newest first. */
  ofStepsOfThreads(projectId: string, threadIds: readonly string[], options: {
    readonly first: number;
    readonly names?: readonly string[] | undefined;
  }): Promise<ScoreRecord[][]>;
  /** Oldest first. */
  ofExperimentItems(projectId: string, itemIds: readonly string[]): Promise<ScoreRecord[][]>;
  /**
  * The newest `first` scores of each evaluator, newest first. The scores of all versions of an evaluator are taken
  * together.
  */
  ofEvaluators(projectId: string, evaluatorIds: readonly string[], first: number): Promise<ScoreRecord[][]>;
  delete(projectId: string, id: string, deletedAt: number): Promise<ScoreRecord | null>;
}
/**
* State of a job:
*
* - `waiting`: becomes due when its experiment may run another task.
* - `queued`: a server may run the job once it is due.
* - `running`: a server holds the lease of the job.
* - `storing`: like `running`, but only the result has to be stored. The job no longer counts as a running task, so its
*   experiment may run another task.
* - `done`: the result is stored.
* - `failed`: not retried any more.
* - `superseded`: no longer needed.
*/
type JobState = "waiting" | "queued" | "running" | "storing" | "done" | "failed" | "superseded";
/** Work that a server does after the request that caused it. Times are epoch milliseconds. */
interface JobRecord {
  /** Derived from the work, so that adding the same job again changes nothing. */
  readonly id: string;
  readonly createdAt: number;
  readonly kind: string;
  /** Id of the experiment or evaluation rule that the job belongs to; null without one. */
  readonly groupId: string | null;
  readonly payload: JsonObject;
  readonly state: JobState;
  /**
  * If a server holds the lease of the job, time at which the lease ends. Otherwise, time from which a server may run
  * the job. Null for a job that has ended, and for a `waiting` job without a delay.
  */
  readonly dueAt: number | null;
  /** Number of attempts, except those that ended because the server stopped. */
  readonly attempts: number;
  /** Number of attempts that ended because the server stopped without releasing the job. */
  readonly stops: number;
  readonly maxAttempts: number;
  /** Proof of the lease; null without a lease. */
  readonly token: string | null;
  readonly endedAt: number | null;
  /** Error message of the last attempt; null without one. */
  readonly failure: string | null;
}
/** A job to add. With `dueAt` null, its state is `waiting`. */
type NewJob = Pick<JobRecord, "createdAt" | "dueAt" | "groupId" | "id" | "kind" | "maxAttempts" | "payload">;
/** Lease of a job. A server must pass its `token` to renew the lease or to end the job. */
type JobLease = Pick<JobRecord, "groupId" | "id"> & {
  readonly token: string;
};
interface TakenJob {
  readonly projectId: string;
  readonly job: JobRecord & {
    readonly token: string;
  };
}
interface NextLease {
  readonly leaseMs: number;
  /** Prefix for the tokens of the new leases. Must be different in each call of `take` and `leave`. */
  readonly token: string;
}
interface TakeJobs extends NextLease {
  readonly kinds: readonly string[];
  readonly now: number;
  readonly limit: number;
  /** Maximum number of concurrent jobs of one project, including those in `running`. */
  readonly perProject: number;
  /** Number of jobs that the caller runs, by project. */
  readonly running: Readonly<Record<string, number>>;
  /**
  * Value of `after` in the result of the previous call. Projects take turns: this call starts with the project after
  * the last one of the previous call.
  */
  readonly after: number;
}
interface TakenJobs {
  readonly jobs: readonly TakenJob[];
  /** Value of `after` for the next call. */
  readonly after: number;
}
interface JobCount {
  readonly kind: string;
  readonly state: JobState;
  readonly count: number;
}
/** A kind of jobs that are due, in any project. */
interface DueJobs {
  readonly kind: string;
  /** Due time of the oldest of these jobs. */
  readonly since: number;
}
/** Records that are stored in the transaction that ends a job. */
interface JobResult {
  readonly scores?: readonly ScoreWrite[] | undefined;
  /** Items to create. Items whose ids exist are skipped. */
  readonly experimentItems?: readonly ExperimentItemRecord[] | undefined;
  /** Jobs to add. Jobs whose ids exist are skipped. */
  readonly jobs?: readonly NewJob[] | undefined;
  /** Completed judgment to count. */
  readonly judgment?: CountedJudgment | undefined;
  /** Whether the job ends as `superseded`, because its work turned out to be unnecessary. */
  readonly isSuperseded?: boolean | undefined;
  readonly alertEvaluation?: AlertEvaluation | undefined;
  /** Outcome of a delivery attempt. It is also stored if the attempt failed and is retried. */
  readonly deliveryAttempt?: DeliveryAttempt | undefined;
  /** Time at which the job runs again, with its attempts reset. Absent: the job has ended. */
  readonly repeatAt?: number | undefined;
  /**
  * US dollars to add to the cost of the experiment run. Null or absent if unknown, or if the job does not belong to a
  * run.
  */
  readonly cost?: number | null | undefined;
}
interface JobFailure {
  readonly message: string;
  /** Whether a retry is useless. */
  readonly isFinal: boolean;
  /** Minimum delay before a retry, in milliseconds. */
  readonly retryAfterMs?: number | undefined;
  /**
  * Result to store if the job is not retried. If the job is retried, only the `cost` and the `deliveryAttempt` of the
  * result are stored.
  */
  readonly result?: JobResult | undefined;
}
/**
* Storage of durable jobs. A server takes a due job for a limited time (a lease), and stores its result in the
* transaction that ends the job. If the lease expires, another server takes the job. Work is therefore done at least
* once, and its result is stored once.
*/
interface JobStore {
  /** Adds jobs. Jobs whose ids exist are skipped. */
  add(projectId: string, jobs: readonly NewJob[]): Promise<void>;
  get(projectId: string, id: string): Promise<JobRecord | null>;
  /** Jobs of a project, newest first. */
  list(projectId: string, query: {
    readonly state: JobState | null;
    readonly groupId?: string | undefined;
    readonly kinds?: readonly string[] | undefined;
    readonly first: number;
    readonly skip: number;
  }): Promise<JobRecord[]>;
  /** Returns the kinds of jobs that are due in any project. A job with an unexpired lease is not due. */
  due(now: number): Promise<DueJobs[]>;
  /**
  * Leases due jobs of all projects in turn. Concurrent calls return different jobs. A job with many `stops` may be the
  * cause of these stops, so the caller should fail the job without running it.
  */
  take(query: TakeJobs): Promise<TakenJobs>;
  /** Extends a lease. Resolves to false if the lease was lost. */
  renew(projectId: string, lease: JobLease, until: number): Promise<boolean>;
  /**
  * Sets the state of a running task of an experiment to `storing`, so that the experiment may run another task. If
  * `next` is given, leases a due task of the experiment, and resolves to it. Resolves to null if no task is leased.
  */
  leave(projectId: string, lease: JobLease, options: {
    readonly now: number;
    readonly next: NextLease | null;
  }): Promise<TakenJob["job"] | null>;
  /**
  * Requeues jobs in the state `storing` whose server stopped. Also requeues jobs of alerts, deliveries and review
  * queues that are due more than two hours from now. Such a due time is wrong: the clock was ahead when the due time
  * was set.
  */
  requeueLeft(now: number): Promise<void>;
  /** Stores the result and ends the job. Resolves to false, without changes, if the lease was lost. */
  finish(projectId: string, lease: JobLease, result: JobResult & {
    readonly now: number;
  }): Promise<boolean>;
  /**
  * Ends an attempt. The job is retried unless the failure is final or this was the last attempt. The delay grows
  * exponentially with the attempts; `random` (0 to 1) reduces it by up to a half. Resolves to the new state, or null
  * if the lease was lost.
  */
  fail(projectId: string, lease: JobLease, failure: JobFailure & {
    readonly now: number;
    readonly random: number;
  }): Promise<JobState | null>;
  /**
  * Queues a running job again without counting the attempt, for example at a spend limit. Stores `reason` as the
  * `failure` of the job and as the pause reason of its experiment run; null leaves both unchanged. Resolves to false
  * if the lease was lost.
  */
  release(projectId: string, lease: JobLease, options: {
    readonly now: number;
    readonly dueAt: number;
    readonly reason: string | null;
    readonly cost?: number | null | undefined;
  }): Promise<boolean>;
  /** Ends the leases of all jobs, as if their servers had stopped. Only for a database that no other server uses. */
  releaseAll(now: number): Promise<void>;
  /** Queues a failed job again, and resets its attempts. Resolves to null if it is not failed. */
  retry(projectId: string, id: string, now: number): Promise<JobRecord | null>;
  /**
  * Ends jobs as `superseded`, unless they have already ended. The results of running jobs are discarded. Resolves to
  * the number of ended jobs.
  */
  supersede(projectId: string, ids: readonly string[], now: number): Promise<number>;
  /** Deletes at most `limit` jobs that ended before a time, in all projects. Resolves to the number of deleted jobs. */
  deleteEnded(before: {
    readonly done: number;
    readonly failed: number;
  }, limit: number): Promise<number>;
  /** Counts the jobs of all projects by kind and state. */
  counts(): Promise<JobCount[]>;
}
interface ExperimentPlan {
  readonly split: string | null;
  readonly repeats: number;
  /** Maximum number of concurrent tasks. */
  readonly concurrency: number;
  readonly connectionId: string;
  /** Null if the task is the project's own code, which the service calls over HTTP. */
  readonly model: string | null;
  readonly promptId: string | null;
  /** Messages with variables, in OpenAI's chat format; empty if the task is the project's own code. */
  readonly messages: readonly JsonObject[];
  /** Values for the variables of `messages` that the input of an item does not contain. */
  readonly defaults: JsonObject;
  /** Settings of the model call, with the field names of `ModelSettingsInput`. */
  readonly settings: JsonObject;
  /** Tools with `name`, `description` and `parameters`. */
  readonly tools: readonly JsonObject[];
  readonly responseSchema: JsonObject | null;
  readonly evaluatorVersionIds: readonly string[];
}
/**
* Progress of an experiment that the service runs. It has the same id as the experiment. Times are epoch milliseconds.
*/
interface ExperimentRunRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly state: "RUNNING" | "CANCELED" | "DONE";
  /** Time at which the run was done or canceled. */
  readonly endedAt: number | null;
  /** Reason why the run is paused; null if it is not. */
  readonly pauseReason: string | null;
  readonly plan: ExperimentPlan;
  /** Number of results to produce: the number of dataset items, multiplied by the number of repeats. */
  readonly itemCount: number;
  /** Whether the jobs of all items were added. */
  readonly isExpanded: boolean;
  readonly doneCount: number;
  readonly failedCount: number;
  readonly evaluationCount: number;
  readonly evaluatedCount: number;
  readonly evaluationFailedCount: number;
  /** US dollars; null without a price. */
  readonly cost: number | null;
}
/** An experiment to start, with its run and the job that starts it. */
interface StartedExperiment {
  readonly experiment: ExperimentRecord;
  readonly run: ExperimentRunRecord;
  readonly job: NewJob;
}
interface ExperimentRunStore {
  /** Creates experiments with their runs and first jobs in one transaction. */
  start(projectId: string, started: readonly StartedExperiment[]): Promise<void>;
  getMany(projectId: string, ids: readonly string[]): Promise<(ExperimentRunRecord | null)[]>;
  /** Cancels a run that has not ended. The results of its running jobs are discarded. Resolves to null if not found. */
  cancel(projectId: string, id: string, now: number): Promise<ExperimentRunRecord | null>;
  /**
  * Requeues the failed jobs of a run, and the jobs that a cancellation stopped. Deletes the experiment items of failed
  * tasks, because the retried tasks create them again. Resolves to null if not found.
  */
  retry(projectId: string, id: string, now: number): Promise<ExperimentRunRecord | null>;
}
/** A file on a step. An uploaded file has an `objectKey`; a file that is stored elsewhere has a `url`. */
interface AttachmentRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly stepId: string;
  /** Thread of the step; null while unknown. */
  readonly threadId: string | null;
  readonly name: string | null;
  readonly mime: string | null;
  readonly metadata: JsonValue;
  readonly objectKey: string | null;
  /** URL that the client gave. For an uploaded file, a URL is computed when the attachment is read. */
  readonly url: string | null;
}
/** Fields to write to an attachment, merged by id. Absent fields stay; null clears a field. */
interface AttachmentWrite {
  readonly id: string;
  readonly createdAt: number;
  readonly stepId: string;
  readonly name?: string | null | undefined;
  readonly mime?: string | null | undefined;
  readonly metadata?: JsonValue | undefined;
  readonly objectKey?: string | null | undefined;
  readonly url?: string | null | undefined;
}
/** An uploaded file, stored under its `objectKey`. */
interface FileRecord {
  readonly objectKey: string;
  readonly createdAt: number;
  readonly name: string;
  readonly mime: string;
  readonly threadId: string | null;
  /** Bytes; null until the upload has finished. */
  readonly size: number | null;
}
interface FileStore {
  upsertAttachment(projectId: string, write: AttachmentWrite): Promise<AttachmentRecord | null>;
  /** Merges a write into an existing attachment. Resolves to null if not found. */
  updateAttachment(projectId: string, id: string, change: Omit<AttachmentWrite, "id" | "createdAt" | "stepId">): Promise<AttachmentRecord | null>;
  getAttachment(projectId: string, id: string): Promise<AttachmentRecord | null>;
  /** The attachments of each step, oldest first. */
  attachmentsOf(projectId: string, stepIds: readonly string[]): Promise<AttachmentRecord[][]>;
  deleteAttachment(projectId: string, id: string, deletedAt: number): Promise<AttachmentRecord | null>;
  /** Registers an upload whose URL was signed. A later upload with the same key replaces it. */
  createFile(projectId: string, file: FileRecord): Promise<FileRecord>;
  /** Marks an upload as complete. Resolves to null if no upload with that key was registered. */
  completeFile(projectId: string, objectKey: string, size: number): Promise<FileRecord | null>;
  getFile(projectId: string, objectKey: string): Promise<FileRecord | null>;
  /**
  * Returns keys of files whose bytes still have to be deleted, because their steps, threads or projects were deleted.
  */
  leftOver(limit: number): Promise<string[]>;
  /** Removes files from the result of {@link leftOver}. Call it after their bytes are deleted. */
  forgetLeftOver(objectKeys: readonly string[]): Promise<void>;
}
/** An end user of the recorded application (`Participant` in the API). Times are epoch milliseconds. */
interface UserRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly identifier: string;
  readonly metadata: JsonObject;
}
/**
* Period of threads, by their creation time in epoch milliseconds: from `from` until before `until`. Null: no limit.
*/
interface ThreadPeriod {
  readonly from: number | null;
  readonly until: number | null;
}
/**
* With `period`, lists only users with a thread in the period. Filters and orders then count only these threads, except
* the order by `firstEngaged`.
*/
interface UserListQuery extends ListQuery {
  readonly period?: ThreadPeriod | undefined;
}
/** Totals of the user's threads. */
interface UserActivity {
  /** Latest time at which a thread or a step of the user was created, started or ended; null without a thread. */
  readonly lastEngaged: number | null;
  /** Time at which the first of the user's threads was created; null without a thread. */
  readonly firstEngaged: number | null;
  readonly threadCount: number;
  readonly tokenCount: number;
}
/** Kinds of records that are deleted with a user's data. */
declare const userDataKinds: readonly ["threads", "steps", "generations", "scores", "comments", "attachments", "files", "threadShares", "datasetItems", "experimentItems"];
type DeletedUserData = Readonly<Record<(typeof userDataKinds)[number], number>>;
interface UserDataDeletion {
  readonly deleted: DeletedUserData;
  /** Whether all data of the user are deleted. The user is then deleted, too. */
  readonly isComplete: boolean;
}
interface UserStore extends Lister<UserRecord> {
  list(projectId: string, query: UserListQuery): Promise<Page<UserRecord>>;
  count(projectId: string, query: Pick<UserListQuery, "filters" | "cursorAnchor" | "period">): Promise<number>;
  /** Rejects with a {@link ConflictError} if the identifier is taken. */
  create(projectId: string, user: UserRecord): Promise<UserRecord>;
  /**
  * Updates the given fields. Resolves to null if not found. Rejects with a {@link ConflictError} if the identifier is
  * taken.
  */
  update(projectId: string, id: string, change: {
    readonly identifier?: string | undefined;
    readonly metadata?: JsonObject | undefined;
  }, now: number): Promise<UserRecord | null>;
  getMany(projectId: string, ids: readonly string[]): Promise<(UserRecord | null)[]>;
  findByIdentifier(projectId: string, identifier: string): Promise<UserRecord | null>;
  /** Totals of each user's threads, or of those in the period. */
  activity(projectId: string, ids: readonly string[], period?: ThreadPeriod): Promise<UserActivity[]>;
  /** Number of threads of each user that contain a step with an error. */
  errorThreadCounts(projectId: string, ids: readonly string[], period?: ThreadPeriod): Promise<number[]>;
  /**
  * Number and average of the scores with a name in the threads of each user, and in the steps of these threads. Only
  * counts the newest {@link userScoreLimit} scores with this name in the project. Null for users without any.
  */
  scores(projectId: string, ids: readonly string[], name: string, period?: ThreadPeriod): Promise<(ScoreStatistics | null)[]>;
  /**
  * Deletes the user, and the user's groups in alerts. The user's threads are kept without a user. Resolves to null if
  * not found.
  */
  delete(projectId: string, id: string, deletedAt: number): Promise<UserRecord | null>;
  /**
  * Deletes some of the user's threads, with everything in them. Also deletes the dataset items that were created from
  * steps of these threads, and the runs of experiments on these dataset items. Call it until `isComplete` is true; the
  * last call deletes the user. Resolves to null if not found. Rejects with a `ForbiddenError` if the account or key of
  * `claim` lacks the permission.
  */
  deleteData(projectId: string, id: string, deletedAt: number, claim?: Claim): Promise<UserDataDeletion | null>;
}
/**
* Price that a project has set for one or more models. Prices are US dollars per million tokens; times are epoch
* milliseconds.
*/
interface ModelPriceRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string | null;
  /** RE2 pattern that matches a whole model name, ignoring case. */
  readonly match: string;
  /** Compared ignoring case. Null: any provider. */
  readonly provider: string | null;
  readonly inputPrice: number;
  readonly outputPrice: number;
  /** Null: cached input has the price of other input. */
  readonly cachedInputPrice: number | null;
  readonly cacheWritePrice: number | null;
  /** Null: reasoning has the price of other output. */
  readonly reasoningPrice: number | null;
  readonly validFrom: number | null;
  /** Time at which the price ends (exclusive); null if it never ends. */
  readonly validTo: number | null;
}
/** Tokens by kind. Cached input and cache writes are part of the input. Reasoning is part of the output. */
interface TokenDetails {
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}
/** Cost of a generation, in US dollars. */
interface GenerationCost {
  readonly total: number;
  readonly input: number;
  readonly cachedInput: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
  readonly priceId: string;
}
interface ThreadUsage {
  readonly tokens: TokenDetails;
  /** US dollars; null without a price. */
  readonly cost: Omit<GenerationCost, "priceId"> | null;
}
interface StepUsage {
  /** Number of steps: the step itself and its descendants. */
  readonly stepCount: number;
  /** Null if the number is known neither for the step nor for any of its descendants. */
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  readonly tokenCount: number | null;
  /** US dollars; null without a price. */
  readonly cost: number | null;
}
interface PriceStore {
  /** The project's prices, newest first. */
  list(projectId: string): Promise<ModelPriceRecord[]>;
  /**
  * Creates a price. The costs of stored generations are then updated in the background. Rejects with a {@link
  * PatternError} if the pattern is invalid or exceeds {@link priceLimits}, and with a `ConflictError` if the project
  * has too many prices.
  */
  create(projectId: string, price: ModelPriceRecord): Promise<ModelPriceRecord>;
  /** Resolves to null if not found. Rejects like `create`. */
  update(projectId: string, id: string, change: Omit<ModelPriceRecord, "id" | "createdAt">): Promise<ModelPriceRecord | null>;
  delete(projectId: string, id: string): Promise<ModelPriceRecord | null>;
  /** Returns the cost of each thread's generations, in US dollars; null without a price. */
  costsOfThreads(projectId: string, threadIds: readonly string[]): Promise<(number | null)[]>;
  /** Tokens and cost of each thread by kind; null if no tokens are known. */
  usagesOfThreads(projectId: string, threadIds: readonly string[]): Promise<(ThreadUsage | null)[]>;
  /**
  * Returns the usage of each step and its descendants; null for unknown steps. Descendants are found by `parentId`. In
  * a cycle of parents, each step is counted once.
  */
  usagesOfSteps(projectId: string, stepIds: readonly string[]): Promise<(StepUsage | null)[]>;
  /** Returns the cost of each user's threads, or of those in the period, in US dollars; null without a price. */
  costsOfUsers(projectId: string, userIds: readonly string[], period?: ThreadPeriod): Promise<(number | null)[]>;
  /** Returns the price of a model call at a time, in US dollars; null if no price matches the model. */
  estimate(projectId: string, call: {
    readonly provider: string | null;
    readonly model: string;
    readonly time: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
  }): Promise<number | null>;
  /** Updates the costs of stored generations now instead of in the background. */
  settle(): Promise<void>;
}
type GenerationType = "CHAT" | "COMPLETION";
/** Fields of a generation that clients can set, in the units of the API. */
interface GenerationFields {
  readonly type: GenerationType | null;
  readonly promptId: string | null;
  readonly provider: string | null;
  readonly model: string | null;
  readonly error: string | null;
  readonly settings: JsonValue;
  readonly variables: JsonValue;
  readonly tags: readonly string[] | null;
  readonly metadata: JsonValue;
  readonly tools: JsonValue;
  readonly tokenCount: number | null;
  readonly inputTokenCount: number | null;
  readonly outputTokenCount: number | null;
  /** Milliseconds. */
  readonly ttFirstToken: number | null;
  /** Tokens per second. */
  readonly tokenThroughputInSeconds: number | null;
  /** Seconds. */
  readonly duration: number | null;
  readonly prompt: JsonValue;
  readonly completion: string | null;
  readonly messages: JsonValue;
  readonly messageCompletion: JsonValue;
}
/**
* A model call, which belongs to the step with the same id. If the client sent no `inputTokenCount` or
* `outputTokenCount`, the field contains an estimate. If the client sent no `tokenCount`, the field contains the sum of
* the two other counts, or null if neither of them is known.
*/
interface GenerationRecord extends GenerationFields {
  readonly type: GenerationType;
  readonly tokenCountEstimated: boolean;
  /** Null if no tokens are known. */
  readonly tokenDetails: TokenDetails | null;
  /**
  * US dollars, at the price that was valid at the time of the call. Null if no price matches or no tokens are known.
  */
  readonly cost: number | null;
  readonly costDetails: GenerationCost | null;
}
/** Fields to write to a generation. Absent fields stay; null clears a field. */
type GenerationWrite = { readonly [Key in keyof GenerationFields]?: GenerationFields[Key] | undefined } & {
  /**
  * Estimated number of input tokens in this write. A count that the client gives takes precedence, even if it arrives
  * later.
  */
  readonly inputTokenEstimate?: number | undefined;
  readonly outputTokenEstimate?: number | undefined;
};
type StepType = "assistant_message" | "embedding" | "llm" | "rerank" | "retrieval" | "run" | "system_message" | "tool" | "undefined" | "user_message";
/** Outline of steps as one array per field, as documented at `Thread.outline` in the GraphQL schema. */
interface StepOutline {
  readonly start: number;
  readonly types: readonly string[];
  readonly names: readonly string[];
  readonly models: readonly string[];
  readonly id: readonly string[];
  readonly parent: readonly number[];
  readonly type: readonly number[];
  readonly name: readonly number[];
  readonly from: readonly (number | null)[];
  readonly to: readonly (number | null)[];
  readonly errors: readonly number[];
  readonly scored: readonly number[];
  readonly attached: readonly number[];
  readonly generations: {
    readonly step: readonly number[];
    readonly model: readonly number[];
    readonly inputTokenCount: readonly (number | null)[];
    readonly outputTokenCount: readonly (number | null)[];
    readonly tokenCount: readonly (number | null)[];
    readonly ttFirstToken: readonly (number | null)[];
    readonly cost: readonly (number | null)[];
  };
}
/** A conversation, as stored. Times are epoch milliseconds. */
interface ThreadRecord {
  readonly id: string;
  /** Time of the first step; without steps, the arrival time of the thread. May change. */
  readonly createdAt: number;
  /** Time at which the store first received the thread or one of its steps. */
  readonly receivedAt: number;
  /** The first start of its steps; null while unknown. */
  readonly startTime: number | null;
  /** The last end of its steps; null while unknown. */
  readonly endTime: number | null;
  readonly name: string | null;
  readonly metadata: JsonObject | null;
  readonly tags: readonly string[] | null;
  readonly environment: string | null;
  /** Id (not identifier) of the user. */
  readonly participantId: string | null;
  /** Total token count of the thread's generations, including estimates; null if no step has one. */
  readonly tokenCount: number | null;
  /** Seconds from the first start to the last end of its steps; null while unknown. */
  readonly duration: number | null;
}
/** Fields to write to a thread. Absent fields stay; null clears a field. */
interface ThreadWrite {
  readonly id: string;
  /** Time of arrival of a new thread. Ignored if the thread exists. */
  readonly createdAt: number;
  readonly name?: string | null | undefined;
  /** Name to set if the thread has none. Ignored if `name` is given. */
  readonly defaultName?: string | null | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly environment?: string | null | undefined;
  /** Id or identifier of a user. An unknown value becomes the identifier of a new user with the id `newUserId`. */
  readonly participant?: string | null | undefined;
  readonly newUserId: string;
}
/** Fields of a thread that {@link ThreadUpdate} compares. */
type ThreadState = Pick<ThreadRecord, "name" | "metadata" | "tags" | "participantId">;
/** An update that is only stored if the thread is still in the state from which the update was computed. */
interface ThreadUpdate {
  readonly write: ThreadWrite;
  readonly expected: ThreadState;
}
type ThreadOutcome = "stored" | "deleted";
interface ThreadStore extends Lister<ThreadRecord>, IdMatcher {
  /** Creates or merges threads in order in one transaction. A deleted thread is not stored again. */
  ingest(projectId: string, writes: readonly ThreadWrite[]): Promise<ThreadOutcome[]>;
  /**
  * Creates a thread, or merges the write into an existing thread. Rejects with a {@link DeletedError} when the thread
  * was deleted.
  */
  upsert(projectId: string, write: ThreadWrite): Promise<ThreadRecord>;
  /** Merges the write into an existing thread; null if not found. */
  update(projectId: string, write: ThreadWrite): Promise<ThreadRecord | null>;
  /**
  * Merges updates into existing threads whose fields equal `expected`, in one transaction. Resolves to false for each
  * update whose thread differs or is not found.
  */
  updateUnchanged(projectId: string, updates: readonly ThreadUpdate[]): Promise<boolean[]>;
  /** Threads in the order of `ids`; null if not found. */
  getMany(projectId: string, ids: readonly string[]): Promise<(ThreadRecord | null)[]>;
  /** Deletes the thread with its steps, their scores and attachments. Null if not found. */
  delete(projectId: string, id: string, deletedAt: number): Promise<ThreadRecord | null>;
}
interface ThreadErrors {
  readonly count: number;
  /** Error of the oldest failed root step, or else of the oldest failed step; null if no step has an error. */
  readonly first: string | null;
}
/** First input and last output of a conversation; null if its steps have none. */
interface ThreadEnds {
  /**
  * Input of the first step that has one. Root steps come before other steps. For a user or system message without an
  * input, its output is used.
  */
  readonly opening: JsonValue;
  /** Output of the last root step that has one, except user and system messages. */
  readonly closing: JsonValue;
}
/** One unit of work, as stored. Times are epoch milliseconds. */
interface StepRecord {
  readonly id: string;
  /**
  * Time of the step: `startTime`, or else the creation time from the client, or else `receivedAt`. Later writes can
  * change it.
  */
  readonly createdAt: number;
  /** Time at which the store first received the record. */
  readonly receivedAt: number;
  readonly threadId: string | null;
  readonly parentId: string | null;
  readonly rootRunId: string | null;
  readonly type: StepType;
  readonly name: string | null;
  readonly startTime: number | null;
  readonly endTime: number | null;
  readonly error: string | null;
  readonly environment: string | null;
  /** API key that first recorded the step; null if no key did. */
  readonly apiKeyId: string | null;
  readonly tags: readonly string[] | null;
  readonly input: JsonValue;
  readonly output: JsonValue;
  readonly metadata: JsonObject | null;
  readonly generation: GenerationRecord | null;
}
/** Fields to write to a step. Absent fields stay; null clears a field. Referenced records need not exist yet. */
interface StepWrite {
  readonly id: string;
  /** Creation time from the client. If the client gave none, this is the time of arrival. */
  readonly createdAt: number;
  /**
  * Time of arrival. Only stored with a new step. Default: `createdAt`, which is right if the client gave no creation
  * time.
  */
  readonly receivedAt?: number | undefined;
  readonly threadId?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  readonly rootRunId?: string | null | undefined;
  readonly type?: StepType | null | undefined;
  readonly name?: string | null | undefined;
  readonly startTime?: number | null | undefined;
  /** Microseconds after `startTime`, to order steps that started in the same millisecond. */
  readonly startMicros?: number | undefined;
  readonly endTime?: number | null | undefined;
  readonly error?: string | null | undefined;
  readonly environment?: string | null | undefined;
  /** API key of the client that sent the write. Only stored with a new step. */
  readonly apiKeyId?: string | null | undefined;
  readonly tags?: readonly string[] | null | undefined;
  readonly input?: JsonValue | undefined;
  readonly output?: JsonValue | undefined;
  readonly metadata?: JsonObject | null | undefined;
  readonly generation?: GenerationWrite | null | undefined;
  /** Scores of the step, merged by id. An empty list deletes nothing. */
  readonly scores?: readonly ScoreWrite[] | undefined;
  readonly attachments?: readonly AttachmentWrite[] | undefined;
  /**
  * Whether a step of type `llm` takes its input and output from its generation, unless a client gave them. The input
  * is `{ content: messages }` or `{ prompt }`. The output is `messageCompletion` or `{ content: completion }`. Both
  * are stored with the step, so that lists and searches find them.
  */
  readonly takesContentOfGeneration?: boolean | undefined;
  /**
  * Expected metadata of the stored step. If the step has other metadata, the write is not stored, and the outcome is
  * `changed`.
  */
  readonly ifMetadata?: JsonObject | null | undefined;
}
interface StepLocation {
  readonly threadId: string | null;
  readonly rootRunId: string | null;
}
/**
* `deleted`: not stored, because the step or its thread was deleted. `changed`: not stored, because the step's metadata
* differs from `ifMetadata`.
*/
type StepOutcome = "stored" | "deleted" | "changed";
interface StepStore extends Lister<StepRecord>, IdMatcher {
  /**
  * Merges steps in one durable transaction, in order; the same id may occur several times. Unknown threads are
  * created. Resolves after the commit, with one outcome per write.
  */
  ingest(projectId: string, writes: readonly StepWrite[]): Promise<StepOutcome[]>;
  /**
  * Merges steps like {@link ingest}, then updates threads like `updateUnchanged`. SQLite does both in one transaction,
  * and PostgreSQL in two. No thread is updated if a step has the outcome `changed`.
  */
  ingestWithThreads(projectId: string, writes: readonly StepWrite[], updates: readonly ThreadUpdate[]): Promise<{
    readonly steps: StepOutcome[];
    readonly threads: boolean[];
  }>;
  /** Steps in the order of `ids`; null if not found. */
  getMany(projectId: string, ids: readonly string[]): Promise<(StepRecord | null)[]>;
  /** Steps whose id starts with `prefix` and is greater than `after`, in order of ids, at most `limit`. */
  withIdPrefix(projectId: string, prefix: string, limit: number, after?: string): Promise<StepRecord[]>;
  /** Thread and root run of each step, in the order of `ids`; null if not found. */
  locations(projectId: string, ids: readonly string[]): Promise<(StepLocation | null)[]>;
  /**
  * Steps of each thread, oldest first. Within a millisecond, parents are first; other steps are in order of
  * microseconds, then of insertion.
  */
  ofThreads(projectId: string, threadIds: readonly string[], options?: {
    readonly types?: readonly StepType[] | undefined;
  }): Promise<StepRecord[][]>;
  /** Returns the first input and last output of each thread, in the order of `threadIds`. */
  endsOfThreads(projectId: string, threadIds: readonly string[]): Promise<ThreadEnds[]>;
  /** Returns the errors of the steps of each thread, in the order of `threadIds`. */
  errorsOfThreads(projectId: string, threadIds: readonly string[]): Promise<ThreadErrors[]>;
  /**
  * Counts the turns of each thread, in the order of `threadIds`: its user messages. For a thread without user
  * messages, counts the root steps that are not messages.
  */
  turnsOfThreads(projectId: string, threadIds: readonly string[]): Promise<number[]>;
  /** All descendants of the step by `parentId`, oldest first. In a cycle of parents, each step is listed once. */
  descendants(projectId: string, id: string): Promise<StepRecord[]>;
  /**
  * Steps of a thread without payloads, in the order of {@link ofThreads}; null if there are more than
  * `maximumOutlineSteps`.
  */
  outlineOfThread(projectId: string, threadId: string): Promise<StepOutline | null>;
  /**
  * Returns the outline of the tree around a step: its outermost ancestor with all descendants. Null if the step is
  * unknown or the tree has more than `maximumOutlineSteps` steps.
  */
  outlineAround(projectId: string, id: string): Promise<StepOutline | null>;
  /** Deletes the step with its scores and attachments; children stay. Null if not found. */
  delete(projectId: string, id: string, deletedAt: number): Promise<StepRecord | null>;
}
interface GenerationStore extends Lister<StepRecord> {
  /** Returns the step of the generation; null if the step is unknown or has no generation. */
  get(projectId: string, id: string): Promise<StepRecord | null>;
}
type ModelConnectionKind = "openai" | "openaiCompatible" | "azure" | "anthropic" | "google" | "bedrock" | "task";
/** Times are epoch milliseconds. */
interface ModelConnectionRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly kind: ModelConnectionKind;
  readonly baseUrl: string | null;
  /** Allowed models; an empty list allows all. */
  readonly models: readonly string[];
  /** US dollars per UTC day. */
  readonly dailyBudget: number | null;
  readonly maxConcurrentCalls: number;
  /** Last characters of the key. Empty if the key is too short to show any; null without a key. */
  readonly keyEnding: string | null;
  readonly keySetAt: number | null;
  readonly headerNames: readonly string[];
  /** Encrypted key and header values; null if there are none. */
  readonly sealedSecrets: string | null;
  /** UTC day of `spent`, in days since 1970; null before the first call. */
  readonly spentDay: number | null;
  /** US dollars spent on `spentDay`, including the estimated cost of calls in progress. */
  readonly spent: number;
}
/**
* Replacement of a connection's encrypted secrets, when the encryption key changes. `from` is encrypted with the
* previous key, and `to` with the new one.
*/
interface Resealed {
  readonly projectId: string;
  readonly id: string;
  readonly from: string;
  readonly to: string;
}
/**
* Methods with a {@link Claim} reject with a `ForbiddenError` if the account or API key of the claim lacks the
* permission.
*/
interface ModelConnectionStore {
  /** Returns all connections of the project, by name. */
  all(projectId: string): Promise<ModelConnectionRecord[]>;
  get(projectId: string, id: string): Promise<ModelConnectionRecord | null>;
  /** Rejects with a {@link ConflictError} if the name exists, or the project has `limit` connections. */
  create(projectId: string, connection: ModelConnectionRecord, limit: number, claim?: Claim): Promise<ModelConnectionRecord>;
  /**
  * Replaces a record, except its spending, if it was last changed at `updatedAt`. Resolves to null if not found.
  * Rejects with a {@link ConflictError} if the name exists or the record changed concurrently.
  */
  replace(projectId: string, connection: ModelConnectionRecord, updatedAt: number, claim?: Claim): Promise<ModelConnectionRecord | null>;
  delete(projectId: string, id: string, claim?: Claim): Promise<ModelConnectionRecord | null>;
  /**
  * Adds an amount in US dollars to the spending of a connection on a day; a negative amount corrects an estimate.
  * Resolves to the new sum. Adds nothing and resolves to null if the sum would exceed `limit`, or if the connection is
  * not found.
  */
  spend(projectId: string, id: string, amount: {
    readonly day: number;
    readonly dollars: number;
    readonly limit: number | null;
  }): Promise<number | null>;
}
/** A named prompt (called a lineage in the API); its versions hold the content. Times are epoch milliseconds. */
interface PromptLineageRecord {
  readonly id: string;
  readonly createdAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly deletedAt: number | null;
  /** Id of the version that was promoted last; null if none was. */
  readonly championId: string | null;
  /** Sorted by name. */
  readonly labels: readonly PromptLabel[];
}
/** A name for one version of a prompt. */
interface PromptLabel {
  /** Unique in the prompt. */
  readonly name: string;
  readonly version: number;
}
interface PromptVersionRecord {
  readonly id: string;
  readonly lineageId: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Number of the version within its prompt, from 0. */
  readonly version: number;
  readonly versionDesc: string | null;
  readonly label: string | null;
  readonly status: string | null;
  readonly tags: readonly string[] | null;
  readonly type: GenerationType;
  readonly templateMessages: JsonValue;
  readonly tools: JsonValue;
  readonly settings: JsonValue;
  readonly variables: JsonValue;
  readonly variablesDefaultValues: JsonValue;
}
/** A version with `identity`, a hash of its content. Versions with equal content have equal identities. */
interface StoredPromptVersion extends PromptVersionRecord {
  readonly identity: string;
}
/**
* Rollout of one version. For a call that names no version, the service selects a random version. `rollout` is the
* relative weight of this version in the selection.
*/
interface PromptRollout {
  readonly version: number;
  readonly rollout: number;
}
/** Prompt content for experiments that is not stored as a version of a prompt (`PromptExperiment` in the API). */
interface PromptVariantRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly fromLineageId: string | null;
  readonly fromVersion: number | null;
  readonly scoreTemplateId: string | null;
  readonly templateMessages: JsonValue;
  readonly settings: JsonValue;
  readonly tools: JsonValue;
  readonly variables: JsonValue;
}
interface PromptSummary {
  readonly versionCount: number;
  readonly latestVersion: number | null;
  readonly championVersion: number | null;
  /** Creation time of the newest version; without a version, creation time of the prompt. */
  readonly changedAt: number;
  readonly generationCount: number;
  readonly lastUsedAt: number | null;
}
interface PromptStore extends Lister<PromptLineageRecord> {
  /** Returns the stored prompt that has the name of `lineage`. If there is none, stores `lineage`. */
  getOrCreateLineage(projectId: string, lineage: PromptLineageRecord): Promise<PromptLineageRecord>;
  findLineage(projectId: string, name: string): Promise<PromptLineageRecord | null>;
  getLineages(projectId: string, ids: readonly string[]): Promise<(PromptLineageRecord | null)[]>;
  /**
  * Looks for versions of the prompt that have the `identity` of `version`, and returns the newest of them. If there is
  * none, creates `version` with the next version number. The first version of a prompt gets a rollout, so that calls
  * without a version number select it. Resolves to null for an unknown prompt.
  */
  getOrCreateVersion(projectId: string, version: Omit<StoredPromptVersion, "version">): Promise<PromptVersionRecord | null>;
  getVersion(projectId: string, id: string): Promise<PromptVersionRecord | null>;
  findVersion(projectId: string, lineageId: string, version: number): Promise<PromptVersionRecord | null>;
  /** Returns one summary for each prompt. The counts of an unknown prompt are zero. */
  summaries(projectId: string, lineageIds: readonly string[]): Promise<PromptSummary[]>;
  /** Page of the versions of a prompt, newest first. */
  newestVersions(projectId: string, lineageId: string, page: {
    readonly first: number;
    readonly skip: number;
  }): Promise<PromptVersionRecord[]>;
  rollouts(projectId: string, lineageId: string): Promise<PromptRollout[]>;
  /**
  * Replaces the rollouts of all versions. Notifies channels if a version becomes the only one with a rollout above 0.
  */
  setRollouts(projectId: string, lineageId: string, rollouts: readonly PromptRollout[], at: number): Promise<void>;
  /**
  * Promotes a version: makes it the champion, and gives it the whole rollout. Notifies channels unless it was the
  * champion before. Resolves to null for an unknown prompt.
  */
  promote(projectId: string, lineageId: string, versionId: string, at: number): Promise<PromptLineageRecord | null>;
  /**
  * Moves a label to a version. A null `version` removes the label. Resolves to null for an unknown prompt or version.
  */
  setLabel(projectId: string, lineageId: string, label: string, version: number | null): Promise<PromptLineageRecord | null>;
  /** Deletes a prompt with its versions and rollouts. Resolves to null for an unknown prompt. */
  deleteLineage(projectId: string, id: string): Promise<PromptLineageRecord | null>;
  createVariant(projectId: string, variant: PromptVariantRecord): Promise<PromptVariantRecord>;
}
type ReviewTarget = "STEP" | "THREAD";
/**
* Source of the items of a queue. `MANUAL`: members add them. `FILTER`: matching records are added in the background.
* `DISAGREEMENT`: a matching record is added in the background if the judge's score reaches `threshold` and the user's
* score does not, or the other way round.
*/
type ReviewSource = "MANUAL" | "FILTER" | "DISAGREEMENT";
interface ReviewCriterion {
  /** The schema may have been deleted. */
  readonly scoreSchemaId: string;
  /** Markdown; null without help. */
  readonly help: string | null;
}
/** Targets that people review by a rubric. Times are epoch milliseconds. */
interface ReviewQueueRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  /** Markdown; null without instructions. */
  readonly instructions: string | null;
  readonly target: ReviewTarget;
  readonly criteria: readonly ReviewCriterion[];
  readonly source: ReviewSource;
  readonly filters: readonly ViewFilter[];
  /** Query in the search syntax of threads or steps, depending on `target`. */
  readonly query: string | null;
  /** 0 to 1. */
  readonly sampleRate: number;
  /** Name of the judge's score that is compared; null unless the source is `DISAGREEMENT`. */
  readonly judgeScore: string | null;
  /** Name of the user's score that is compared; null unless the source is `DISAGREEMENT`. */
  readonly userScore: string | null;
  readonly threshold: number;
  /** Ids of the accounts that may review. If empty, all members who may create scores can review. */
  readonly reviewerIds: readonly string[];
  readonly reviewsPerItem: number;
  /** Whether scores stay hidden until an item has all its reviews. */
  readonly isBlind: boolean;
}
type ReviewItemState = "WAITING" | "DONE" | "SKIPPED" | "FLAGGED";
/** A target in a queue. Either `threadId` or `stepId` is set. */
interface ReviewItemRecord {
  /**
  * Derived from the ids of the queue and the target. A target that is added twice gets the same id, so it is stored
  * once.
  */
  readonly id: string;
  readonly createdAt: number;
  readonly queueId: string;
  readonly threadId: string | null;
  readonly stepId: string | null;
  readonly state: ReviewItemState;
  /** Time at which the item got its last review, or was completed, skipped or flagged; null while it waits. */
  readonly endedAt: number | null;
  /** Account that the item is assigned to. Only this account can take it until `assignedUntil`. */
  readonly assigneeId: string | null;
  readonly assignedUntil: number | null;
  readonly flagReason: string | null;
  readonly flaggedBy: string | null;
}
type NewReviewItem = Pick<ReviewItemRecord, "createdAt" | "id" | "stepId" | "threadId">;
/** The account or API key of a reviewer. The id is empty on a service without sign-in. */
interface Reviewer {
  readonly reviewerKind: CommentAuthorKind;
  readonly reviewerId: string;
  /** Name of the reviewer at the time of the last review. */
  readonly reviewerName: string | null;
}
interface ReviewScore {
  readonly id: string;
  readonly scoreSchemaId: string;
  readonly name: string;
  readonly value: number;
  readonly label: string | null;
}
/** `OPEN`: the reviewer holds the item until `leaseEnd`. */
type ReviewState = "OPEN" | "DONE" | "SKIPPED";
/** Review of an item by one reviewer. A reviewer has at most one for each item. */
interface ReviewRecord extends Reviewer {
  readonly id: string;
  readonly createdAt: number;
  readonly queueId: string;
  readonly itemId: string;
  readonly state: ReviewState;
  readonly leaseEnd: number | null;
  readonly endedAt: number | null;
  readonly scores: readonly ReviewScore[];
  readonly comment: string | null;
  /** Corrected output; null without one. */
  readonly correction: JsonValue;
  /** Whether the scores of the review are stored as scores of the target. */
  readonly isPublished: boolean;
}
/** Scores of a review, from which the agreement between reviewers is computed. */
type ReviewRatings = Pick<ReviewRecord, "itemId" | "reviewerId" | "reviewerKind" | "scores">;
/**
* A request of a reviewer at the time `now`. `leaseMs`: duration of the reviewer's lease on an item, in milliseconds.
*/
interface ReviewTurn {
  readonly reviewer: Reviewer;
  readonly now: number;
  readonly leaseMs: number;
}
type ReviewContent = Pick<ReviewRecord, "comment" | "correction" | "scores">;
interface ReviewChange {
  readonly item: ReviewItemRecord;
  readonly review: ReviewRecord | null;
  readonly scores: readonly ScoreRecord[];
  /** Whether this change ended the last item of the queue that was waiting. */
  readonly isQueueEmpty: boolean;
}
interface ReviewerFigures {
  readonly reviewerKind: CommentAuthorKind;
  readonly reviewerId: string;
  readonly reviewerName: string | null;
  readonly doneCount: number;
  readonly skippedCount: number;
  readonly lastReviewAt: number;
}
interface ReviewFigures {
  readonly waitingCount: number;
  /** Number of waiting items with an open review. */
  readonly inReviewCount: number;
  readonly doneCount: number;
  readonly skippedCount: number;
  readonly flaggedCount: number;
  readonly reviewers: readonly ReviewerFigures[];
}
/**
* Store of review queues, their items and reviews. If a thread or a step is deleted, its items are deleted with their
* reviews.
*/
interface ReviewQueueStore {
  /** Returns all queues of the project, by name. */
  all(projectId: string): Promise<ReviewQueueRecord[]>;
  getMany(projectId: string, ids: readonly string[]): Promise<(ReviewQueueRecord | null)[]>;
  /** Rejects with a {@link ConflictError} if the name is taken, or the project has `limit` queues. */
  create(projectId: string, queue: ReviewQueueRecord, limit: number): Promise<ReviewQueueRecord>;
  /**
  * Replaces a queue, and ends its items that then have all their reviews. Resolves to null if not found. Rejects with
  * a {@link ConflictError} if another queue has the name. Also rejects if the queue has items and `target` changes.
  */
  replace(projectId: string, queue: ReviewQueueRecord): Promise<{
    readonly queue: ReviewQueueRecord;
    readonly scores: readonly ScoreRecord[];
  } | null>;
  /**
  * Deletes a queue. Before that, stores the scores of its blind reviews that are still hidden, so that the scores are
  * kept. Resolves to null if not found.
  */
  delete(projectId: string, id: string, now: number): Promise<{
    readonly queue: ReviewQueueRecord;
    readonly scores: readonly ScoreRecord[];
  } | null>;
  /**
  * Adds items, up to `limit` items in the queue. Skips items that exist, and items whose targets do not exist.
  * Resolves to the number of added items; null if the queue is not found.
  */
  add(projectId: string, queueId: string, items: readonly NewReviewItem[], limit: number): Promise<number | null>;
  /** Counts the waiting and ended items of queues, in the order of `ids`. */
  figures(projectId: string, ids: readonly string[], now: number): Promise<ReviewFigures[]>;
  /** Number of items of each queue that the reviewer could take, in the order of `ids`. */
  available(projectId: string, ids: readonly string[], turn: Omit<ReviewTurn, "leaseMs">): Promise<number[]>;
  /** Items of a queue, oldest first. With `heldAt`, only the items for which a reviewer has a lease at this time. */
  items(projectId: string, queueId: string, query: {
    readonly state: ReviewItemState | null;
    readonly heldAt?: number | undefined;
    readonly first: number;
    readonly skip: number;
  }): Promise<ReviewItemRecord[]>;
  getItems(projectId: string, ids: readonly string[]): Promise<(ReviewItemRecord | null)[]>;
  getReview(projectId: string, id: string): Promise<ReviewRecord | null>;
  /** Reviews of each item, in order of creation. */
  reviewsOf(projectId: string, itemIds: readonly string[]): Promise<ReviewRecord[][]>;
  /**
  * Scores of the newest finished reviews of a queue. With `isPublished`, returns only reviews whose scores are stored,
  * so that the hidden reviews of a blind queue stay hidden.
  */
  finished(projectId: string, queueId: string, query: {
    readonly isPublished: boolean;
    readonly limit: number;
  }): Promise<ReviewRatings[]>;
  /**
  * Gives the reviewer an item to review. If the reviewer has an open review and its item still needs it, renews the
  * lease. Otherwise, opens a review of the next item that needs one. Deletes all other open reviews of the reviewer in
  * the queue. Resolves to null if no item needs a review.
  *
  * With `itemId`, only this item can be given. If the reviewer has skipped it, it can only be given with
  * `retakesSkipped`, which deletes the skip.
  */
  take(projectId: string, queueId: string, turn: ReviewTurn & {
    readonly reviewId: string;
    readonly itemId?: string | undefined;
    readonly retakesSkipped?: boolean | undefined;
  }): Promise<ReviewRecord | null>;
  /**
  * Ends the lease of an open review of the reviewer, if the lease still ends at `leaseEnd`. Resolves to the review, or
  * to null if not found.
  */
  release(projectId: string, reviewId: string, turn: Omit<ReviewTurn, "leaseMs">, leaseEnd: number): Promise<ReviewRecord | null>;
  /**
  * Submits an open review, or replaces the content of a submitted one. Resolves to null if the review, its item or its
  * target does not exist. Rejects with a {@link ConflictError} if other reviewers completed the item meanwhile. Also
  * rejects if the queue is blind and the scores of the submitted review are already published.
  */
  submit(projectId: string, reviewId: string, turn: Omit<ReviewTurn, "leaseMs">, content: ReviewContent): Promise<ReviewChange | null>;
  /**
  * Ends a review without scores. The reviewer does not get the item again. `eligible` are the accounts that may review
  * the item. If too few of them have neither reviewed nor skipped it, the item cannot get all of its reviews, and is
  * skipped for everyone. Resolves to null if not found.
  */
  skip(projectId: string, reviewId: string, turn: Omit<ReviewTurn, "leaseMs">, eligible: readonly string[]): Promise<ReviewChange | null>;
  /**
  * Flags the item of an open review, and deletes the review. The item no longer waits for reviews. Resolves to null if
  * not found.
  */
  flag(projectId: string, reviewId: string, turn: Omit<ReviewTurn, "leaseMs">, reason: string): Promise<ReviewChange | null>;
  /**
  * Assigns the item of an open review to another account. Resolves to null if not found. Rejects with a
  * {@link ConflictError} if that account has already reviewed or skipped the item.
  */
  handOn(projectId: string, reviewId: string, turn: Omit<ReviewTurn, "leaseMs">, assignee: {
    readonly id: string;
    readonly until: number;
  }): Promise<ReviewChange | null>;
  /**
  * Puts a skipped, flagged or assigned item back into the queue. Reviewers who skipped the item can get it again. If
  * the item has all its reviews, ends it instead. Resolves to null if not found.
  */
  reopen(projectId: string, itemId: string): Promise<ReviewChange | null>;
  /** Ends an item with the reviews that it has, and stores their scores. Resolves to null if not found. */
  complete(projectId: string, itemId: string, now: number): Promise<ReviewChange | null>;
}
type ScoreSchemaType = "CATEGORICAL" | "CONTINUOUS";
type ScoreDirection = "HIGHER_IS_BETTER" | "LOWER_IS_BETTER" | "NEUTRAL";
/** Definition of all scores whose name is `name`. Times are epoch milliseconds. */
interface ScoreSchemaRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Unique in the project. */
  readonly name: string;
  readonly description: string | null;
  readonly type: ScoreSchemaType;
  /** In display order; null unless the type is `CATEGORICAL`. */
  readonly categories: readonly {
    readonly label: string;
    readonly value: number;
  }[] | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly direction: ScoreDirection;
}
interface ScoreSchemaStore {
  /** Returns all schemas of the project, by name. */
  all(projectId: string): Promise<ScoreSchemaRecord[]>;
  findByName(projectId: string, name: string): Promise<ScoreSchemaRecord | null>;
  /** Rejects with a {@link ConflictError} if the name is taken, or the project has `limit` schemas. */
  create(projectId: string, schema: ScoreSchemaRecord, limit: number): Promise<ScoreSchemaRecord>;
  /**
  * Replaces everything except id and creation time. Resolves to null if not found. Rejects with a {@link
  * ConflictError} if the name is taken.
  */
  update(projectId: string, id: string, schema: Omit<ScoreSchemaRecord, "id" | "createdAt">): Promise<ScoreSchemaRecord | null>;
  /** Deletes the schema. Scores with its name stay. Resolves to null if not found. */
  delete(projectId: string, id: string): Promise<ScoreSchemaRecord | null>;
}
/** A link to read a thread without sign-in. Times are epoch milliseconds. */
interface ThreadShareRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly threadId: string;
  /** Id of the account that created the link, which may have been deleted. Null if no account created it. */
  readonly createdBy: string | null;
  /** Null: valid until the link is deleted. */
  readonly expiresAt: number | null;
}
interface FoundShare {
  readonly projectId: string;
  readonly share: ThreadShareRecord;
}
/**
* Methods with a {@link Claim} reject with a `ForbiddenError` if the account or key of the claim lacks the permission.
*/
interface ShareStore {
  /** Links of a thread, oldest first. */
  ofThread(projectId: string, threadId: string): Promise<ThreadShareRecord[]>;
  /** Finds a link by its id, which is unique in the whole store. Null if not found. */
  find(id: string): Promise<FoundShare | null>;
  /** Rejects with a {@link ConflictError} if the thread has `limit` links. */
  create(projectId: string, share: ThreadShareRecord, limit: number, claim?: Claim): Promise<ThreadShareRecord>;
  delete(projectId: string, id: string, claim?: Claim): Promise<ThreadShareRecord | null>;
}
/** Quota of a project; null: the installation's default, 0: unlimited. */
interface ProjectQuota {
  /** Maximum number of steps per UTC day. Each write of a step counts, even if it updates an existing step. */
  readonly stepsPerDay: number | null;
  /** Maximum number of bytes of records and files. */
  readonly storedBytes: number | null;
}
interface OwnLimits extends ProjectQuota {
  readonly retentionDays: RetentionDays;
}
/** Usage of a project. It is only counted while the project has a quota. */
interface ProjectUsage {
  /** Set by the operator. */
  readonly quota: ProjectQuota;
  /** Set by the project's owners; null for no limit. The lower of the operator's and the owners' limits applies. */
  readonly ownQuota: ProjectQuota;
  /** Day of the `steps` count, as days since 1970 in UTC. */
  readonly day: number;
  readonly steps: number;
  /** Bytes written since the start of the last measurement. The usage is `measuredBytes` plus `writtenBytes`. */
  readonly writtenBytes: number;
  /** Bytes of the records and files at the last measurement. */
  readonly measuredBytes: number;
  /** End of the last measurement, in epoch ms; null before the first. */
  readonly measuredAt: number | null;
}
/** Usage since the counts were last stored by {@link UsageStore.add}. `day`: days since 1970 in UTC. */
interface UsageCount {
  readonly day: number;
  readonly steps: number;
  readonly bytes: number;
}
/** Usage and quotas of projects. Counts are stored periodically, not in the transactions of the counted writes. */
interface UsageStore {
  get(projectId: string): Promise<ProjectUsage>;
  /**
  * Adds to the stored counts of steps and bytes. If `day` is a new day, the count of steps first restarts at 0.
  * Resolves to the new usage.
  */
  add(projectId: string, count: UsageCount): Promise<ProjectUsage>;
  setQuota(projectId: string, quota: ProjectQuota): Promise<void>;
  /**
  * Sets the limits that the owners of a project chose, in one transaction. Absent limits stay unchanged. Rejects with
  * a `ForbiddenError` if the account or key of `claim` lacks the permission.
  */
  setOwnLimits(projectId: string, limits: Partial<OwnLimits>, claim?: Claim): Promise<void>;
  /**
  * Measures the size of a batch of records: payloads, items of datasets and experiments, metadata and uploaded files.
  * `from` is the `next` of the previous call, or null for the first one. `next` is null after the last record.
  */
  measure(projectId: string, from: string | null): Promise<{
    readonly bytes: number;
    readonly next: string | null;
  }>;
  /** Stores a measurement. `written` is the value that `writtenBytes` had when the measurement started. */
  setMeasured(projectId: string, measured: {
    readonly bytes: number;
    readonly at: number;
    readonly written: number;
  }): Promise<void>;
}
/** A record as a line of an export; `kind` is the resource. */
interface ExportedRecord {
  readonly kind: "user" | "thread" | "step" | "score" | "comment" | "attachment" | "dataset" | "datasetItem" | "pastDatasetItem" | "datasetVersion" | "experiment" | "experimentItem" | "promptLineage" | "promptVersion" | "promptRollout" | "promptVariant" | "scoreSchema" | "modelPrice" | "view" | "dashboard" | "modelConnection" | "evaluator" | "evaluatorVersion" | "evaluationRule" | "reviewQueue" | "reviewItem" | "review" | "channel" | "alert" | "file";
  readonly record: JsonObject;
}
/** A row that moves with its project to another store. Exports leave out some kinds of rows. */
interface MovedRecord {
  readonly kind: ExportedRecord["kind"] | "tombstone" | "threadShare" | "auditEvent";
  readonly record: JsonObject;
}
/** Backlog of background work, in records. */
interface StoreBacklog {
  /** Number of steps whose current content is not in the payload indexes yet. */
  readonly search: number;
  /**
  * Number of new records that are not in the rollups yet, and of changed records whose changes are not in the rollups
  * yet.
  */
  readonly sums: number;
  /** Number of projects whose generations get new costs at the moment. */
  readonly costs: number;
}
/**
* The store: the only access to the database. Every resource method takes the project first and sees only that project.
* A write resolves after its durable commit; the next read sees it. Callers validate the values. Plain strings contain
* no NUL or lone surrogates; JSON values may contain both, and are read back equal.
*/
interface Store {
  readonly projects: ProjectStore;
  readonly accounts: AccountStore;
  readonly audit: AuditStore;
  readonly threads: ThreadStore;
  readonly steps: StepStore;
  readonly generations: GenerationStore;
  readonly scores: ScoreStore;
  readonly comments: CommentStore;
  readonly scoreSchemas: ScoreSchemaStore;
  readonly views: ViewStore;
  readonly dashboards: DashboardStore;
  readonly modelConnections: ModelConnectionStore;
  readonly evaluators: EvaluatorStore;
  readonly calibrations: CalibrationStore;
  readonly evaluationRules: EvaluationRuleStore;
  readonly reviewQueues: ReviewQueueStore;
  readonly alerts: AlertStore;
  readonly channels: ChannelStore;
  readonly jobs: JobStore;
  readonly shares: ShareStore;
  readonly users: UserStore;
  readonly datasets: DatasetStore;
  readonly experiments: ExperimentStore;
  readonly experimentRuns: ExperimentRunStore;
  readonly prompts: PromptStore;
  readonly files: FileStore;
  readonly analytics: AnalyticsStore;
  readonly prices: PriceStore;
  readonly usage: UsageStore;
  /**
  * Returns the identity of the database. All processes that use the database get the same identity; copies have
  * another one. It cannot be guessed, so knowing it proves access to the database.
  */
  identity(): Promise<string>;
  /**
  * Returns a secret of this installation, such as the key that signs URLs. If the secret does not exist, it is created
  * with the value `initial`. The default of `initial` is a random value.
  */
  secret(name: string, initial?: Uint8Array): Promise<Uint8Array>;
  /**
  * Creates or replaces a secret. `encrypted` contains the values that are encrypted with the secret: `from` is the
  * stored value, and `to` is the value encrypted with the new secret. A given list must contain all stored values of
  * its kind. Rejects with a `ConflictError`, without changes, if a given list differs from the stored values. With
  * `secondFactors`, also ends every session and pending sign-in.
  */
  replaceSecret(name: string, value: Uint8Array, encrypted?: {
    readonly secondFactors?: readonly {
      readonly id: string;
      readonly from: string;
      readonly to: string;
    }[];
    readonly connections?: readonly Resealed[];
    readonly channels?: readonly Resealed[];
  }): Promise<void>;
  /** All records of a project, in an order that {@link importRecords} accepts. */
  exportRecords(projectId: string): AsyncIterable<ExportedRecord>;
  /** Yields the records of {@link exportRecords}, and tombstones, links to threads and audit events. */
  moveOut(projectId: string): AsyncIterable<MovedRecord>;
  /** Writes exported or moved records. Importing them again changes nothing. Resolves to the number of records read. */
  importRecords(projectId: string, records: AsyncIterable<MovedRecord>): Promise<number>;
  backlog(): Promise<StoreBacklog>;
  /**
  * Deletes all records that are older than the retention, without waiting for the background work. Deletes steps with
  * everything that belongs to them, and threads without steps. Charts no longer count the deleted records.
  */
  expire(): Promise<void>;
  /** Rejects if the store is unavailable. */
  check(): Promise<void>;
  /** Writes a consistent copy of the whole store to a new file while the store is in use. */
  backup(path: string): Promise<void>;
  close(): Promise<void>;
}
/** Options of a server. The defaults are for development and tests. */
interface ServerOptions {
  /** Folder of the database and files; created if missing. Default: in memory. */
  readonly dataDir?: string | undefined;
  /**
  * PostgreSQL database (15 or later) for the records, shared by any number of servers:
  * `postgres://user:password@host:port/database`. Default: an SQLite database in `dataDir`.
  */
  readonly databaseUrl?: string | undefined;
  /** Maximum number of connections to PostgreSQL, not counting one that listens for changes. Default: 10. */
  readonly databaseConnections?: number | undefined;
  /**
  * Whether PostgreSQL is behind a transaction pooler. Then no statements are prepared, and subscriptions only report
  * writes of this server. Default: false.
  */
  readonly databasePooler?: boolean | undefined;
  /**
  * S3-compatible bucket for uploaded files: `s3://bucket/prefix`. Default: a folder in `dataDir`.
  *
  * Parameters of the URL are `endpoint`, `region`, `style` and `public`. `style` is `path` or `virtual`. `public` is
  * the URL at which clients reach the bucket; reads are then redirected to this URL.
  */
  readonly filesUrl?: string | undefined;
  /** Credentials for the bucket of `filesUrl`. */
  readonly s3Credentials?: S3Credentials | undefined;
  /**
  * Number of days after which steps are deleted, with their threads, scores, attachments and files. Statistics do not
  * include deleted steps. Default: unlimited.
  */
  readonly retentionDays?: number | undefined;
  /** API key of the project `default`. Default: a new key, returned once in {@link ServerReady}. */
  readonly apiKey?: string | undefined;
  /** Public URL that clients use. Default: the origin of each request, with the base path. */
  readonly baseUrl?: string | undefined;
  /** Path prefix of every route, such as `/threadline`. Default: the path of `baseUrl`. */
  readonly basePath?: string | undefined;
  /** Folder of the built UI; false for none. Default: the UI in this package. */
  readonly webDir?: string | false | undefined;
  /** Disables GraphiQL and introspection. Default: false. */
  readonly production?: boolean | undefined;
  /**
  * Makes every caller on this machine an owner of every project. Requests must use a loopback address, and {@link
  * listen} only accepts a loopback address as host. Default: false, users sign in.
  */
  readonly noLogin?: boolean | undefined;
  /** OpenID Connect provider for single sign-on; needs `baseUrl`. Default: none. */
  readonly sso?: SsoOptions | undefined;
  /** SMTP server for invitations and links to reset a password; needs `baseUrl`. Default: none. */
  readonly mail?: MailOptions | undefined;
  /**
  * Number of trusted reverse proxies in front of the service. Each appends one address to `x-forwarded-for`. Default:
  * 0.
  */
  readonly proxies?: number | undefined;
  /**
  * Hosts that model connections may use in addition to public addresses: names, addresses and networks, such as
  * `ollama.lan`, `10.1.2.3` and `10.0.0.0/8`. Default: none; with `noLogin`, this machine.
  */
  readonly modelHosts?: readonly string[] | undefined;
  /** Bearer token for `/metrics`. Default: none, and the path is not found. */
  readonly metricsToken?: string | undefined;
  /**
  * Base URL of an OTLP/HTTP trace receiver, such as `http://127.0.0.1:4318`; needs the optional OpenTelemetry peer
  * packages. Default: no traces.
  */
  readonly otlpUrl?: string | undefined;
  /**
  * Whether to keep the raw attributes of received OpenTelemetry spans in the metadata of their steps, or drop them.
  * Default: keep.
  */
  readonly otlpAttributes?: "keep" | "drop" | undefined;
  /** Audit-log retention in days; 0 for unlimited. Default: 400. */
  readonly auditDays?: number | undefined;
  /** A pino logger; false disables logging. Default: false. */
  readonly logger?: Logger | false | undefined;
  /** Clock, in epoch milliseconds. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Generates an id. Default: UUIDv7. */
  readonly newId?: (() => string) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  /**
  * Store of the records, which the server closes. Default: PostgreSQL if `databaseUrl` is set, otherwise an SQLite
  * database in `dataDir`.
  */
  readonly store?: Store | undefined;
  /** Storage of uploaded files. Default: a folder in `dataDir`. */
  readonly files?: FileStorage | undefined;
  /** Lifetime of a file URL in seconds. Default: 300. */
  readonly fileUrlSeconds?: number | undefined;
}
/** Startup information of a server. */
interface ServerReady {
  /** The project `default`. */
  readonly project: ProjectRecord;
  /** Secret of a newly created key; never shown again. */
  readonly createdKey: string | null;
  /** Path and query of the link that creates the first account; null if an account exists. */
  readonly setupPath: string | null;
  /** Warnings about the database configuration, each with a remedy; also logged. */
  readonly warnings: readonly string[];
}
/** The service as a fetch function. */
interface ThreadlineServer {
  /** Handles a request, after waiting until the server is ready. Rejects only if the server could not start. */
  fetch(input: Request | URL | string, init?: RequestInit, connection?: Connection): Promise<Response>;
  /**
  * Ends all subscriptions and rejects new ones, so that a listener can close all its connections. Other requests are
  * still handled.
  */
  endStreams(): Promise<void>;
  /** Ends the subscriptions, finishes accepted requests, then closes the store. */
  close(): Promise<void>;
  /** Resolves when the service can handle requests. Rejects if the store or the files cannot be opened. */
  readonly ready: Promise<ServerReady>;
  /**
  * Resolves with the reason when the service can no longer store anything, because the disk lost writes or the writer
  * thread ended. Reads still work, but the process should be restarted. Stays pending as long as writes work.
  */
  readonly failed: Promise<Error>;
  /** Whether the service runs without login. It must then use a loopback address. */
  readonly noLogin: boolean;
}
/** Creates the service. It opens its storage, and handles requests as soon as it is ready. */
declare function createServer(options?: ServerOptions): ThreadlineServer;
/**
* Opens the storage of files in a folder, which is created if missing. File names are the SHA-256 of the key, so a key
* cannot be a path. Leftovers of interrupted uploads are deleted. Files that another process is receiving are kept.
*/
declare function openDiskFileStorage(folder: string): Promise<FileStorage>;
interface ListenOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string | undefined;
  /** 0 selects a free port. Default 4000. */
  readonly port?: number | undefined;
  /** Maximum time `close` waits for accepted requests, in milliseconds. Default 10,000. */
  readonly closeTimeout?: number | undefined;
  /**
  * Whether to replace the global `Request` and `Response` with cheaper classes. This saves a quarter of the time of a
  * small request. Use it only in processes that run nothing but the service. Default false.
  */
  readonly replaceGlobals?: boolean | undefined;
}
interface Listener {
  /** URL on this machine, without a trailing slash, e.g. `http://127.0.0.1:4000`. */
  readonly url: string;
  readonly port: number;
  /**
  * Stops accepting connections, ends subscriptions, and finishes accepted requests. Resolves when every socket is
  * closed.
  */
  close(): Promise<void>;
}
interface Listenable {
  fetch(request: Request, init?: undefined, connection?: Connection): Response | Promise<Response>;
  endStreams?(): Promise<void>;
  /** Whether the service runs without login. It must then be bound to a loopback address. */
  readonly noLogin?: boolean | undefined;
}
/**
* Binds a fetch function to a port. Rejects with Node's error if the address is in use or not local, and with a
* `TypeError` if a service without login would be reachable from other machines.
*/
declare function listen(server: Listenable, {
  host,
  port,
  closeTimeout,
  replaceGlobals
}?: ListenOptions): Promise<Listener>;
declare global {
  interface AsyncDisposable {}
  interface SymbolConstructor {
    readonly asyncDispose: unique symbol;
  }
}
/**
 * The main Kysely class.
 *
 * You should create one instance of `Kysely` per database using the {@link Kysely}
 * constructor. The dialect manages database connections and may use a shared
 * pool or database instance.
 *
 * ### Examples
 *
 * This example assumes your database has a "person" table:
 *
 * ```ts
 * import * as Sqlite from 'better-sqlite3'
 * import { type Generated, Kysely, SqliteDialect } from 'kysely'
 *
 * interface Database {
 *   person: {
 *     id: Generated<number>
 *     first_name: string
 *     last_name: string | null
 *   }
 * }
 *
 * const db = new Kysely<Database>({
 *   dialect: new SqliteDialect({
 *     database: new Sqlite(':memory:'),
 *   })
 * })
 * ```
 *
 * @typeParam DB - The database interface type. Keys of this type must be table names
 *    in the database and values must be interfaces that describe the rows in those
 *    tables. See the examples above.
 */
interface SqliteStoreOptions {
  /** Database file, which is created with its folder if it is missing; or `:memory:`. */
  readonly path: string;
  /** Opens a file that another store writes to, and rejects every write. */
  readonly readOnly?: boolean | undefined;
  /** Clock, in epoch milliseconds. Default: the system clock. */
  readonly now?: (() => number) | undefined;
  /** Whether expired records are deleted periodically in the background. Default: true. */
  readonly expires?: boolean | undefined;
  /** Retention in days. Null (the default) is unlimited. */
  readonly retentionDays?: RetentionDays | undefined;
  /** Called when deleting expired records fails. The deletion is retried. */
  readonly onError?: ((error: Error) => void) | undefined;
  /**
  * Minimum age at which payloads are compressed, in milliseconds. With 0, payloads are compressed when they are
  * written. Default: one day.
  */
  readonly packingAge?: number | undefined;
}
/**
* Opens the embedded store: one file, which several processes on one machine can use. Rejects with a {@link
* StoreOpenError} with advice if the file is damaged, newer than this server or not ours.
*/
declare function openSqliteStore(options: SqliteStoreOptions): Promise<Store>;
export { type ByteRange, type Connection, type FileStorage, type FileUrlTerms, type Limits, type ListenOptions, type Listenable, type Listener, type S3Credentials, type ServerOptions, type ServerReady, type SsoOptions, type Store, StoreOpenError, type ThreadlineServer, createServer, defaultLimits, listen, openDiskFileStorage, openSqliteStore };