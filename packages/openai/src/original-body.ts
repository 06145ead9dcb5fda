import { type Wire, toObject } from "./mapping/wire.ts";

/** In the options of a request that is sent as a form: what the caller gave. */
export const ORIGINAL_BODY: unique symbol = Symbol.for("threadline.openai.body");

/** What the caller sends, whether it travels as JSON or as a form. */
export function readBody(request: { body?: unknown; [ORIGINAL_BODY]?: unknown }): Wire {
  const { body, [ORIGINAL_BODY]: original } = request;
  return body instanceof FormData ? readForm(body) : toObject(original ?? body);
}

function readForm(form: FormData): Wire {
  const fields: Record<string, unknown> = {};
  for (const key of new Set(form.keys())) {
    const values = form.getAll(key);
    fields[key.replace(/\[\]$/u, "")] = key.endsWith("[]") ? values : values[0];
  }
  return fields;
}
