import type { ExecutionContext } from "../graphql/execution-context.ts";
import type { CodeEvaluations } from "../evaluators/code/code-runner.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import type { ModelCaller } from "../models/model-caller.ts";
import type { FeedbackPermit } from "../records/feedback.ts";
import type { RequestQuota } from "../quotas/request-quota.ts";
import type { Store } from "../store/store.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { RetentionDays } from "../store/upkeep/retention.ts";
import type { ThreadShareRecord } from "../store/shares.ts";
import type { Notifier } from "../alerts/notifier.ts";
import type { Loaders } from "./loaders.ts";

/** An invitation to send. */
export interface InvitationMessage {
  readonly to: string;
  readonly url: string;
  readonly projectName: string;
  readonly role: string;
  /** Name of the inviting account; null if there is none. */
  readonly inviter: string | null;
}

export type WorkContext = Pick<
  RequestContext,
  "code" | "loaders" | "models" | "newId" | "now" | "project" | "quota" | "signal" | "store"
>;

/** Context of a resolver. Resolvers must pass the id of the request's project to the store. */
export interface RequestContext extends ExecutionContext {
  readonly store: Store;
  readonly project: ProjectRecord;
  /** IP address of the client; absent if the service was called in process. */
  readonly address?: string | null | undefined;
  /** Value of the `x-env` header; null if absent. */
  readonly environment: string | null;
  /**
   * Set only for a streamed response, such as that of a subscription: the changes of the project, and a signal that
   * aborts when the stream ends.
   */
  readonly live?: { readonly feed: ChangeFeed; readonly signal: AbortSignal } | undefined;
  /** Quota of the request's project. If absent, usage is unlimited. */
  readonly quota?: RequestQuota | undefined;
  /** Retention of the service in days. Unlimited if null or absent. */
  readonly retentionDays?: RetentionDays | undefined;
  readonly models: ModelCaller;
  /** Sends notifications to channels of the project. Absent if the service sends none. */
  readonly notifier?: Notifier | undefined;
  /**
   * Counts a test notification of a project, and rejects if there were too many. If absent, the number is not limited.
   */
  readonly limitTests?: ((projectId: string) => Promise<void>) | undefined;
  readonly code: CodeEvaluations;
  readonly loaders: Loaders;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Generates an id (UUIDv7). */
  readonly newId: () => string;
  /** Public URL of the service without a trailing slash. */
  readonly baseUrl: string;
  /** Sends an invitation by email. Resolves to null, or to the reason of a failure. Absent without an SMTP server. */
  readonly sendInvitation?: ((message: InvitationMessage) => Promise<string | null>) | undefined;
  /** Creates a URL to read a file for a limited time; null if the object key belongs to another project. */
  readonly signReadUrl: (objectKey: string) => string | null;
  readonly shareTokenOf: (share: ThreadShareRecord) => string;
  readonly feedbackTokenOf: (permit: FeedbackPermit) => string;
}
