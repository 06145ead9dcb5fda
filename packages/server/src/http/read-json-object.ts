import { parseJson } from "../json/parse-json.ts";
import { badInput } from "../records/errors.ts";
import { readBody } from "./read-body.ts";

/**
 * Parses the body of a small request as a JSON object. An empty body counts as an empty object. Throws a `RecordError`
 * if it is invalid.
 */
export async function readJsonObject(
  request: Request,
  maxBytes: number = 64 * 1024,
): Promise<Readonly<Record<string, unknown>>> {
  const text = (await readBody(request, maxBytes)).toString("utf8");
  const value = text.trim() === "" ? {} : parse(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badInput("body", "must be a JSON object");
  }
  return value as Record<string, unknown>;
}

function parse(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw badInput("body", "is not valid JSON");
  }
}
