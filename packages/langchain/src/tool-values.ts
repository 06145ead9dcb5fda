import type { JsonObject } from "@threadline/core";
import { isPlainObject } from "@threadline/core/internal";
import { isMessage } from "./messages.ts";
import { toReadable, toReadableObject } from "./readable.ts";

/** Converts the input of a tool. LangChain passes text, which is usually a JSON object. */
export function toToolInput(input: unknown): JsonObject {
  try {
    const parsed: unknown = typeof input === "string" ? JSON.parse(input) : input;
    if (isPlainObject(parsed)) return toReadableObject(parsed, "input");
  } catch {
    // The input of a tool with a single string argument is plain text.
  }
  return { input: toReadable(input) };
}

/** Converts the output of a tool. If the tool returned a message, the output is its content. */
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
