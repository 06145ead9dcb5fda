import type { IGenerationMessage } from "@threadline/core";
import { toList, toObject, toText, type Wire } from "@threadline/core/internal";

type Message = Record<string, unknown>;

/**
 * Converts the messages of a request. The system prompt becomes the first message. Each tool result becomes a message
 * of its own.
 */
export function readMessages(messages: unknown, system?: unknown): IGenerationMessage[] {
  const first =
    system === undefined || system === null ? [] : [{ role: "system", content: readContent(system)["content"] }];
  // `Message` is typed with any fields. Here, they are the fields of `IGenerationMessage`.
  return [...first, ...toList(messages).flatMap(readMessage)] as unknown as IGenerationMessage[];
}

export function readFirstMessage(messages: IGenerationMessage[] | null | undefined): string | undefined {
  const content: unknown = messages?.find(({ role }) => role === "user")?.content;
  return (
    toText(content) ??
    toList(content)
      .map(({ text }) => toText(text))
      .find((text) => text !== undefined)
  );
}

function readMessage({ role, content }: Wire): Message[] {
  const results = toList(content).filter(isToolResult).map(readToolResult);
  const others = Array.isArray(content) ? toList(content).filter((block) => !isToolResult(block)) : content;
  // Each tool result becomes a message of its own. The other blocks follow as a further message, if there are any.
  if (results.length > 0 && Array.isArray(others) && others.length === 0) return results;
  return [...results, { role, ...readContent(others) }];
}

function isToolResult({ type }: Wire): boolean {
  return type === "tool_result";
}

function readToolResult({ tool_use_id: id, content, is_error: isError }: Wire): Message {
  return {
    role: "tool",
    tool_call_id: toText(id),
    content: readContent(content)["content"] ?? "",
    ...(isError === true && { is_error: true }),
  };
}

/**
 * Converts the blocks of a message. Texts and files become the content. Tool calls and thinking get their own fields.
 */
export function readContent(blocks: unknown): Message {
  if (!Array.isArray(blocks)) return { content: toText(blocks) ?? null };
  const content: unknown[] = [];
  const thinking: string[] = [];
  const calls: unknown[] = [];
  for (const block of toList(blocks)) {
    const { type } = block;
    if (type === "text") content.push({ type, text: toText(block["text"]) ?? "" });
    else if (type === "thinking") thinking.push(toText(block["thinking"]) ?? "");
    else if (type === "tool_use" || type === "server_tool_use") calls.push(readToolCall(block));
    else if (type === "image" || type === "document") content.push(readFile(block));
    // Redacted thinking is encrypted, so it is not recorded.
    else if (type !== "redacted_thinking") content.push(block);
  }
  const message: Message = { content: simplify(content) };
  const thought = thinking.join("\n");
  if (thought !== "") message["reasoning_content"] = thought;
  if (calls.length > 0) message["tool_calls"] = calls;
  return message;
}

function simplify(content: readonly unknown[]): unknown {
  if (content.length === 0) return null;
  const texts = content.map((part) => {
    const { type, text } = toObject(part);
    return type === "text" ? toText(text) : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join("") : content;
}

function readToolCall({ id, name, input }: Wire): Wire {
  const text = typeof input === "string" ? input : JSON.stringify(input ?? {});
  return { id: toText(id), type: "function", function: { name: toText(name) ?? "", arguments: text } };
}

function readFile({ type, source, title }: Wire): Wire {
  const { data, media_type: mime, url, file_id: fileId, type: kind } = toObject(source);
  const isText = kind === "text";
  const content =
    toText(url) ??
    toText(fileId) ??
    (isText ? toText(data) : `data:${toText(mime) ?? "image/png"};base64,${toText(data) ?? ""}`);
  if (type === "image") return { type: "image_url", image_url: { url: content } };
  if (isText) return { type: "text", text: content };
  return { type: "file", file: { ...(typeof title === "string" && { filename: title }), file_data: content } };
}
