import { useState } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { judgeDisagreements } from "../../../generated/agreement.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button } from "../../../ui/button.tsx";
import { ErrorState, LoadingState } from "../../../ui/page-state.tsx";
import { Table } from "../../../ui/table.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { RecordPreview } from "../evaluated-record-link.tsx";
import styles from "../evaluators-page.module.css";
import { ScoreValue } from "../score-value.tsx";
import type { Calibration } from "./agreement-figures.tsx";
import { useAgreementText } from "./messages.ts";
import { OpenButton } from "./open-button.tsx";
import { type EvaluatedRecord, useEvaluatedRecord } from "../use-evaluated-record.ts";

const pageSize = 10;

export interface AgreementRange {
  readonly versionId: string;
  readonly from: string | null;
  readonly passFrom: number | null;
}

export function Disagreements({
  range,
  categories,
  onOpen,
}: {
  readonly range: AgreementRange;
  readonly categories: Calibration["categories"];
  readonly onOpen: (record: EvaluatedRecord) => void;
}) {
  const t = useAgreementText();
  const formats = useFormats();
  const recordOf = useEvaluatedRecord();
  const [skip, setSkip] = useState(0);
  const { data, error, refetch, isPlaceholderData } = useOperation(
    judgeDisagreements,
    { ...range, first: pageSize, skip },
    { keepsPrevious: true },
  );
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingState shape="rows" />;
  const { disagreementCount: count = 0, disagreements = [] } = data.calibration ?? {};
  const labelOf = (value: number): string | null => categories.find((each) => each.value === value)?.label ?? null;
  const columns = [
    { key: "record", label: t("record") },
    { key: "judge", label: t("judge") },
    { key: "people", label: t("people") },
    { key: "reason", label: t("reason") },
  ];
  return (
    <section className={styles.main} aria-busy={isPlaceholderData} data-stale={isPlaceholderData || undefined}>
      <h3>{t("disagreements")}</h3>
      {count === 0 && <p className={styles.muted}>{t("noDisagreements")}</p>}
      {count > 0 && (
        <Table label={t("disagreements")} columns={columns} isStacked>
          {disagreements.map(({ targetId, target, peopleValue, judgeScore }) => (
            <tr key={targetId}>
              <td data-label={t("record")}>
                <OpenButton record={recordOf(target)} onOpen={onOpen} />
                <RecordPreview target={target} />
              </td>
              <td data-short data-label={t("judge")}>
                {judgeScore && <ScoreValue score={judgeScore} />}
              </td>
              <td data-short data-label={t("people")}>
                <ScoreValue score={{ value: peopleValue, label: labelOf(peopleValue) }} />
              </td>
              <td data-label={t("reason")}>
                <VisibleText text={judgeScore?.comment ?? ""} />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {count > pageSize && (
        <div className={styles.actions}>
          <Button size="small" disabled={skip === 0} onClick={() => setSkip(Math.max(0, skip - pageSize))}>
            {t("earlier")}
          </Button>
          <Button size="small" disabled={skip + pageSize >= count} onClick={() => setSkip(skip + pageSize)}>
            {t("later")}
          </Button>
          <span className={styles.muted}>
            {t("range", {
              from: formats.number(skip + 1),
              to: formats.number(Math.min(skip + pageSize, count)),
              count: formats.number(count),
            })}
          </span>
        </div>
      )}
    </section>
  );
}
