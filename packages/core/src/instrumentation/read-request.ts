import type { JsonObject } from "../types/json.ts";
import { dataFields, dataOf } from "./own-data.ts";
import { hide } from "./patch.ts";
import type { CallRecordOptions } from "./record-options.ts";
import { toObject, type Wire } from "./wire.ts";

/** Unchecked fields of a request. */
export interface ObservedRequest {
  readonly method: unknown;
  readonly path: unknown;
  readonly options: CallRecordOptions;
  /** Arguments of the caller; only data properties may be read. */
  readonly given: unknown;
}

export interface RequestBody {
  readonly body?: unknown;
}

/** Reads the options of a request, without calling getters, whose value may differ for the client. */
export function readRequest(options: object): ObservedRequest {
  return {
    method: dataOf(options, "method"),
    path: dataOf(options, "path"),
    options: readCallOptions(
      dataFields(
        options,
        CALL_OPTIONS.filter((name) => Object.hasOwn(options, name)),
      ),
    ),
    given: dataOf(options, "body"),
  };
}

const CALL_OPTIONS = ["threadline", "literalaiTags", "literalaiMetadata", "literalaiStepId"];

/** Request body, sent as JSON or as a form. */
export function readBody({ body }: RequestBody, given: unknown, form: unknown): Wire {
  if (typeof body === "string") return withOrigins(toObject(parse(body)), given);
  if (body instanceof FormData) return readForm(body);
  // Version 4 of the client sends forms as streams.
  return typeof form === "object" && form !== null ? dataFields(form) : {};
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Adds the prompts of messages, which the messages reference in a hidden method that is not sent. */
function withOrigins(body: Wire, given: unknown): Wire {
  for (const name of ["messages", "input"]) {
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

/** Reads the record options of a request: `threadline`, or the names of Literal AI's client. */
function readCallOptions(requestOptions: Readonly<Record<string, unknown>>): CallRecordOptions {
  // The caller passes the documented type; the service rejects other types.
  const { threadline, literalaiTags, literalaiMetadata, literalaiStepId } = requestOptions as {
    threadline?: CallRecordOptions;
    literalaiTags?: string[];
    literalaiMetadata?: JsonObject;
    literalaiStepId?: string;
  };
  return { tags: literalaiTags, metadata: literalaiMetadata, stepId: literalaiStepId, ...threadline };
}
