import type { JsonObject } from "../types/json.ts";
import { dataFields, dataOf } from "./own-data.ts";
import { hide } from "./patch.ts";
import type { CallRecordOptions } from "./record-options.ts";
import { NOTHING, toObject, type Wire } from "./wire.ts";

export interface ObservedRequest {
  readonly method: unknown;
  readonly path: unknown;
  readonly options: CallRecordOptions;
  /**
   * Body that the caller passed. Only its data properties may be read, because a getter may return another value each
   * time.
   */
  readonly given: unknown;
}

export interface RequestBody {
  readonly body?: unknown;
}

/** Reads the options of a request without calling getters, because they may return another value to the client. */
export function readRequest(options: object): ObservedRequest {
  const names = CALL_OPTIONS.filter((name) => Object.hasOwn(options, name));
  return {
    method: dataOf(options, "method"),
    path: dataOf(options, "path"),
    options: names.length === 0 ? NO_OPTIONS : readCallOptions(dataFields(options, names)),
    given: dataOf(options, "body"),
  };
}

const NO_OPTIONS: CallRecordOptions = {};

const CALL_OPTIONS = ["threadline", "literalaiTags", "literalaiMetadata", "literalaiStepId"];

export function readBody({ body }: RequestBody, given: unknown, form: unknown): Wire {
  if (typeof body === "string") return withOrigins(readJson(body), given);
  if (body instanceof FormData) return readForm(body);
  // Version 4 of the openai package sends a form as a stream. The fields are then read from `form` instead of the body.
  return typeof form === "object" && form !== null ? dataFields(form) : {};
}

export function readJson(body: string): Wire {
  try {
    return toObject(JSON.parse(body));
  } catch {
    return NOTHING;
  }
}

export function hasOrigins(given: unknown): boolean {
  for (const name of MESSAGE_FIELDS) {
    const originals = dataOf(given, name);
    if (!Array.isArray(originals)) continue;
    // The caller may have replaced the iterator of the list, so this loops by index.
    for (let index = 0; index < originals.length; index += 1) {
      const message = dataOf(originals, String(index));
      if (typeof message === "object" && message !== null && Object.hasOwn(message, "literalMetadata")) return true;
    }
  }
  return false;
}

const MESSAGE_FIELDS = ["messages", "input"];

/**
 * Copies the method `literalMetadata` to the messages in the body. Messages that were rendered from a prompt have this
 * method, which refers to the prompt. It is lost when the client serializes them, so it is copied from the messages
 * that the application passed.
 */
function withOrigins(body: Wire, given: unknown): Wire {
  for (const name of MESSAGE_FIELDS) {
    const [sent, originals] = [body[name], dataOf(given, name)];
    if (!Array.isArray(sent) || !Array.isArray(originals) || sent.length !== originals.length) continue;
    for (const [index, message] of sent.entries()) {
      const origin = dataOf(dataOf(originals, String(index)), "literalMetadata");
      if (typeof origin === "function" && typeof message === "object" && message !== null)
        hide(message, "literalMetadata", origin);
    }
  }
  return body;
}

function readForm(form: FormData): Wire {
  const fields = new Map<string, unknown>();
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key);
    fields.set(key.replace(/\[\]$/u, ""), key.endsWith("[]") ? values : values[0]);
  }
  return Object.fromEntries(fields);
}

/** Reads the recording options of a request from `threadline`, or from the fields of Literal AI's client. */
function readCallOptions(requestOptions: Readonly<Record<string, unknown>>): CallRecordOptions {
  // The values are not checked here, because the service rejects wrong types.
  const { threadline, literalaiTags, literalaiMetadata, literalaiStepId } = requestOptions as {
    threadline?: CallRecordOptions;
    literalaiTags?: string[];
    literalaiMetadata?: JsonObject;
    literalaiStepId?: string;
  };
  const options = { tags: literalaiTags, metadata: literalaiMetadata, stepId: literalaiStepId, ...threadline };
  // The lists are copied, because the caller may change them.
  return { ...options, tags: options.tags && [...options.tags], metadata: options.metadata && { ...options.metadata } };
}
