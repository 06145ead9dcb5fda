import { VisibleText } from "../../../ui/visible-text.tsx";
import { useRunText } from "./messages.ts";
import styles from "./run-progress.module.css";
import type { Failure } from "./use-failures.ts";

export function FailureText({
  failure: { evaluatorVersionId, message, attempts, repeat },
  hasRepeats,
}: {
  readonly failure: Failure;
  readonly hasRepeats: boolean;
}) {
  const t = useRunText();
  return (
    <span>
      <span className={styles.message}>
        {t(evaluatorVersionId === null ? "taskFailed" : "evaluatorFailed")}: <VisibleText text={message} />
      </span>{" "}
      <span className={styles.muted}>
        {hasRepeats && `${t("repeat", { number: repeat + 1 })} · `}
        {t("attempts", { count: attempts })}
      </span>
    </span>
  );
}
