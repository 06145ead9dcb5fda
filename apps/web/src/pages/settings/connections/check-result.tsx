import type { CheckConnectionMutation, ModelConnectionKind } from "../../../generated/connections.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../settings.module.css";
import { useConnectionsText } from "./messages.ts";

type Result = CheckConnectionMutation["checkModelConnection"];

/** Result of testing a connection of a kind. Some compatible services list their models without a valid key. */
export function CheckResult({
  kind,
  result,
  isStored = false,
}: {
  readonly kind: ModelConnectionKind;
  readonly result: Result | undefined;
  readonly isStored?: boolean;
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
    const isListMissing = found === "modelNotFound" && kind !== "task";
    if (isListMissing) return t(isStored ? "noModelListStored" : "noModelList");
    return t(`problem_${found ?? "providerFailed"}`);
  }
}
