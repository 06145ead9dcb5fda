import { useId, useState, type ReactNode } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useOperation } from "../../api/use-request.ts";
import { settingsUsage, type SettingsUsageQuery } from "../../generated/settings.ts";
import { useFormats } from "../../messages/formats.ts";
import { ErrorState, LoadingState } from "../../ui/page-state.tsx";
import { LimitsForm } from "./limits-form.tsx";
import { MonthUsage, useDays } from "./month-usage.tsx";
import styles from "./settings.module.css";
import { useStorageText } from "./use-storage-text.ts";
import { useUsageText } from "./usage-messages.ts";

/** Time between two reads of the usage while the storage is measured. */
const measuringMs = 5_000;

type Usage = SettingsUsageQuery["projectUsage"];

export function UsageSettings() {
  const t = useUsageText();
  const { data, error, refetch } = useOperation(settingsUsage, {});
  const [now] = useState(() => Date.now());
  const mayChange = usePermission("own");
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  const { retentionDays } = data.projectUsage;
  return (
    <section className={styles.part} data-usage>
      <p className={styles.about}>{t("about")}</p>
      <MonthUsage now={now} />
      <div className={styles.limits}>
        <Steps usage={data.projectUsage} now={now} />
        <Storage usage={data.projectUsage} />
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

function Steps({ usage, now }: { readonly usage: Usage; readonly now: number }) {
  const t = useUsageText();
  const formats = useFormats();
  const { data, error } = useDays(now);
  const { stepsToday, stepsPerDay, dayEndsAt } = usage;
  if (stepsPerDay === null) {
    const recorded = data?.timeSeries.lines.find(({ metric }) => metric === "stepCount")?.values.at(-1) ?? 0;
    return (
      <Amount title={t("steps")} amount={data ? formats.number(recorded) : error ? "–" : "…"}>
        {t("noStepLimit")}
      </Amount>
    );
  }
  return (
    <Share title={t("steps")} used={stepsToday ?? 0} most={stepsPerDay} format={(value) => formats.number(value)}>
      {t("dayEnds", { time: formats.dateTime(dayEndsAt) })}
    </Share>
  );
}

function Storage({ usage }: { readonly usage: Usage }) {
  const t = useUsageText();
  const formats = useFormats();
  const { storedBytes, maxStoredBytes, measuredAt } = usage;
  const gibibytes = useStorageText();
  const measured = measuredAt === null ? null : formats.dateTime(measuredAt);
  if (maxStoredBytes === null) {
    return (
      <Amount title={t("bytes")} amount={storedBytes === null ? t("measuring") : formats.size(storedBytes)}>
        {measured === null ? <Measuring /> : t("noByteLimit", { time: measured })}
      </Amount>
    );
  }
  return (
    <Share title={t("bytes")} used={storedBytes ?? 0} most={maxStoredBytes} format={gibibytes}>
      {measured === null ? t("notMeasured") : t("measured", { time: measured })}
      {measured === null && <Measuring />}
    </Share>
  );
}

/** Reloads the usage until the first measurement has ended. */
function Measuring() {
  useOperation(settingsUsage, {}, { reloadMs: measuringMs });
  return null;
}

function Amount({
  title,
  amount,
  children,
}: {
  readonly title: string;
  readonly amount: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={styles.quota}>
      <h2>{title}</h2>
      <p>{amount}</p>
      <p className={styles.about}>{children}</p>
    </div>
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
