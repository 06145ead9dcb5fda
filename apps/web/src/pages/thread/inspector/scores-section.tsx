import { Plus, Trash2 } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { useRequest } from "../../../api/use-request.ts";
import { removeScore } from "../../../generated/thread-changes.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { DialogError } from "../../../ui/dialog-parts.tsx";
import { isJudged } from "../../logs/is-judged.ts";
import { JudgeCallLink } from "../../logs/judge-call-link.tsx";
import { SupersededJudgments } from "../../evaluators/superseded-judgments.tsx";
import { useInspectorText } from "./messages.ts";
import type { Payload } from "../payloads/payload-cache.ts";
import { Thumbs } from "../actions/thumbs.tsx";
import { useShownScores } from "../hidden-scores.ts";
import { useThreadPage } from "../thread-context.ts";
import styles from "./inspector.module.css";
import { ScoresOfThread } from "./scores-of-thread.tsx";
import { ScoreDetail } from "./score-detail.tsx";
import { ScoreForm, type ScoreTarget } from "./score-form.tsx";
import { Section } from "./section.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";

export function ScoresSection({
  scores: all,
  target,
  onChanged,
  children,
}: {
  readonly scores: Payload["scores"];
  readonly target: ScoreTarget;
  readonly onChanged: () => void;
  /** Content below the scores. If it is set, the text "No scores yet" is not shown. */
  readonly children?: ReactNode;
}) {
  const t = useInspectorText();
  const formats = useFormats();
  const { projectId, shareToken, rights } = useThreadPage();
  const { mayAnnotate } = rights;
  const scores = useShownScores(all);
  const [isAdding, setIsAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const remove = useRequest(removeScore);
  return (
    <Section
      title={t("scores")}
      tools={
        mayAnnotate && (
          <>
            {"stepId" in target && <Thumbs target={target} scores={scores} onChanged={onChanged} />}
            <Button
              ref={opener}
              size="small"
              look="plain"
              aria-expanded={isAdding}
              onClick={() => setIsAdding(!isAdding)}
            >
              <Plus size={14} aria-hidden />
              {t("addScore")}
            </Button>
          </>
        )
      }
    >
      {isAdding && (
        <ScoreForm
          target={target}
          onClose={() => {
            setIsAdding(false);
            opener.current?.focus();
          }}
          onAdded={() => {
            setIsAdding(false);
            onChanged();
          }}
        />
      )}
      {"threadId" in target && scores.length === 0 && !isAdding && !children && (
        <p className={styles.quiet}>{t("noScores")}</p>
      )}
      {scores.map((score) => (
        <div key={score.id} className={styles.score}>
          <span className={styles.chips}>
            <strong>
              <VisibleText text={score.name} />
            </strong>
            <ScoreDetail score={score} />
            <span className={styles.quiet}>
              <VisibleText text={score.scorer ?? t(`scoreType_${score.type}`)} /> ·{" "}
              {formats.relativeTime(score.createdAt)}
            </span>
          </span>
          {mayAnnotate && (
            <IconButton
              size="small"
              label={t("removeScore", { name: score.name })}
              onClick={() => void remove.mutateAsync({ id: score.id }).then(onChanged, () => undefined)}
            >
              <Trash2 size={14} />
            </IconButton>
          )}
          {score.comment !== null && (
            <p>
              <VisibleText text={score.comment} />
            </p>
          )}
          {shareToken === null && isJudged(score) && (
            <p>
              <JudgeCallLink projectId={projectId} score={score} />
            </p>
          )}
          <SupersededJudgments score={score} hasCalls={shareToken === null} />
        </div>
      ))}
      {"stepId" in target && <ScoresOfThread isOnly={scores.length === 0 && !isAdding && !children} />}
      {children}
      <DialogError error={remove.error} />
    </Section>
  );
}
