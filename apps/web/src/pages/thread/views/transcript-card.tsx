import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { IconButton } from "../../../ui/button.tsx";
import { readChatMessage } from "../content/chat-message.ts";
import { ChatParts, Payload as PayloadText } from "../content/chat-parts.tsx";
import { lineOf } from "../content/plain-text.ts";
import { TextPart } from "../content/text-part.tsx";
import { useThreadText } from "../messages.ts";
import type { Outline } from "../outline/outline.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { tokenUsage } from "../payloads/token-usage.ts";
import { usePayload } from "../payloads/use-payload.ts";
import { CardFrame } from "./card-frame.tsx";
import styles from "./cards.module.css";
import { ContentFailure } from "./content-failure.tsx";
import { DurationChip } from "./duration-chip.tsx";
import { ErrorsBelow } from "./errors-below.tsx";
import { ScoreChips } from "./score-chips.tsx";
import { StepError } from "./step-error.tsx";
import { StepIcon } from "./step-icon.tsx";
import { type TranscriptKind, transcriptKind } from "./transcript-rows.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";

export interface TranscriptCardProps {
  readonly outline: Outline;
  readonly step: number;
  readonly isSelected: boolean;
  readonly isMatch: boolean;
  readonly isCollapsed: boolean;
  readonly onSelect: (step: number) => void;
  readonly onToggle: (step: number) => void;
}

const looks = { message: "assistant", turn: "turn", tool: "work", agent: "agent" } as const;

export const TranscriptCard = memo(function TranscriptCard(props: TranscriptCardProps) {
  const { outline, step, isSelected, isMatch, isCollapsed, onSelect, onToggle } = props;
  const t = useThreadText();
  const formats = useFormats();
  const payload = usePayload(outline.idOf(step));
  const kind = transcriptKind(outline, step);
  const type = outline.typeOf(step);
  const below = outline.below[step] ?? 0;
  const tokens = outline.totalTokens[step] ?? 0;
  return (
    <div style={{ paddingInlineStart: `${Math.min(outline.depths[step] ?? 0, 8) * 1.25}rem` }}>
      <CardFrame
        outline={outline}
        step={step}
        look={type === "user_message" ? "user" : looks[kind]}
        isSelected={isSelected}
        isMatch={isMatch}
        onSelect={onSelect}
        title={
          <>
            <StepIcon type={type} />
            <span className={styles.name}>
              <VisibleText text={outline.nameOf(step) ?? type} />
              {kind === "agent" && type === "run" && (outline.depths[step] ?? 0) > 0 && ` · ${t("subAgent")}`}
            </span>
          </>
        }
        facts={
          <>
            {isCollapsed && below > 0 && <ErrorsBelow outline={outline} step={step} onSelect={onSelect} />}
            {below > 0 && <span>{t("steps", { count: below })}</span>}
            {tokens > 0 && <span>{t("tokens", { count: tokens, formatted: formats.compact(tokens) })}</span>}
            {kind !== "message" && (
              <DurationChip
                seconds={outline.durationOf(step)}
                openState={outline.isOpen(step) ? outline.openState : null}
              />
            )}
            {below > 0 && (
              <IconButton
                size="small"
                label={isCollapsed ? t("expandStep") : t("collapseStep")}
                aria-expanded={!isCollapsed}
                onClick={() => onToggle(step)}
              >
                {isCollapsed ? <ChevronRight size={14} /> : <ChevronDown size={14} />}
              </IconButton>
            )}
          </>
        }
      >
        {payload === undefined ? (
          <div className={styles.waiting} />
        ) : payload === "missing" ? (
          <p>{t("stepGone")}</p>
        ) : payload instanceof Error ? (
          <ContentFailure id={outline.idOf(step)} error={payload} />
        ) : (
          <Content kind={kind} payload={payload} />
        )}
        <ScoreChips id={outline.idOf(step)} />
      </CardFrame>
    </div>
  );
});

function Content({ kind, payload }: { readonly kind: TranscriptKind; readonly payload: Payload }) {
  const { input, output, generation } = payload;
  return (
    <>
      {kind === "message" && (output ?? input) !== null && <PayloadText value={output ?? input ?? null} />}
      {kind === "turn" && <Turn payload={payload} />}
      {kind === "tool" && (
        <p className={styles.line}>
          <VisibleText text={lineOf(input ?? null, 120)} />
          {output !== null && <VisibleText text={` → ${lineOf(output, 160)}`} />}
        </p>
      )}
      {kind === "agent" && <Exchange payload={payload} />}
      <StepError text={payload.error ?? generation?.error} />
    </>
  );
}

function Turn({ payload }: { readonly payload: Payload }) {
  const answer = readChatMessage(payload.generation?.messageCompletion ?? null);
  const reasoningTokens = tokenUsage(payload.generation)?.reasoning;
  if (answer) return <ChatParts parts={answer.parts} reasoningTokens={reasoningTokens} />;
  if (payload.generation?.completion) return <TextPart text={payload.generation.completion} />;
  return payload.output === null ? null : <PayloadText value={payload.output} />;
}

function Exchange({ payload }: { readonly payload: Payload }) {
  const t = useThreadText();
  const { input, output } = payload;
  if (input === null && output === null) return null;
  return (
    <dl className={styles.io}>
      {input !== null && (
        <>
          <dt>{t("input")}</dt>
          <dd className={styles.line}>
            <VisibleText text={lineOf(input, 160)} />
          </dd>
        </>
      )}
      {output !== null && (
        <>
          <dt>{t("output")}</dt>
          <dd className={styles.line}>
            <VisibleText text={lineOf(output, 160)} />
          </dd>
        </>
      )}
    </dl>
  );
}
