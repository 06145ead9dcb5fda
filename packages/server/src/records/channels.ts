import type { ChannelInput } from "@threadline/schema/server";
import type { JsonObject } from "../json/json-value.ts";
import type { ChannelKind, ChannelRecord, ProjectEventKind } from "../store/channels.ts";
import { readEmail } from "./accounts.ts";
import { badInput } from "./errors.ts";
import { recordLimits } from "./limits.ts";
import { readRequiredName, readText } from "./text.ts";

export interface ChannelContent extends Pick<ChannelRecord, "events" | "kind" | "name"> {
  /** Email address; null for other kinds. */
  readonly email: string | null;
  /** Null for emails, and if not given. */
  readonly url: URL | null;
}

/** Reads the content of a channel. `checkUrl` throws if requests to a URL are not allowed. */
export function readChannel(input: ChannelInput, checkUrl: (url: URL) => void): ChannelContent {
  const { kind, events } = input;
  const name = readText("channel.name", readRequiredName("channel.name", input.name).trim(), recordLimits.idLength);
  const content = { name, kind, events: [...new Set(events)] };
  if (kind === "EMAIL") {
    if (input.url != null) throw badInput("channel.url", "does not apply to the kind EMAIL");
    if (input.replacesSigningSecret === true) throw badInput("channel.replacesSigningSecret", "is only for webhooks");
    return { ...content, email: readEmail("channel.email", input.email), url: null };
  }
  if (input.email != null) throw badInput("channel.email", "is only for the kind EMAIL");
  if (input.replacesSigningSecret === true && kind !== "WEBHOOK") {
    throw badInput("channel.replacesSigningSecret", "is only for webhooks");
  }
  return { ...content, email: null, url: readUrl(input.url ?? null, checkUrl) };
}

function readUrl(text: string | null, checkUrl: (url: URL) => void): URL | null {
  const field = "channel.url";
  const given = readText(field, text?.trim() || null, recordLimits.nameLength) ?? null;
  if (given === null) return null;
  const url = URL.parse(given);
  if (!url) throw badInput(field, "must be a URL, such as https://example.com/hooks");
  try {
    checkUrl(url);
  } catch (error) {
    throw badInput(field, (error as Error).message); // `checkUrl` throws only errors
  }
  return url;
}

const kinds: Readonly<Record<ChannelKind, true>> = { WEBHOOK: true, SLACK: true, DISCORD: true, EMAIL: true };
const events: Readonly<Record<ProjectEventKind, true>> = {
  PROMPT_PROMOTED: true,
  EXPERIMENT_FINISHED: true,
  DATASET_CHANGED: true,
  QUEUE_EMPTY: true,
};

/**
 * Throws unless a channel from an exported project is valid. There is no URL to check, because URLs contain secrets and
 * are not exported.
 */
export function checkChannel(record: JsonObject): void {
  const { name, kind, address } = record;
  if (typeof name !== "string") throw badInput("channel.name", "must be a string");
  readText("channel.name", readRequiredName("channel.name", name), recordLimits.idLength);
  if (typeof kind !== "string" || !Object.hasOwn(kinds, kind)) {
    throw badInput("channel.kind", `must be one of ${Object.keys(kinds).join(", ")}`);
  }
  const list = record["events"];
  if (!Array.isArray(list) || !list.every((event) => typeof event === "string" && Object.hasOwn(events, event))) {
    throw badInput("channel.events", `must be a list of ${Object.keys(events).join(", ")}`);
  }
  if (typeof address !== "string") throw badInput("channel.address", "must be a string");
  if (kind === "EMAIL") readEmail("channel.address", address);
  else readText("channel.address", address, recordLimits.nameLength);
}
