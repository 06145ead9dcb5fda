import { memo, useState } from "react";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { useFormats } from "../../../messages/formats.ts";
import { readChatMessages } from "../content/chat-message.ts";
import { ChatParts, Payload as PayloadText, ToolBody } from "../content/chat-parts.tsx";
import { attachmentMedia } from "../content/attachment-media.tsx";
import { useRoleName } from "../content/use-role-name.ts";
import { plainText } from "../content/plain-text.ts";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import { turnUsage } from "../outline/turn-usage.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { usePayload } from "../payloads/use-payload.ts";
import { CardFrame } from "./card-frame.tsx";
import styles from "./cards.module.css";
import { ContentFailure } from "./content-failure.tsx";
import type { ChatItem } from "./chat-items.ts";
import { DurationChip } from "./duration-chip.tsx";
import { ModelCall } from "./model-call.tsx";
import { ScoreChips } from "./score-chips.tsx";
import { StepError } from "./step-error.tsx";
import { StepIcon } from "./step-icon.tsx";
import { ToolSummary } from "./tool-summary.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";

export interface ChatCardProps {
  readonly outline: Outline;
  readonly item: ChatItem;
  /**
   * Whether the playback has reached only the input of the step. The output, the figures and the scores are then
   * hidden.
   */
  readonly isAsking?: boolean | undefined;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly onSelect: (step: number) => void;
}

export const ChatCard = memo(function ChatCard({
  outline,
  item,
  isAsking = false,
  isSelected,
  isMatch,
  onSelect,
}: ChatCardProps) {
  const { kind, step } = item;
  const t = useThreadText();
  const formats = useFormats();
  const payload = usePayload(outline.idOf(step));
  const type = outline.typeOf(step);
  const look =
    kind === "message"
      ? roleOf(type)
      : kind === "tool" || kind === "error" || kind === "failure"
        ? "work"
        : "assistant";
  const from = outline.fromOf(step);
  const usage = turnUsage(outline, step);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <CardFrame
      outline={outline}
      step={step}
      look={look}
      isSelected={isSelected}
      isMatch={isMatch}
      onSelect={onSelect}
      title={<Title outline={outline} step={step} models={isAsking ? [] : usage.models} />}
      middle={kind === "tool" && <ToolSummary payload={payload} isOpen={isOpen} onToggle={() => setIsOpen(!isOpen)} />}
      facts={
        <>
          {!isAsking && usage.tokenCount > 0 && (
            <span>{t("tokens", { count: usage.tokenCount, formatted: formats.compact(usage.tokenCount) })}</span>
          )}
          {!isAsking && usage.cost > 0 && <span>{formats.cost(usage.cost)}</span>}
          {!isAsking && kind !== "message" && (
            <DurationChip
              seconds={outline.durationOf(step)}
              openState={outline.isOpen(step) ? outline.openState : null}
            />
          )}
          {kind !== "tool" && from !== null && <span>{formats.timeOfDay(outline.start + from)}</span>}
        </>
      }
    >
      <Content item={item} outline={outline} payload={payload} isAsking={isAsking} isOpen={isOpen} />
      {!isAsking && <ScoreChips id={outline.idOf(step)} />}
    </CardFrame>
  );
});

function Title(props: { readonly outline: Outline; readonly step: number; readonly models: readonly string[] }) {
  const { outline, step, models } = props;
  const roleName = useRoleName();
  const formats = useFormats();
  const type = outline.typeOf(step);
  const name = outline.nameOf(step) ?? (type.endsWith("_message") ? roleName(roleOf(type)) : type);
  const [model, ...others] = models;
  return (
    <>
      <StepIcon type={type} />
      <span className={styles.name}>
        <VisibleText text={name} />
        {model !== undefined && (model !== name || others.length > 0) && (
          <span className={styles.model} title={visibleString(models.join(", "))}>
            <VisibleText text={` · ${model}`} />
            {others.length > 0 && ` +${formats.number(others.length)}`}
          </span>
        )}
      </span>
    </>
  );
}

function Content(props: {
  readonly item: ChatItem;
  readonly outline: Outline;
  readonly payload: ReturnType<typeof usePayload>;
  readonly isAsking: boolean;
  readonly isOpen: boolean;
}) {
  const { item, outline, payload, isAsking, isOpen } = props;
  const t = useThreadText();
  if (payload === undefined)
    return item.kind === "tool" ? null : <div className={styles.waiting} role="presentation" />;
  if (payload === "missing") return <p>{t("stepGone")}</p>;
  if (payload instanceof Error) return <ContentFailure id={outline.idOf(item.step)} error={payload} />;
  const { input, output } = payload;
  return (
    <>
      {item.kind === "message" && <MessageContent payload={payload} />}
      {(item.kind === "call" || item.kind === "answer") && (
        <ModelCall
          payload={payload}
          next={item.next === null ? null : outline.idOf(item.next)}
          part={item.kind === "answer" ? "answer" : isAsking ? "question" : "all"}
        />
      )}
      {item.kind === "tool" && isOpen && <ToolBody input={input ?? null} result={output ?? null} />}
      {item.kind === "exchange" && (
        <dl>
          <dt className={styles.line}>{t("input")}</dt>
          <dd>{input === null ? t("empty") : <PayloadText value={input} />}</dd>
          {!isAsking && (
            <>
              <dt className={styles.line}>{t("output")}</dt>
              <dd>{output === null ? t("empty") : <PayloadText value={output} />}</dd>
            </>
          )}
        </dl>
      )}
      {!isAsking && <StepError text={payload.error ?? payload.generation?.error} />}
      {!isAsking && attachmentMedia(payload.attachments)}
    </>
  );
}

/**
 * Content of a message: the output of its step. Some clients record a message as the input of a step without output.
 */
function MessageContent({ payload }: { readonly payload: Payload }) {
  const value = payload.output ?? payload.input;
  if (value === null || value === undefined) return null;
  const messages = readChatMessages(value);
  if (messages) return messages.map(({ parts }, index) => <ChatParts key={`${payload.id}-${index}`} parts={parts} />);
  const text = plainText(value);
  return <PayloadText value={text ?? value} />;
}

function roleOf(type: string): "user" | "assistant" | "system" {
  return type === "user_message" ? "user" : type === "system_message" ? "system" : "assistant";
}
