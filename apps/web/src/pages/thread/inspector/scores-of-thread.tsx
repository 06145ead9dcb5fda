import { useOperation } from "../../../api/use-request.ts";
import { scoresOfThread } from "../../../generated/thread.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useShownScores } from "../hidden-scores.ts";
import { useThreadPage } from "../thread-context.ts";
import styles from "./inspector.module.css";
import { ScoreDetail } from "./score-detail.tsx";
import { useInspectorText } from "./messages.ts";

/** Scores of the whole thread, shown below the scores of the selected step. */
export function ScoresOfThread({ isOnly }: { readonly isOnly: boolean }) {
  const t = useInspectorText();
  const { threadId, shareToken } = useThreadPage();
  const isAsked = threadId !== null && shareToken === null;
  const { data, isPending } = useOperation(scoresOfThread, { id: threadId ?? "" }, { enabled: isAsked });
  const scores = useShownScores(data?.threadDetail?.scores ?? []);
  if (isAsked && isPending) return null;
  if (scores.length === 0) return isOnly && <p className={styles.quiet}>{t("noScores")}</p>;
  return (
    <div className={styles.score}>
      <span className={styles.quiet}>{t("scoresOfThread")}</span>
      {scores.map((score) => (
        <span key={score.id} className={styles.chips}>
          <ScoreDetail score={score} isNamed />
          {score.comment !== null && <VisibleText text={score.comment} />}
        </span>
      ))}
    </div>
  );
}
