import { isJsonObject, pairsLine } from "../../json/json-text.ts";
import { VisibleText } from "../../ui/visible-text.tsx";
import { paramsOf, paramText } from "./experiment-params.ts";
import type { ComparedRun } from "./compared-run.ts";
import styles from "./experiments-page.module.css";

/** Parameters of a compared experiment: those that differ between the experiments, and the others in the details. */
export function RunParams({
  run,
  differing,
  isDetailed,
}: {
  readonly run: ComparedRun;
  readonly differing: readonly string[];
  readonly isDetailed: boolean;
}) {
  const own = paramsOf(run);
  const common = isJsonObject(run.params ?? undefined)
    ? Object.fromEntries(own.filter(([name]) => !differing.includes(name)))
    : run.params;
  const rest = isDetailed ? pairsLine(common, 120) : "";
  const shown = own.filter(([name]) => differing.includes(name));
  if (shown.length === 0 && rest === "") return null;
  return (
    <p className={styles.runParams}>
      {shown.map(([name]) => (
        <strong key={name}>
          <VisibleText text={`${name}: ${paramText(run, name, 120)}`} />
        </strong>
      ))}
      {rest !== "" && (
        <span>
          <VisibleText text={rest} />
        </span>
      )}
    </p>
  );
}
