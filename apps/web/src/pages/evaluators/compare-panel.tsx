import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { useChange } from "../../api/use-request.ts";
import { type EvaluationFieldsFragment, tryEvaluator } from "../../generated/evaluators.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { DialogError } from "../../ui/dialog-parts.tsx";
import { DiffView } from "../../ui/diff-view.tsx";
import { SelectField } from "../../ui/field.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import type { StoredVersion } from "./evaluator-draft.ts";
import { EvaluatedRecordLink } from "./evaluated-record-link.tsx";
import styles from "./evaluators-page.module.css";
import { useEvaluatorsText } from "./messages.ts";
import { ScoreValue } from "./score-value.tsx";
import { maxTargets, noSelection, selectedIds, TargetPicker } from "./target-picker.tsx";
import { versionText } from "./version-text.ts";

export function ComparePanel({
  versions,
  version,
  from,
}: {
  readonly versions: readonly StoredVersion[];
  readonly version: StoredVersion;
  /** Number of the version to compare with. Default: the previous version. */
  readonly from: number | undefined;
}) {
  const t = useEvaluatorsText();
  const navigate = useNavigate({ from: "/projects/$projectId/evaluators/$evaluatorId" });
  const mayWrite = usePermission("write");
  const others = versions.filter(({ id }) => id !== version.id);
  const before =
    others.find(({ number }) => number === from) ?? others.find(({ number }) => number < version.number) ?? others[0];
  if (!before) return <EmptyState title={t("oneVersion")} />;
  const choices = versions.map(({ number }) => ({ value: String(number), label: t("versionOf", { number }) }));
  const layout = matchMedia("(width < 56rem)").matches ? "unified" : "split";
  return (
    <>
      <div className={styles.row}>
        <SelectField
          label={t("compareFrom")}
          value={String(before.number)}
          options={choices}
          onChange={(value) =>
            void navigate({ search: (current) => ({ ...current, from: Number(value) }), replace: true })
          }
        />
        <SelectField
          label={t("compareTo")}
          value={String(version.number)}
          options={choices}
          onChange={(value) =>
            void navigate({ search: (current) => ({ ...current, version: Number(value) }), replace: true })
          }
        />
      </div>
      <DiffView
        label={t("difference", { from: before.number, to: version.number })}
        before={versionText(before)}
        after={versionText(version)}
        layout={layout}
      />
      {mayWrite && before.target === version.target && (
        <SameRecords key={`${before.id} ${version.id}`} before={before} after={version} />
      )}
    </>
  );
}

function SameRecords({ before, after }: { readonly before: StoredVersion; readonly after: StoredVersion }) {
  const t = useEvaluatorsText();
  const heading = useId();
  const [selection, setSelection] = useState(noSelection);
  const [problem, setProblem] = useState<Error | null>(null);
  const first = useChange(tryEvaluator);
  const second = useChange(tryEvaluator);
  const isBusy = first.isPending || second.isPending;
  const run = (): void => {
    const targetIds = selectedIds(selection);
    const isTooMany = targetIds.length > maxTargets;
    setProblem(targetIds.length === 0 ? new Error(t("none")) : null);
    if (isTooMany) setProblem(new Error(t("tooMany", { number: maxTargets })));
    if (targetIds.length === 0 || isTooMany) return;
    first.mutate({ versionId: before.id, version: null, targetIds });
    second.mutate({ versionId: after.id, version: null, targetIds });
  };
  return (
    <section className={styles.part} aria-labelledby={heading}>
      <h2 id={heading}>{t("sameRecords")}</h2>
      <p className={styles.muted}>{t("compareAbout")}</p>
      <TargetPicker target={after.target} selection={selection} onChange={setSelection} />
      <DialogError error={problem ?? first.error ?? second.error} />
      <div className={styles.actions}>
        <Button disabled={isBusy} onClick={run}>
          {t("runBoth")}
        </Button>
        <span role="status">{isBusy && t("loadingResult")}</span>
      </div>
      {first.data && second.data && !isBusy && (
        <ComparedResults
          numbers={[before.number, after.number]}
          results={[first.data.testEvaluator, second.data.testEvaluator]}
        />
      )}
    </section>
  );
}

type Evaluations = readonly EvaluationFieldsFragment[];

function ComparedResults({
  numbers,
  results: [before, after],
}: {
  readonly numbers: readonly [number, number];
  readonly results: readonly [Evaluations, Evaluations];
}) {
  const t = useEvaluatorsText();
  const formats = useFormats();
  const columns = [
    { key: "record", label: t("record") },
    { key: "before", label: t("versionOf", { number: numbers[0] }) },
    { key: "after", label: t("versionOf", { number: numbers[1] }) },
    { key: "change", label: t("change"), isNumber: true },
  ];
  return (
    <Table label={t("results")} columns={columns}>
      {before.map((one) => {
        const other = after.find(({ targetId }) => targetId === one.targetId);
        const isScored = one.value !== null && other?.value != null;
        const change = isScored ? (other?.value ?? 0) - (one.value ?? 0) : null;
        return (
          <tr key={one.targetId}>
            <td>
              <EvaluatedRecordLink target={one.target} />
            </td>
            <td>
              <Cell result={one} />
            </td>
            <td>{other && <Cell result={other} />}</td>
            <td data-number>
              {change !== null && change > 0 && "+"}
              {formats.number(change)}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}

function Cell({ result }: { readonly result: Evaluations[number] }) {
  if (result.problem === null) return <ScoreValue score={result} />;
  return (
    <span className={styles.failed}>
      <VisibleText text={result.message ?? ""} />
    </span>
  );
}
