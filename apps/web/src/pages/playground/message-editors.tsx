import { ArrowDown, ArrowUp, Braces, Plus, X } from "lucide-react";
import { useRef, useState } from "react";
import { Button, IconButton } from "../../ui/button.tsx";
import { SelectField, TextArea } from "../../ui/field.tsx";
import { JsonField } from "../../ui/json-field.tsx";
import { usePlaygroundText } from "./messages.ts";
import styles from "./playground-page.module.css";
import { ImageField } from "./image-field.tsx";
import {
  draftOfMessage,
  jsonDraftOf,
  type MessageDraft,
  newMessage,
  roles,
  type TextDraft,
  toolCallsIn,
} from "./column/message-draft.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { parseJson, readableJson } from "../../json/json-text.ts";
import { visibleString } from "../../messages/hidden-characters.ts";

const ToolCalls = onDemand(async () => (await import("../prompts/tool-calls.tsx")).ToolCalls);

export function MessageEditors({
  messages,
  problems,
  isCompact = false,
  onChange,
}: {
  readonly messages: readonly MessageDraft[];
  readonly problems: ReadonlySet<number>;
  /** Whether the text fields are low, so that the responses of several columns stay visible. */
  readonly isCompact?: boolean;
  readonly onChange: (messages: readonly MessageDraft[]) => void;
}) {
  const t = usePlaygroundText();
  const addButton = useRef<HTMLButtonElement>(null);
  const [minRows, maxRows] = isCompact ? [2, 5] : [3, 16];
  const replace = (message: MessageDraft): void =>
    onChange(messages.map((other) => (other.key === message.key ? message : other)));
  const move = (index: number, step: number): void => {
    const moved = [...messages];
    moved.splice(index + step, 0, ...moved.splice(index, 1));
    onChange(moved);
  };
  const add = (): void => {
    const key = Math.max(-1, ...messages.map((message) => message.key)) + 1;
    onChange([...messages, newMessage(key, "user")]);
  };
  return (
    <>
      {messages.map((message, index) => {
        const number = index + 1;
        const other = otherForm(message);
        return (
          <div key={message.key} className={styles.message}>
            <div className={styles.messageHead}>
              <div>
                {message.kind === "text" && (
                  <SelectField
                    label={t("role", { number })}
                    hideLabel
                    value={message.role}
                    onChange={(role) => replace({ ...message, role })}
                    options={[...new Set([...roles, message.role])].map((role) => ({
                      value: role,
                      label: visibleString(role),
                    }))}
                  />
                )}
              </div>
              {other && (
                <IconButton
                  label={t(message.kind === "text" ? "editAsJson" : "editAsFields", { number })}
                  onClick={() => replace(other)}
                >
                  <Braces size={16} />
                </IconButton>
              )}
              <IconButton label={t("moveUp", { number })} disabled={index === 0} onClick={() => move(index, -1)}>
                <ArrowUp size={16} />
              </IconButton>
              <IconButton
                label={t("moveDown", { number })}
                disabled={number === messages.length}
                onClick={() => move(index, 1)}
              >
                <ArrowDown size={16} />
              </IconButton>
              <IconButton
                label={t("removeMessage", { number })}
                onClick={() => {
                  addButton.current?.focus();
                  onChange(messages.filter(({ key }) => key !== message.key));
                }}
              >
                <X size={16} />
              </IconButton>
            </div>
            {message.kind === "text" ? (
              <>
                <TextContent
                  number={number}
                  message={message}
                  rows={Math.min(maxRows, Math.max(minRows, linesOf(message.text)))}
                  onChange={(text) => replace({ ...message, text })}
                />
                {message.role === "user" && (
                  <ImageField
                    number={number}
                    images={message.images}
                    onChange={(images) => replace({ ...message, images })}
                  />
                )}
                <Rest rest={message.rest} />
              </>
            ) : (
              <JsonField
                label={t("contentJson", { number })}
                rows={10}
                value={message.text}
                error={problems.has(message.key) && parseJson(message.text).error === null ? t("notAnObject") : null}
                onChange={(text) => replace({ ...message, text })}
              />
            )}
          </div>
        );
      })}
      <div>
        <Button ref={addButton} size="small" onClick={add}>
          <Plus size={14} aria-hidden />
          {t("addMessage")}
        </Button>
      </div>
    </>
  );
}

/** Text of a message. If the message has only tool calls, its empty text field is shown on demand. */
function TextContent({
  number,
  message,
  rows,
  onChange,
}: {
  readonly number: number;
  readonly message: TextDraft;
  readonly rows: number;
  readonly onChange: (text: string) => void;
}) {
  const t = usePlaygroundText();
  const [isAsked, setIsAsked] = useState(false);
  // A field whose text was deleted stays.
  const [hadText, setHadText] = useState(message.text !== "");
  if (message.text === "" && !hadText && !isAsked && toolCallsIn(message.rest).length > 0) {
    return (
      <div>
        <Button size="small" aria-label={t("addTextTo", { number })} onClick={() => setIsAsked(true)}>
          <Plus size={14} aria-hidden />
          {t("addText")}
        </Button>
      </div>
    );
  }
  return (
    <TextArea
      label={t("content", { number })}
      hideLabel
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the button that had the focus is gone
      autoFocus={isAsked}
      rows={rows}
      value={message.text}
      onChange={({ target }) => {
        setHadText(true);
        onChange(target.value);
      }}
    />
  );
}

/** Returns a message with tool calls as JSON, and back; null for other messages. */
function otherForm(message: MessageDraft): MessageDraft | null {
  if (message.kind === "text") {
    return toolCallsIn(message.rest).length === 0 ? null : jsonDraftOf(message);
  }
  const { value, error } = parseJson(message.text);
  const read = error === null ? draftOfMessage(value ?? null, message.key) : null;
  return read?.kind === "text" ? read : null;
}

/** Fields of a message that are not edited: its tool calls as cards, texts in a line each, and others as JSON. */
function Rest({ rest: { uuid: _uuid, templated: _templated, ...rest } }: Pick<TextDraft, "rest">) {
  const calls = toolCallsIn(rest);
  const { tool_calls: given, ...others } = rest;
  const fields = Object.entries(calls.length > 0 || given === undefined ? others : rest);
  const texts = fields.filter(([, value]) => typeof value === "string");
  const complex = fields.filter(([, value]) => typeof value !== "string");
  return (
    <>
      {calls.length > 0 && <ToolCalls calls={calls} />}
      {texts.map(([name, value]) => (
        <p key={name} className={styles.rest}>
          <VisibleText text={`${name}: ${String(value)}`} />
        </p>
      ))}
      {complex.length > 0 && (
        <pre className={styles.rest}>
          <VisibleText text={readableJson(Object.fromEntries(complex))} />
        </pre>
      )}
    </>
  );
}

/** Approximate length of a line in a text field of usual width. */
const lineLength = 64;

/** Returns the approximate number of lines that a text fills, plus an empty line at its end. */
function linesOf(text: string): number {
  return text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lineLength)), 1);
}
