import type { IGenerationMessage } from "@threadline/core";
import { toList, toObject, toText, type Wire } from "@threadline/core/internal";

type Message = Record<string, unknown>;

/**
 * Converts the contents of a request. The system instruction becomes the first message. Each tool result becomes a
 * message of its own.
 */
export function readContents(contents: unknown, system?: unknown): IGenerationMessage[] {
  const instruction = readParts(toObject(system)["parts"])["content"];
  const first = instruction === undefined || instruction === null ? [] : [{ role: "system", content: instruction }];
  // The cast is safe, because `readContent` returns messages with the fields of recorded messages.
  return [...first, ...toList(contents).flatMap(readContent)] as unknown as IGenerationMessage[];
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

function readContent({ role, parts }: Wire): Message[] {
  const list = toList(parts);
  const results = list.filter(isResult).map(readResult);
  const others = list.filter((part) => !isResult(part));
  if (results.length > 0 && others.length === 0) return results;
  return [...results, { role: role === "model" ? "assistant" : (toText(role) ?? "user"), ...readParts(others) }];
}

function isResult({ functionResponse }: Wire): boolean {
  return typeof functionResponse === "object" && functionResponse !== null;
}

/** Returns the id of a tool call. Some models send no id, so the name of the tool is used instead. */
function callId({ id, name }: Wire): string {
  return toText(id) ?? toText(name) ?? "";
}

function readResult({ functionResponse }: Wire): Message {
  const result = toObject(functionResponse);
  const { name, response, parts } = result;
  const files = toList(parts).map(readFile);
  const text = JSON.stringify(response ?? {});
  return {
    role: "tool",
    tool_call_id: callId(result),
    name: toText(name),
    content: files.length === 0 ? text : [{ type: "text", text }, ...files],
  };
}

/**
 * Converts the parts of a message. Texts and files become the content. Function calls and thoughts get their own
 * fields.
 */
export function readParts(parts: unknown): Message {
  const content: unknown[] = [];
  const thoughts: string[] = [];
  const calls: unknown[] = [];
  for (const part of toList(parts)) {
    const text = toText(part["text"]);
    if (text !== undefined && part["thought"] === true) thoughts.push(text);
    else if (text !== undefined) content.push({ type: "text", text });
    else if (isGiven(part["functionCall"])) calls.push(readCall(toObject(part["functionCall"])));
    else if (isGiven(part["inlineData"]) || isGiven(part["fileData"])) content.push(readFile(part));
    else if (Object.keys(part).some((key) => !SIGNATURE.has(key))) content.push(part);
  }
  const message: Message = { content: simplify(content) };
  const thought = thoughts.join("\n");
  if (thought !== "") message["reasoning_content"] = thought;
  if (calls.length > 0) message["tool_calls"] = calls;
  return message;
}

/**
 * Fields of a message part that are not recorded: `thoughtSignature` can only be read by the provider, and `thought` is
 * implied by the recorded type of the part.
 */
const SIGNATURE: ReadonlySet<string> = new Set(["thoughtSignature", "thought"]);

function isGiven(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function simplify(content: readonly unknown[]): unknown {
  if (content.length === 0) return null;
  const texts = content.map((part) => {
    const { type, text } = toObject(part);
    return type === "text" ? toText(text) : undefined;
  });
  return texts.every((text) => text !== undefined) ? texts.join("") : content;
}

function readCall(call: Wire): Wire {
  const { name, args, partialArgs } = call;
  const text = JSON.stringify(args ?? partialArgs ?? {});
  return { id: callId(call), type: "function", function: { name: toText(name) ?? "", arguments: text } };
}

function readFile({ inlineData, fileData }: Wire): Wire {
  const { data, mimeType, displayName, fileUri } = { ...toObject(fileData), ...toObject(inlineData) } as Wire;
  const mime = toText(mimeType) ?? "application/octet-stream";
  const content = toText(fileUri) ?? `data:${mime};base64,${toText(data) ?? ""}`;
  if (mime.startsWith("image/")) return { type: "image_url", image_url: { url: content } };
  return {
    type: "file",
    file: { ...(typeof displayName === "string" && { filename: displayName }), file_data: content },
  };
}
