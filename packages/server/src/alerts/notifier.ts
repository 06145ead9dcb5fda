import type { JsonObject } from "../json/json-value.ts";
import { AddressRefusedError } from "../models/address-policy.ts";
import type { Outbound } from "../models/outbound.ts";
import { readStart } from "../models/read-text.ts";
import type { ChannelSecrets } from "../models/seal-secrets.ts";
import { readSigningSecret, signatureHeaders } from "../models/sign-webhook.ts";
import type { ChannelRecord } from "../store/channels.ts";
import type { ProjectRecord } from "../store/projects.ts";
import { describeEvent, type EventText, type NotifiedEvent } from "./describe-event.ts";

const timeoutMs = 15_000;
const maxResponseLength = 1_000;
/** Maximum number of response bytes that are read. */
const maxReadBytes = 8_192;
const maxDiscordLength = 2_000;

export interface NotificationMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailFailure {
  readonly message: string;
  /** Whether the server may have accepted the email anyway, for example because its response did not arrive. */
  readonly mayBeSent: boolean;
}

/** Sends an email. Resolves to null if it was accepted. */
export type SendMail = (mail: NotificationMail) => Promise<MailFailure | null>;

export interface SendOutcome {
  readonly isDelivered: boolean;
  readonly status: number | null;
  readonly response: string | null;
  /** Reason why the notification was not delivered; null if it was. */
  readonly failure: string | null;
  /**
   * Whether the notification must not be sent again, because a retry cannot succeed, or because the recipient might get
   * a second email.
   */
  readonly isFinal: boolean;
  readonly retryAfterMs: number | undefined;
}

/**
 * A channel with its decrypted secrets. `secrets` is null for a channel that has none: an email channel, or one without
 * a URL.
 */
export interface OpenChannel {
  readonly channel: Pick<ChannelRecord, "address" | "kind">;
  readonly secrets: ChannelSecrets | null;
}

export interface Notifier {
  readonly hasMail: boolean;
  /** Sends an event once. Failures are part of the outcome. */
  send(
    open: OpenChannel,
    notified: NotifiedEvent,
    options: { readonly project: Pick<ProjectRecord, "id">; readonly signal?: AbortSignal | undefined },
  ): Promise<SendOutcome>;
}

export function createNotifier({
  outbound,
  sendMail,
  baseUrl,
  now,
}: {
  readonly outbound: Outbound;
  /** Null without an SMTP server. */
  readonly sendMail: SendMail | null;
  /** URL of the service for links; null if it is not configured. */
  readonly baseUrl: string | null;
  /** Epoch milliseconds. */
  readonly now: () => number;
}): Notifier {
  return {
    hasMail: sendMail !== null,
    async send({ channel, secrets }, notified, { project, signal }) {
      const text = describeEvent(notified);
      const url = baseUrl === null ? null : `${baseUrl}/projects/${encodeURIComponent(project.id)}/${text.path}`;
      if (channel.kind === "EMAIL") return mail(sendMail, channel.address, text, url);
      if (secrets === null)
        return failed("The channel has no readable URL. Edit the channel and enter its URL.", { isFinal: true });
      const message = { notified, text, url, projectId: project.id };
      const { body, headers } = requestOf({ kind: channel.kind, secrets, at: now() }, message);
      try {
        const timeout = AbortSignal.timeout(timeoutMs);
        const response = await outbound.fetch(secrets.url, {
          method: "POST",
          body,
          headers: { "content-type": "application/json", ...headers },
          signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
        });
        // An error while reading the body is ignored, because only the status decides whether the notification was
        // delivered.
        const { text: answer } = await readStart(response, maxReadBytes);
        return outcomeOf(response, answer.replaceAll("\0", "\uFFFD"), { secrets, now: now() });
      } catch (error) {
        return failed(explain(error, channel.address), { isFinal: error instanceof AddressRefusedError });
      }
    },
  };
}

interface Message {
  readonly notified: NotifiedEvent;
  readonly text: EventText;
  readonly url: string | null;
  readonly projectId: string;
}

function requestOf(
  {
    kind,
    secrets,
    at,
  }: { readonly kind: ChannelRecord["kind"]; readonly secrets: ChannelSecrets; readonly at: number },
  message: Message,
): { readonly body: string; readonly headers: Record<string, string> } {
  const body = JSON.stringify(bodyOf(kind, message));
  const key = kind === "WEBHOOK" ? readSigningSecret(secrets.signingSecret) : null;
  return { body, headers: key === null ? {} : signatureHeaders(key, { id: message.notified.id, at, body }) };
}

function bodyOf(kind: ChannelRecord["kind"], { notified, text, url, projectId }: Message): JsonObject {
  const { type, title, text: sentence } = text;
  if (kind === "SLACK") {
    const link = url === null ? "" : `\n<${url}|Open in Threadline>`;
    return { text: `*${escapeSlack(title)}*\n${escapeSlack(sentence)}${link}` };
  }
  if (kind === "DISCORD") {
    const content = `**${title}**\n${sentence}`.slice(0, maxDiscordLength - (url?.length ?? 0) - 1);
    // Prevents names of records, such as `@everyone`, from notifying members of the chat.
    return { content: url === null ? content : `${content}\n${url}`, allowed_mentions: { parse: [] } };
  }
  const timestamp = new Date(notified.at).toISOString();
  return { type, timestamp, projectId, title, text: sentence, url, data: notified.data };
}

/** Escapes text for Slack, so that it contains no links and mentions. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

async function mail(
  sendMail: SendMail | null,
  to: string,
  { title, text }: EventText,
  url: string | null,
): Promise<SendOutcome> {
  if (sendMail === null) return failed("The service has no SMTP server (--mail-url)", { isFinal: true });
  const subject = title.replaceAll(/\s+/g, " ");
  const failure = await sendMail({ to, subject, text: `${text}\n${url === null ? "" : `\n${url}\n`}` });
  if (failure === null) return { ...failed("", {}), isDelivered: true, failure: null };
  return failed(failure.message, { isFinal: failure.mayBeSent });
}

function failed(
  failure: string,
  { isFinal = false, ...given }: Partial<Pick<SendOutcome, "isFinal" | "response" | "retryAfterMs" | "status">>,
): SendOutcome {
  return { isDelivered: false, status: null, response: null, retryAfterMs: undefined, ...given, failure, isFinal };
}

/**
 * Returns the outcome of a notification that the receiver answered. The status 410 means that the receiver wants no
 * more requests, so the notification is not retried.
 */
function outcomeOf(
  { ok, status, headers }: Response,
  text: string,
  { secrets, now }: { readonly secrets: ChannelSecrets; readonly now: number },
): SendOutcome {
  const response = withoutSecrets(text, secrets).slice(0, maxResponseLength);
  if (ok) return { isDelivered: true, status, response, failure: null, isFinal: false, retryAfterMs: undefined };
  const redirects = status >= 300 && status < 400;
  const failure = redirects
    ? `The receiver redirected the request (${status}), and redirects are not followed`
    : `The receiver returned ${status}`;
  return failed(failure, { status, response, isFinal: status === 410, retryAfterMs: retryAfterOf(headers, now) });
}

/** Returns the delay of a `Retry-After` header, which contains seconds or a date, in milliseconds. */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const after = headers.get("retry-after")?.trim();
  if (!after) return undefined;
  const delay = /^\d+$/.test(after) ? Number(after) * 1_000 : Date.parse(after) - now;
  return delay > 0 ? delay : undefined;
}

function withoutSecrets(text: string, { url, signingSecret }: ChannelSecrets): string {
  const { pathname, search } = new URL(url);
  const secrets = [url, signingSecret, pathname + search, pathname].filter(
    (secret) => secret !== null && secret.length > 8,
  );
  // Replaces escaped slashes, because some servers escape slashes in JSON. The URL would otherwise not be found in the
  // text.
  const plain = text.replaceAll(String.raw`\/`, "/");
  return secrets.reduce((rest: string, secret) => rest.replaceAll(secret ?? "", "[secret]"), plain);
}

const codes: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name cannot be resolved",
  EAI_AGAIN: "The host name cannot be resolved",
  ECONNREFUSED: "No server listens at this address",
};

/** Returns the reason why a request failed. Omits the path of the URL, which may contain a secret. */
function explain(error: unknown, address: string): string {
  if (error instanceof AddressRefusedError) return error.message;
  const { name, code } = Object(error) as { readonly name?: unknown; readonly code?: unknown };
  if (name === "TimeoutError") return `${address} did not respond in time`;
  const known = codes[String(code)];
  if (known !== undefined) return `${known}: ${address}`;
  return typeof code === "string" ? `${address} cannot be reached (${code})` : `${address} cannot be reached`;
}
