import type { CheckConnectionMutation, ModelConnectionKind } from "../../../generated/connections.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../settings.module.css";
import { useConnectionsText } from "./messages.ts";

type Result = CheckConnectionMutation["checkModelConnection"];

/** Result of testing a connection of a kind. Some compatible services list their models without a valid key. */
export function CheckResult({
  kind,
  result,
}: {
  readonly kind: ModelConnectionKind;
  readonly result: Result | undefined;
}) {
  const t = useConnectionsText();
  return (
    <div role="status">
      {result?.ok === true && <strong>{success(result)}</strong>}
      {result?.ok === false && (
        <>
          <strong className={styles.full}>{problem(result)}</strong>
          <p className={styles.message}>
            <VisibleText text={result.message} />
          </p>
        </>
      )}
    </div>
  );

  function success({ models }: Result): string {
    const count = models.length;
    if (kind === "openaiCompatible") return t("listed", { count });
    return count === 0 ? t("checked") : t("checkedModels", { count });
  }

  function problem({ problem: found }: Result): string {
    return found === "modelNotFound" && kind !== "task" ? t("noModelList") : t(`problem_${found ?? "providerFailed"}`);
  }
}
