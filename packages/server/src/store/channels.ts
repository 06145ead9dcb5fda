import type { JsonObject } from "../json/json-value.ts";
import type { Claim } from "./claims.ts";

export type ChannelKind = "WEBHOOK" | "SLACK" | "DISCORD" | "EMAIL";

/**
 * Events that a channel can subscribe to. Notifications of alerts need no subscription: an alert lists its channels.
 */
export type ProjectEventKind = "PROMPT_PROMOTED" | "EXPERIMENT_FINISHED" | "DATASET_CHANGED" | "QUEUE_EMPTY";

export type DeliveryEvent = ProjectEventKind | "ALERT_CHANGED";

/** Webhook, chat or email address that receives notifications. Times are epoch milliseconds. */
export interface ChannelRecord {
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
export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";

/** A notification to send to one channel. The job that sends it has the same id. */
export interface DeliveryRecord {
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

export type NewDelivery = Pick<DeliveryRecord, "channelId" | "createdAt" | "data" | "event" | "id"> & {
  /** Time of the first attempt, in epoch milliseconds. */
  readonly dueAt: number;
};

/** Outcome of one attempt to send a notification. It is stored in the transaction that ends or requeues the job. */
export interface DeliveryAttempt {
  readonly deliveryId: string;
  readonly at: number;
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly response: string | null;
  readonly failure: string | null;
}

/** Maximum number of attempts of a delivery. The retry delays add up to 13 to 26 hours. */
export const deliveryAttempts = 36;
/** Days after which deliveries are deleted. */
export const deliveryDays = 30;

/**
 * Methods with a {@link Claim} reject with a `ForbiddenError` if the account or API key of the claim lacks the
 * permission.
 */
export interface ChannelStore {
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
  deliveries(
    projectId: string,
    channelId: string,
    page: { readonly state: DeliveryState | null; readonly first: number; readonly skip: number },
  ): Promise<DeliveryRecord[]>;
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
