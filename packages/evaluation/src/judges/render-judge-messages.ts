import type { JsonValue } from "@threadline/schema/sdk";
import { OwnContext } from "@threadline/schema/template-context";
import Mustache from "mustache";
import { EvaluationError } from "../evaluation-error.ts";
import { isJsonObject, type JsonObject } from "../json-object.ts";
import { fenceValue } from "./fence-value.ts";

/**
 * Maximum size of the rendered messages. Each rendered character counts as 1. Each rendering of a section also counts
 * as 1, because nested sections over long lists can take very long, even if they render no text.
 */
const maxPromptSize = 1_000_000;
/**
 * Templates with this much white space in a row are rejected, because Mustache needs quadratic time for white space
 * inside tags.
 */
const longSpace = /\s{200}/u;

/**
 * Renders the messages of a judge. `{{name}}` inserts the value between tags ({@link fenceValue}). The tags are chosen
 * so that the value does not contain the closing tag. `{{{name}}}` inserts the value without tags.
 */
export function renderJudgeMessages(
  messages: readonly JsonObject[],
  variables: Readonly<Record<string, JsonValue>>,
): JsonObject[] {
  return renderMessages(messages, variables, fenceValue);
}

/**
 * Renders the messages of a prompt as `prompt.formatMessages` of the SDK does. Both `{{name}}` and `{{{name}}}` insert
 * the value as text.
 */
export function renderPromptMessages(
  messages: readonly JsonObject[],
  variables: Readonly<Record<string, JsonValue>>,
): JsonObject[] {
  return renderMessages(messages, variables, (_name, value) =>
    Array.isArray(value) ? String(value) : plainText(value),
  );
}

function renderMessages(
  messages: readonly JsonObject[],
  variables: Readonly<Record<string, JsonValue>>,
  toText: (name: string, value: JsonValue) => string,
): JsonObject[] {
  const writer = new BoundedWriter(toText);
  const render = (template: string): string => {
    if (longSpace.test(template)) throw invalid("at most 199 white space characters in a row are allowed");
    try {
      return writer.render(template, new OwnContext(variables));
    } catch (error) {
      throw error instanceof EvaluationError ? error : invalid((error as Error).message);
    }
  };
  return messages.map((message) => ({ ...message, content: renderContent(message["content"] ?? null, render) }));
}

function renderContent(content: JsonValue, render: (template: string) => string): JsonValue {
  if (typeof content === "string") return render(content);
  if (!Array.isArray(content)) return content;
  return content.map((part) =>
    isJsonObject(part) && typeof part["text"] === "string" ? { ...part, text: render(part["text"]) } : part,
  );
}

class BoundedWriter extends Mustache.Writer {
  readonly #toText: (name: string, value: JsonValue) => string;
  #size = 0;

  constructor(toText: (name: string, value: JsonValue) => string) {
    super();
    this.#toText = toText;
  }

  override renderTokens(...args: Parameters<Mustache.Writer["renderTokens"]>): string {
    this.#add(1);
    return super.renderTokens(...args);
  }

  override rawValue(token: string[]): string {
    return this.#count(super.rawValue(token));
  }

  override escapedValue([, name = ""]: string[], context: Mustache.Context): string {
    return this.#count(this.#toText(name, valueOf(context, name)));
  }

  override unescapedValue([, name = ""]: string[], context: Mustache.Context): string {
    return this.#count(plainText(valueOf(context, name)));
  }

  #count(text: string): string {
    this.#add(text.length);
    return text;
  }

  #add(size: number): void {
    this.#size += size;
    if (this.#size > maxPromptSize) {
      throw new EvaluationError(
        "limitExceeded",
        `The prompt with its values is longer than ${maxPromptSize} characters; shorten it, or use paths to smaller values`,
      );
    }
  }
}

function plainText(value: JsonValue): string {
  if (value === null) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function valueOf(context: Mustache.Context, name: string): JsonValue {
  return (context.lookup(name) as JsonValue | undefined) ?? null; // all values of variables are JSON
}

function invalid(reason: string): EvaluationError {
  return new EvaluationError("definitionInvalid", `The prompt is not a valid template: ${reason}`);
}
