import { useLocation } from "@tanstack/react-router";
import { CircleAlert } from "lucide-react";
import { useEffect } from "react";
import { useRequest } from "../../../api/use-request.ts";
import { setStepTags } from "../../../generated/thread-changes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { EmptyState, ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { useFormats } from "../../../messages/formats.ts";
import { noteStep } from "../actions/recent-steps.ts";
import { StepActions } from "../actions/step-actions.tsx";
import { CommentsSection } from "../comments/comments-section.tsx";
import { attachmentMedia } from "../content/attachment-media.tsx";
import { LongText } from "../content/long-text.tsx";
import { placeOfHash } from "../content/message-origin.ts";
import { useInspectorText } from "./messages.ts";
import type { Outline } from "../outline/outline.ts";
import { isMessage } from "../outline/step-kind.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { usePayload, useRetry } from "../payloads/use-payload.ts";
import { useThreadPage } from "../thread-context.ts";
import { DurationChip, useShareText } from "../views/duration-chip.tsx";
import { StepIcon } from "../views/step-icon.tsx";
import { GenerationSections } from "./generation-sections.tsx";
import styles from "./inspector.module.css";
import { isItemRun, ItemScoresNote } from "./item-scores-note.tsx";
import { MessagesSection } from "./messages-section.tsx";
import { PayloadSection } from "./payload-section.tsx";
import { ScoresSection } from "./scores-section.tsx";
import { Section } from "./section.tsx";
import { StepFacts } from "./step-facts.tsx";
import { TagsEditor } from "./tags-editor.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { visibleString } from "../../../messages/hidden-characters.ts";

const namesItself = /^\w*(error|exception)\b/i;

export function StepInspector({ id, outline }: { readonly id: string; readonly outline: Outline }) {
  const t = useInspectorText();
  const payload = usePayload(id);
  const retry = useRetry();
  if (payload === undefined) return <LoadingState />;
  if (payload === "missing") return <EmptyState title={t("stepGone")} />;
  if (payload instanceof Error) return <ErrorState error={payload} onRetry={() => retry(id)} />;
  return <LoadedStep key={id} payload={payload} outline={outline} />;
}

function LoadedStep({ payload, outline }: { readonly payload: Payload; readonly outline: Outline }) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, refreshStep, shareToken, rights, openState, panel } = useThreadPage();
  const setTags = useRequest(setStepTags);
  const { id, type, name, generation } = payload;
  const step = outline.indexOf(id);
  const below = step === undefined ? null : outline.usageBelow(step);
  const shareOf = useShareText(outline);
  // Adds the step to the list of recent steps. On the page of another thread, the list contains it as a step to compare
  // with.
  useEffect(() => {
    if (shareToken === null) noteStep({ projectId, id, name: name ?? type });
  }, [shareToken, projectId, id, name, type]);
  const error = payload.error ?? generation?.error ?? null;
  const refresh = (): void => refreshStep(id);
  const linked = placeOfHash(useLocation({ select: (location) => location.hash }));
  const isLinkedBelow = linked === "input" || linked === "output";
  const isChat = generation?.messages != null || generation?.prompt != null;
  return (
    <div className={styles.inspector} data-step={id}>
      <header className={styles.section}>
        <div className={styles.head}>
          <StepIcon type={type} />
          <h2 title={visibleString(name ?? type)}>
            <VisibleText text={name ?? type} />
          </h2>
          {shareToken === null && <StepActions payload={payload} />}
        </div>
        <div className={styles.chips}>
          <Badge>{type}</Badge>
          {generation?.model != null && <Badge tone="accent">{generation.model}</Badge>}
          {!isMessage(type) && (
            <DurationChip
              seconds={secondsOf(payload)}
              openState={payload.startTime !== null && payload.endTime === null && error === null ? openState : null}
              share={step === undefined ? null : shareOf(step)}
            />
          )}
          {generation?.tokenCount != null && (
            <Badge>
              {t("tokens", { count: generation.tokenCount, formatted: formats.number(generation.tokenCount) })}
            </Badge>
          )}
          {generation?.costDetails != null && <Badge>{formats.cost(generation.costDetails.total)}</Badge>}
          {below !== null && below.tokenCount > 0 && (
            <Badge title={t("withAllBelow")}>
              {t("tokens", { count: below.tokenCount, formatted: formats.number(below.tokenCount) })}
            </Badge>
          )}
          {below !== null && below.cost > 0 && <Badge title={t("withAllBelow")}>{formats.cost(below.cost)}</Badge>}
        </div>
      </header>
      {error !== null && (
        <div className={styles.error} role="alert">
          <CircleAlert size={16} aria-hidden />{" "}
          {!namesItself.test(error) && (
            <>
              <strong>{t("error")}</strong>{" "}
            </>
          )}
          <LongText text={error} limit={4_000}>
            {(shown) => (
              <span>
                <VisibleText text={shown} />
              </span>
            )}
          </LongText>
        </div>
      )}
      {isChat && <GenerationSections payload={payload} />}
      {!isChat && <StepPayloads payload={payload} />}
      {!isChat && payload.input === null && payload.output === null && (
        <p className={styles.quiet}>
          {t("input")}, {t("output")}: {t("empty")}
        </p>
      )}
      {isChat && (payload.input !== null || payload.output !== null) && (
        <details className={styles.section} open={isLinkedBelow}>
          <summary className={styles.quiet}>{t("stepPayloads")}</summary>
          <StepPayloads payload={payload} isBelow />
        </details>
      )}
      {payload.attachments.length > 0 && (
        <Section title={t("attachments")}>{attachmentMedia(payload.attachments)}</Section>
      )}
      {panel?.hiddenScores !== "all" && (
        <ScoresSection scores={payload.scores} target={{ stepId: id }} onChanged={refresh}>
          {isItemRun(payload) && <ItemScoresNote />}
        </ScoresSection>
      )}
      {shareToken === null && panel?.hiddenScores !== "all" && <CommentsSection target={{ stepId: id }} />}
      <Section title={t("tags")}>
        <TagsEditor
          tags={payload.tags ?? []}
          isBusy={setTags.isPending}
          isReadOnly={!rights.mayAnnotate}
          onChange={(tags) => void setTags.mutateAsync({ id, tags }).then(refresh, () => undefined)}
        />
        <DialogError error={setTags.error} />
      </Section>
      <StepFacts payload={payload} />
      {payload.metadata !== null && <PayloadSection title={t("metadata")} place="metadata" value={payload.metadata} />}
      {generation?.settings != null && (
        <PayloadSection title={t("settings")} place="settings" value={generation.settings} />
      )}
      {generation?.variables != null && (
        <PayloadSection title={t("variables")} place="variables" value={generation.variables} />
      )}
      {generation?.tools != null && <PayloadSection title={t("tools")} place="tools" value={generation.tools} />}
    </div>
  );
}

function StepPayloads({
  payload,
  isBelow = false,
}: {
  readonly payload: Payload;
  /** Whether these payloads are shown below the input and output of the step's generation. */
  readonly isBelow?: boolean;
}) {
  const t = useInspectorText();
  return (
    <>
      {payload.input !== null && (
        <MessagesSection
          stepId={payload.id}
          title={t(isBelow ? "stepInput" : "input")}
          place="input"
          value={payload.input}
        />
      )}
      {payload.output !== null && (
        <MessagesSection
          stepId={payload.id}
          title={t(isBelow ? "stepOutput" : "output")}
          place="output"
          value={payload.output}
        />
      )}
    </>
  );
}

function secondsOf({ startTime, endTime }: Payload): number | null {
  return startTime === null || endTime === null
    ? null
    : Math.max(Date.parse(endTime) - Date.parse(startTime), 0) / 1000;
}
