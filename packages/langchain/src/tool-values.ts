import type { JsonObject } from "@threadline/core";
import { isPlainObject } from "@threadline/core/internal";
import { isMessage } from "./messages.ts";
import { toReadable, toReadableObject } from "./readable.ts";

/** Input of a tool: LangChain passes text, usually a JSON object. */
export function toToolInput(input: unknown): JsonObject {
  try {
    const parsed: unknown = typeof input === "string" ? JSON.parse(input) : input;
    if (isPlainObject(parsed)) return toReadableObject(parsed, "input");
  } catch {
    // Plain text, which tools with a single string accept.
  }
  return { input: toReadable(input) };
}

/** Output of a tool: the content, if it returned a message. */
export function toToolOutput(output: unknown): JsonObject {
  if (!isMessage(output)) return toReadableObject(output, "output");
  const { content, artifact, status, tool_call_id: id } = output;
  return {
    output: toReadable(content),
    ...(artifact !== undefined && { artifact: toReadable(artifact) }),
    ...(status === "error" && { status }),
    ...(typeof id === "string" && { toolCallId: id }),
  };
}
