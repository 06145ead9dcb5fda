import { useId, type ReactNode } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { settingsUsage, type SettingsUsageQuery } from "../../generated/settings.ts";
import { useFormats } from "../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { LimitsForm } from "./limits-form.tsx";
import { MonthUsage } from "./month-usage.tsx";
import styles from "./settings.module.css";
import { useUsageText } from "./usage-messages.ts";

type Usage = SettingsUsageQuery["projectUsage"];

export function UsageSettings() {
  const t = useUsageText();
  const { data, error, refetch } = useOperation(settingsUsage, {});
  const mayChange = usePermission("own");
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState />;
  const { retentionDays } = data.projectUsage;
  return (
    <section className={styles.part} data-usage>
      <p className={styles.about}>{t("about")}</p>
      <MonthUsage />
      <div className={styles.limits}>
        <Quota usage={data.projectUsage} />
        <div className={styles.quota}>
          <h2>{t("retention")}</h2>
          <p>{retentionDays === null ? t("forever") : t("days", { count: retentionDays })}</p>
          <p className={styles.about}>{t(retentionDays === null ? "foreverAbout" : "retentionAbout")}</p>
        </div>
      </div>
      {mayChange && <LimitsForm key={JSON.stringify(data.projectUsage.own)} usage={data.projectUsage} />}
    </section>
  );
}

function Quota({ usage }: { readonly usage: Usage }) {
  const t = useUsageText();
  const formats = useFormats();
  const { stepsToday, stepsPerDay, dayEndsAt, storedBytes, maxStoredBytes, measuredAt } = usage;
  if (stepsPerDay === null && maxStoredBytes === null) {
    return (
      <div className={styles.quota}>
        <h2>{t("quota")}</h2>
        <p>{t("forever")}</p>
        <p className={styles.about}>{t("noQuotaAbout")}</p>
      </div>
    );
  }
  return (
    <>
      {stepsPerDay !== null && (
        <Share title={t("steps")} used={stepsToday ?? 0} most={stepsPerDay} format={(value) => formats.number(value)}>
          {t("dayEnds", { time: formats.dateTime(dayEndsAt) })}
        </Share>
      )}
      {maxStoredBytes !== null && (
        <Share title={t("bytes")} used={storedBytes ?? 0} most={maxStoredBytes} format={(value) => formats.size(value)}>
          {measuredAt === null ? t("notMeasured") : t("measured", { time: formats.dateTime(measuredAt) })}
        </Share>
      )}
    </>
  );
}

function Share({
  title,
  used,
  most,
  format,
  children,
}: {
  readonly title: string;
  readonly used: number;
  readonly most: number;
  readonly format: (value: number) => string;
  readonly children: ReactNode;
}) {
  const t = useUsageText();
  const formats = useFormats();
  const id = useId();
  const isFull = used >= most;
  return (
    <div className={styles.quota}>
      <h2 id={id}>{title}</h2>
      <p>
        {t("stepsOf", { used: format(used), most: format(most) })} ({formats.percent(used / most)})
      </p>
      <progress
        className={styles.bar}
        data-full={isFull || undefined}
        aria-labelledby={id}
        max={most}
        value={Math.min(used, most)}
      />
      {isFull && <p className={styles.full}>{t("full")}</p>}
      <p className={styles.about}>{children}</p>
    </div>
  );
}
