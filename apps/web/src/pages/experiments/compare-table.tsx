import { Link, useParams } from "@tanstack/react-router";
import { X } from "lucide-react";
import { jsonLine, readableJson } from "../../json/json-text.ts";
import { plainText, previewOf } from "../thread/content/plain-text.ts";
import { type Formats, useFormats } from "../../messages/formats.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, IconButton } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { InlineDiff } from "../../ui/inline-diff.tsx";
import { VirtualTable } from "../../ui/virtual-table.tsx";
import { type Cell, type ComparedRow, standingOf, summarise } from "./compare-runs.ts";
import type { ComparedRun } from "./compared-run.ts";
import type { Display } from "./experiment-search.ts";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";
import { ScoreBadge } from "./score-badge.tsx";

/** A row for each example, a column for each experiment. */
export function CompareTable({
  runs,
  rows,
  shown,
  base,
  display,
  score,
  onBaseline,
  onLeaveOut,
}: {
  readonly runs: readonly ComparedRun[];
  /** All rows: the figures at the head count them. */
  readonly rows: readonly ComparedRow[];
  readonly shown: readonly ComparedRow[];
  /** Column of the baseline. */
  readonly base: number;
  readonly display: Display;
  readonly score: string | undefined;
  readonly onBaseline: (id: string) => void;
  readonly onLeaveOut: (id: string) => void;
}) {
  const t = useExperimentsText();
  const formats = useFormats();
  const { projectId } = useParams({ from: "/projects/$projectId/experiments/compare" });
  // What a row needs is read once, not by each of its cells.
  const shared = { t, formats, projectId };
  return (
    <VirtualTable
      label={t("compareTitle")}
      className={styles.table}
      rowCount={shown.length}
      rowHeight={display === "compact" ? 84 : 160}
      columns={[
        { key: "number", label: t("number") },
        { key: "input", label: t("input") },
        { key: "expected", label: t("expected") },
        ...runs.map((run, column) => ({
          key: run.id,
          label: run.name,
          head: (
            <RunHead
              run={run}
              formats={formats}
              isOnly={runs.length === 1}
              isBase={column === base}
              summary={summarise(rows, column, base, score)}
              onBaseline={() => onBaseline(run.id)}
              onLeaveOut={() => onLeaveOut(run.id)}
            />
          ),
        })),
      ]}
    >
      {(index, props) => {
        const row = shown[index];
        if (!row) return null;
        return (
          <tr key={row.key} {...props}>
            <td>{row.number}</td>
            <td>
              <Text value={row.input} display={display} />
            </td>
            <td>
              <Text value={row.expectedOutput} display={display} />
            </td>
            {runs.map((run, column) => (
              <td key={run.id} data-standing={standingOf(row.cells[column], row.cells[base], score)}>
                <RunCell
                  {...shared}
                  cell={row.cells[column]}
                  base={column === base ? undefined : row.cells[base]}
                  display={display}
                  label={t("openRun", { row: row.number, name: run.name })}
                />
              </td>
            ))}
          </tr>
        );
      }}
    </VirtualTable>
  );
}

function RunHead({
  run,
  formats,
  isOnly,
  isBase,
  summary: { improved, regressed, averages },
  onBaseline,
  onLeaveOut,
}: {
  readonly run: ComparedRun;
  readonly formats: Formats;
  readonly isOnly: boolean;
  readonly isBase: boolean;
  readonly summary: ReturnType<typeof summarise>;
  readonly onBaseline: () => void;
  readonly onLeaveOut: () => void;
}) {
  const t = useExperimentsText();
  return (
    <div className={styles.head}>
      <div className={styles.headLine}>
        <strong>{run.name}</strong>
        {!isOnly && (
          <IconButton size="small" label={t("leaveOut", { name: run.name })} onClick={onLeaveOut}>
            <X size={14} />
          </IconButton>
        )}
      </div>
      {run.params !== null && <span className={styles.params}>{jsonLine(run.params, 120)}</span>}
      <span className={styles.scores}>
        {averages.map(({ name, average, delta }) => (
          <ScoreBadge key={name} name={name} value={average} delta={delta} formats={formats} />
        ))}
      </span>
      {!isOnly && (
        <div className={styles.cellFoot}>
          {isBase ? (
            <Badge tone="accent">{t("baseline")}</Badge>
          ) : (
            <>
              <Badge tone={improved > 0 ? "success" : "neutral"} title={t("improvedHint")}>
                {t("improved", { count: improved })}
              </Badge>
              <Badge tone={regressed > 0 ? "danger" : "neutral"} title={t("regressedHint")}>
                {t("regressed", { count: regressed })}
              </Badge>
              <Button size="small" look="plain" onClick={onBaseline}>
                {t("makeBaseline")}
              </Button>
            </>
          )}
        </div>
      )}
    </div>
  );
}

function RunCell({
  t,
  formats,
  projectId,
  cell,
  base,
  display,
  label,
}: {
  readonly t: ReturnType<typeof useExperimentsText>;
  readonly formats: Formats;
  readonly projectId: string;
  readonly cell: Cell | undefined;
  /** Undefined in the baseline itself. */
  readonly base: Cell | undefined;
  readonly display: Display;
  readonly label: string;
}) {
  if (!cell) return <span className={styles.muted}>{t("notTried")}</span>;
  // The words alone where both are words: braces and quotes are no difference.
  const plain = [cell, base].map((each) => (each ? plainText(each.output) : ""));
  const readable = plain.includes(null) ? readableJson : (value: Cell["output"]) => plainText(value) ?? "";
  const text = readable(cell.output);
  const before = base && readable(base.output);
  return (
    <div className={styles.cell}>
      {display === "diff" && before !== undefined ? (
        before === text ? (
          <span className={styles.muted}>{t("same")}</span>
        ) : (
          <InlineDiff before={before} after={text} />
        )
      ) : (
        <Text value={cell.output} display={display} />
      )}
      <div className={styles.cellFoot}>
        {[...cell.scores].map(([name, value]) => {
          const old = base?.scores.get(name);
          return (
            <ScoreBadge
              key={name}
              name={name}
              value={value}
              delta={old === undefined ? null : value - old}
              formats={formats}
            />
          );
        })}
        {cell.trials > 1 && <Badge title={t("tried", { count: cell.trials })}>×{cell.trials}</Badge>}
        {cell.runId !== null && (
          <Link
            data-row
            className={styles.run}
            aria-label={label}
            to="/projects/$projectId/logs/threads/$threadId"
            params={{ projectId, threadId: cell.threadId ?? cell.runId }}
            search={{ currentStepId: cell.runId }}
          >
            {t("run")}
          </Link>
        )}
      </div>
    </div>
  );
}

function Text({ value, display }: { readonly value: Cell["output"]; readonly display: Display }) {
  const isCompact = display === "compact";
  // Beside words that differ stand words.
  const whole = display === "diff" ? plainText(value) : null;
  return (
    <div className={classes(styles.text, isCompact && styles.compact)}>
      {isCompact ? previewOf(value, 300) : (whole ?? readableJson(value))}
    </div>
  );
}
