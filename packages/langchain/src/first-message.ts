import { isMessage, toGenerationMessage } from "./messages.ts";
import { type Fields, toFields, toText } from "./values.ts";

const QUESTIONS = ["input", "question", "query", "text", "prompt"];

export function readFirstMessage(input: unknown): string | undefined {
  if (Array.isArray(input)) return firstOf(input);
  const fields = toFields(input);
  const { messages } = fields;
  if (Array.isArray(messages)) return firstOf(messages);
  return QUESTIONS.map((key) => toText(fields[key])).find((text) => text !== undefined);
}

function firstOf(messages: readonly unknown[]): string | undefined {
  for (const message of messages) {
    const text = readUserText(message);
    if (text !== undefined) return text;
  }
  return undefined;
}

/**
 * Returns the text of a user message. LangChain accepts messages as `{ role, content }`, as `[role, content]`, or as
 * text.
 */
function readUserText(message: unknown): string | undefined {
  if (typeof message === "string") return toText(message);
  const { role, content } = toRoleAndContent(message);
  if (role !== "user" && role !== "human") return undefined;
  if (!Array.isArray(content)) return toText(content);
  return toText(
    content.map((part: unknown) => (typeof part === "string" ? part : (toText(toFields(part)["text"]) ?? ""))).join(""),
  );
}

function toRoleAndContent(message: unknown): { role?: unknown; content?: unknown } {
  if (isMessage(message)) return toGenerationMessage(message);
  if (Array.isArray(message)) return { role: message[0] as unknown, content: message[1] as unknown };
  const { role, type, content }: Fields = toFields(message);
  return { role: role ?? type, content };
}
