import { FailureText } from "./failure-text.tsx";
import styles from "./run-progress.module.css";
import type { Failure } from "./use-failures.ts";

export function Failures({ failures }: { readonly failures: readonly Failure[] }) {
  if (failures.length === 0) return null;
  const hasRepeats = failures.some(({ repeat }) => repeat > 0);
  return (
    <ul className={styles.cell}>
      {failures.map((failure) => (
        <li key={`${failure.repeat} ${failure.evaluatorVersionId}`}>
          <FailureText failure={failure} hasRepeats={hasRepeats} />
        </li>
      ))}
    </ul>
  );
}
