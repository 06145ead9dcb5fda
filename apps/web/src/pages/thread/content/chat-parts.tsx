import type { JsonValue } from "@threadline/schema/sdk";
import { Type } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "../../../ui/button.tsx";
import { MarkdownText } from "../../../ui/markdown/markdown-text.tsx";
import { useThreadText } from "../messages.ts";
import { type ChatMessage, type ChatPart, isObject, parseText, readChatMessages, readParts } from "./chat-message.ts";
import styles from "./content.module.css";
import { JsonTree } from "./json-tree.tsx";
import { LongText, RawText } from "./long-text.tsx";
import { Media } from "./media.tsx";
import { plainText, previewOf } from "./plain-text.ts";
import { type ToolResults, toolResultsOf, withoutShownResults } from "./tool-results.ts";
import { useRoleName } from "./use-role-name.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

const noResults: ToolResults = new Map();

/** List of messages; tool results are shown with their calls. */
export function MessageList({ messages }: { readonly messages: readonly ChatMessage[] }) {
  const roleName = useRoleName();
  const t = useThreadText();
  const [limit, setLimit] = useState(50);
  const results = toolResultsOf(messages);
  const shown = withoutShownResults(messages);
  return (
    <div className={styles.parts}>
      {shown.slice(0, limit).map(({ role, name, parts }, index) => (
        // Messages are identified by their index, and never move.
        <div key={index} className={styles.message} data-role={role}>
          <span className={styles.role}>
            <VisibleText text={roleName(role)} />
            {name !== null && <VisibleText text={` · ${name}`} />}
          </span>
          <ChatParts parts={parts} results={results} />
        </div>
      ))}
      {shown.length > limit && (
        <Button size="small" onClick={() => setLimit(limit * 4)}>
          {t("showRest", { count: shown.length - limit })}
        </Button>
      )}
    </div>
  );
}

/** The parts of a message, in order. */
export function ChatParts({
  parts,
  results = noResults,
}: {
  readonly parts: readonly ChatPart[];
  readonly results?: ToolResults | undefined;
}) {
  return (
    <div className={styles.parts}>
      {parts.map((part, index) => (
        // Parts of a message are identified by their index, and never move.
        <Part key={index} part={part} results={results} />
      ))}
    </div>
  );
}

function Part({ part, results }: { readonly part: ChatPart; readonly results: ToolResults }) {
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
    case "reasoning":
      return (
        <details className={styles.fold}>
          <summary>{t("reasoning")}</summary>
          <div className={styles.reasoning}>
            <TextPart text={part.text} />
          </div>
        </details>
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

/** Maximum length of a text rendered as Markdown; longer ones would block the page. */
const markdownLimit = 60_000;

/** Text as Markdown, with a switch to plain text; a long one is cut before parsing. */
export function TextPart({ text }: { readonly text: string }) {
  const t = useThreadText();
  const [isRaw, setIsRaw] = useState(false);
  return (
    <div className={styles.textPart}>
      <IconButton
        label={t("rawText")}
        size="small"
        className={styles.rawSwitch}
        isPressed={isRaw}
        onClick={(event) => {
          // A click would also open the surrounding card.
          event.stopPropagation();
          setIsRaw(!isRaw);
        }}
      >
        <Type size={14} aria-hidden />
      </IconButton>
      {isRaw ? (
        <RawText text={text} />
      ) : (
        <LongText text={text} limit={6_000}>
          {(shown) =>
            shown.length > markdownLimit ? (
              <div className={styles.plain} dir="auto">
                <VisibleText text={shown} />
              </div>
            ) : (
              <MarkdownText text={shown} />
            )
          }
        </LongText>
      )}
    </div>
  );
}

/** A call of a tool with its result, folded to one line. */
export function ToolCall({
  name,
  input,
  result,
  hidesName = false,
}: {
  readonly name: string;
  readonly input: JsonValue;
  /** Undefined: not known here. */
  readonly result: JsonValue | undefined;
  /** The name is next to it already. */
  readonly hidesName?: boolean | undefined;
}) {
  const t = useThreadText();
  return (
    <details className={`${styles.fold} ${styles.call}`}>
      <summary>
        {!hidesName && (
          <span className={styles.callName}>
            <VisibleText text={name || t("toolCall")} />
          </span>
        )}
        <span className={styles.callPreview}>
          <VisibleText text={previewOf(input, 80)} />
          {result !== undefined && result !== null && <VisibleText text={` → ${previewOf(result, 120)}`} />}
        </span>
      </summary>
      <div className={styles.callBody}>
        <span className={styles.label}>{t("arguments")}</span>
        <Payload value={input} />
        {result !== undefined && (
          <>
            <span className={styles.label}>{t("result")}</span>
            {result === null ? <span className={styles.caption}>{t("noResult")}</span> : <Payload value={result} />}
          </>
        )}
      </div>
    </details>
  );
}

/** Payload in its most readable form: texts as Markdown, messages as a chat, other values as a tree. */
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
