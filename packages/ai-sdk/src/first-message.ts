import { toList, toText } from "@threadline/core/internal";

export function readFirstMessage(messages: unknown): string | undefined {
  if (typeof messages === "string") return messages;
  const content = toList(messages).find(({ role }) => role === "user")?.["content"];
  return (
    toText(content) ??
    toList(content)
      .map(({ text }) => toText(text))
      .find((text) => text !== undefined)
  );
}
