import type { CheckConnectionMutation } from "../../../generated/connections.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../settings.module.css";
import { useConnectionsText } from "./messages.ts";

export function CheckResult({
  result,
}: {
  readonly result: CheckConnectionMutation["checkModelConnection"] | undefined;
}) {
  const t = useConnectionsText();
  return (
    <div role="status">
      {result?.ok === true && (
        <strong>
          {result.models.length === 0 ? t("checked") : t("checkedModels", { count: result.models.length })}
        </strong>
      )}
      {result?.ok === false && (
        <>
          <strong className={styles.full}>{t(`problem_${result.problem ?? "providerFailed"}`)}</strong>
          <p className={styles.message}>
            <VisibleText text={result.message} />
          </p>
        </>
      )}
    </div>
  );
}
