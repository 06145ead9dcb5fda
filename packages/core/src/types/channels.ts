import type { JsonValue } from "./json.ts";

export type ChannelKind = "WEBHOOK" | "SLACK" | "DISCORD" | "EMAIL";

/**
 * Project events that a channel can be notified of. An alert is not a project event: the alert itself names the
 * channels to notify. `QUEUE_EMPTY`: the last waiting item of a review queue was reviewed, skipped, flagged or
 * completed.
 */
export type ProjectEventKind = "PROMPT_PROMOTED" | "EXPERIMENT_FINISHED" | "DATASET_CHANGED" | "QUEUE_EMPTY";

/** Destination of notifications: a webhook, Slack, Discord or an email address. */
export interface Channel {
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
export interface NewChannel {
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
export interface SavedChannel {
  channel: Channel;
  /** Secret that signs the requests of a webhook. Returned only when it is created; otherwise null. */
  signingSecret: string | null;
}

export type DeliveryState = "PENDING" | "DELIVERED" | "FAILED";

/** A notification that was or will be sent to a channel. */
export interface ChannelDelivery {
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
export interface ChannelTest {
  ok: boolean;
  /** HTTP status. Null without a response. */
  status: number | null;
  /** Beginning of the text of the response, or the reason why there is none. */
  message: string;
}
