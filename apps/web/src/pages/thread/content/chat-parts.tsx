import { useLocation } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { Fragment, useContext, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useThreadText } from "../messages.ts";
import { type ChatMessage, type ChatPart, isObject, parseText, readChatMessages, readParts } from "./chat-message.ts";
import { Arrow } from "./arrow.tsx";
import styles from "./content.module.css";
import { JsonTree } from "./json-tree.tsx";
import { Media } from "./media.tsx";
import { MediaGroup } from "./media-group.tsx";
import { MessageFrame } from "./message-frame.tsx";
import { messageHash, MessageOriginContext, originBelow } from "./message-origin.ts";
import { lineOf, plainText } from "./plain-text.ts";
import { Reasoning } from "./reasoning.tsx";
import { TextPart } from "./text-part.tsx";
import { type ToolResults, toolResultsOf, withoutShownResults } from "./tool-results.ts";

const noResults: ToolResults = new Map();
const pageSize = 50;

export function MessageList({ messages }: { readonly messages: readonly ChatMessage[] }) {
  const t = useThreadText();
  const origin = useContext(MessageOriginContext);
  const hash = useLocation({ select: (location) => location.hash });
  const results = toolResultsOf(messages);
  const shown = withoutShownResults(messages).map(({ message, index }) => ({
    message,
    index,
    hash: origin && messageHash(origin, index),
  }));
  const linked = origin?.isTarget === true ? shown.findIndex((each) => each.hash === hash) : -1;
  const [limit, setLimit] = useState(pageSize);
  const end = Math.max(limit, linked + 1);
  return (
    <div className={styles.parts}>
      {shown.slice(0, end).map((each, at) => (
        <MessageFrame
          // Messages have no ids and never move, so the index is the key.
          key={each.index}
          message={each.message}
          isLinked={at === linked}
          link={origin && each.hash !== null ? { stepId: origin.stepId, hash: each.hash } : null}
        >
          <MessageOriginContext value={null}>
            <ChatParts
              parts={each.message.parts}
              results={results}
              reasoningTokens={at === shown.length - 1 ? (origin?.reasoningTokens ?? null) : null}
            />
          </MessageOriginContext>
        </MessageFrame>
      ))}
      {shown.length > end && (
        <Button size="small" onClick={() => setLimit(end * 4)}>
          {t("showRest", { count: shown.length - end })}
        </Button>
      )}
    </div>
  );
}

export function ChatParts({
  parts,
  results = noResults,
  reasoningTokens = null,
}: {
  readonly parts: readonly ChatPart[];
  readonly results?: ToolResults | undefined;
  /** Number of tokens spent on all reasoning in the message; null if unknown. */
  readonly reasoningTokens?: number | null | undefined;
}) {
  const reasoning = parts.findIndex(({ kind }) => kind === "reasoning");
  const images = parts.flatMap((part) =>
    part.kind === "image" && part.url !== null ? [{ url: part.url, name: part.name }] : [],
  );
  return (
    <MediaGroup images={images}>
      <div className={styles.parts}>
        {reasoning === -1 && reasoningTokens !== null && reasoningTokens > 0 && (
          <Reasoning text="" tokens={reasoningTokens} />
        )}
        {parts.map((part, index) => (
          // Parts have no ids and never move, so the index is the key.
          <Fragment key={index}>
            {part.kind === "reasoning" ? (
              <Reasoning text={part.text} tokens={index === reasoning ? reasoningTokens : null} />
            ) : (
              <Part part={part} results={results} />
            )}
          </Fragment>
        ))}
      </div>
    </MediaGroup>
  );
}

function Part({
  part,
  results,
}: {
  readonly part: Exclude<ChatPart, { readonly kind: "reasoning" }>;
  readonly results: ToolResults;
}) {
  const t = useThreadText();
  switch (part.kind) {
    case "text":
      return <TextPart text={part.text} />;
    case "refusal":
      return (
        <p className={styles.refusal}>
          {t("refusal")}: <VisibleText text={part.text} />
        </p>
      );
    case "toolCall":
      return (
        <ToolCall
          name={part.name}
          input={part.arguments}
          result={part.id === null ? undefined : results.get(part.id)}
        />
      );
    case "toolResult":
      return <Payload value={part.content} />;
    case "json":
      return <JsonTree value={part.value} />;
    default:
      return <Media kind={part.kind} url={part.url} name={part.name} />;
  }
}

/** A tool call with its result, initially collapsed to one line. */
function ToolCall({ name, input, result }: ToolCallProps & { readonly name: string }) {
  const t = useThreadText();
  return (
    <details className={`${styles.fold} ${styles.call}`}>
      <summary>
        <span className={styles.callName}>
          <VisibleText text={name || t("toolCall")} />
        </span>
        <ToolLine input={input} result={result} />
      </summary>
      <ToolBody input={input} result={result} />
    </details>
  );
}

export interface ToolCallProps {
  readonly input: JsonValue;
  /** Undefined if the messages do not contain the result. */
  readonly result: JsonValue | undefined;
}

export function ToolLine({ input, result }: ToolCallProps) {
  const t = useThreadText();
  return (
    <span className={styles.callPreview}>
      <VisibleText text={lineOf(input, 80) || t("arguments")} />
      {result !== undefined && result !== null && (
        <>
          <Arrow />
          <span className={styles.callResult}>
            <VisibleText text={lineOf(result, 120)} />
          </span>
        </>
      )}
    </span>
  );
}

export function ToolBody({ input, result }: ToolCallProps) {
  const t = useThreadText();
  return (
    <div className={styles.callBody}>
      <span className={styles.label}>{t("arguments")}</span>
      {isObject(input) && isTable(input) ? <Pairs value={input} /> : <Payload value={input} />}
      {result !== undefined && (
        <>
          <span className={styles.label}>{t("result")}</span>
          {result === null ? <span className={styles.caption}>{t("noResult")}</span> : <Payload value={result} />}
        </>
      )}
    </div>
  );
}

const maxPairs = 100;
/**
 * Maximum length of a text in a table that is shown without formatting. Longer texts, and those with line breaks, are
 * rendered as Markdown.
 */
const maxPlainText = 120;

/** Whether an object can be shown as a table: it has between one and {@link maxPairs} properties. */
export function isTable(value: { readonly [key: string]: JsonValue }): boolean {
  const size = Object.keys(value).length;
  return size > 0 && size <= maxPairs;
}

export function Pairs({ value }: { readonly value: { readonly [key: string]: JsonValue } }) {
  const origin = useContext(MessageOriginContext);
  return (
    <table className={styles.pairs}>
      <tbody>
        {Object.entries(value).map(([key, each]) => (
          <tr key={key}>
            <th scope="row">
              <VisibleText text={key} />
            </th>
            <td>
              {typeof each !== "string" ? (
                <MessageOriginContext value={originBelow(origin, key)}>
                  <Payload value={each} />
                </MessageOriginContext>
              ) : each.length > maxPlainText || each.includes("\n") ? (
                <TextPart text={each} />
              ) : (
                <bdi>
                  <VisibleText text={each} />
                </bdi>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A payload in its most readable form: text as Markdown, messages as a chat, other values as a tree. */
export function Payload({ value }: { readonly value: JsonValue }) {
  const text = plainText(value);
  if (text !== null) {
    const parsed = parseText(text);
    return typeof parsed === "string" ? <TextPart text={text} /> : <JsonTree value={parsed} />;
  }
  const messages = Array.isArray(value) && isObject(value[0]) ? readChatMessages(value) : null;
  if (messages) return <MessageList messages={messages} />;
  const parts = Array.isArray(value) && value.length <= 100 && value.some(isObject) ? readParts(value) : [];
  if (parts.length > 0 && parts.every(({ kind }) => kind !== "json")) return <ChatParts parts={parts} />;
  return <JsonTree value={value} />;
}
