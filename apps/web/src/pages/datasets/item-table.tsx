import { Link } from "@tanstack/react-router";
import { CornerUpLeft } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import { useProjectId } from "../../api/project-id.ts";
import { pairsLine } from "../../json/json-text.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { BadgeList } from "../../ui/badge-list.tsx";
import { Code } from "../../ui/code.tsx";
import { columnSort, type SortKey } from "../../ui/column-sort.ts";
import { ListFrame } from "../../ui/list-frame.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { type ColumnSort, SortButton } from "../../ui/table.tsx";
import { VirtualTable } from "../../ui/virtual-table.tsx";
import { ScoreValueBadge } from "../score-schemas/score-value-badge.tsx";
import { useScoreLabels } from "../score-schemas/use-score-labels.ts";
import { lineOf } from "../thread/content/plain-text.ts";
import styles from "./datasets-page.module.css";
import { type NumberedItem, scoreKey } from "./item-order.ts";
import { useDatasetsText } from "./messages.ts";
import type { SelectedItems } from "./use-item-selection.ts";
import type { ItemScores, ScoredExperiment } from "./use-item-scores.ts";
import type { useDatasetItems } from "./use-dataset-items.ts";
import { VisibleText } from "../../ui/visible-text.tsx";

const maxLength = 240;

export function ItemTable({
  dataset,
  isSelection,
  search,
  openId,
  experiments,
  list,
  rows,
  sort = "number",
  selection,
  frame,
  onSort,
  onOpen,
}: {
  readonly dataset: { readonly name: string; readonly splits: readonly unknown[] };
  /**
   * Whether only one version or split of the dataset is listed. If so, an empty list does not mean that the dataset is
   * empty.
   */
  readonly isSelection: boolean;
  /** Text that the listed items contain; empty for all. */
  readonly search: string;
  readonly openId: string | undefined;
  /** Newest experiments whose scores are shown, newest first. */
  readonly experiments: readonly ScoredExperiment[];
  readonly list: ReturnType<typeof useDatasetItems>;
  /** Loaded items in the order of the table. */
  readonly rows: readonly NumberedItem[];
  readonly sort?: SortKey;
  /** Null if the user may not change items. */
  readonly selection: SelectedItems | null;
  readonly frame: RefObject<HTMLDivElement | null>;
  readonly onSort: (sort: string) => void;
  readonly onOpen: (id: string) => void;
}) {
  const t = useDatasetsText();
  const formats = useFormats();
  const projectId = useProjectId() ?? "";
  const hasSplits = dataset.splits.length > 0;
  const { nodes = [], error, hasMore, isLoadingMore, loadMore } = list;
  // A column without values leaves its space to the others.
  const hasExpected = nodes.some(({ expectedOutput }) => lineOf(expectedOutput, 1) !== "");
  const hasSources = nodes.some(({ stepId }) => stepId !== null);
  const hasMetadata = nodes.some(({ metadata }) => pairsLine(metadata, 1) !== "");
  const minWidth = 28 + (hasMetadata ? 9 : 0) + (hasSplits ? 8 : 0) + 9 * experiments.length;
  // The item of a link is scrolled into view, also if it is found only on a later page of the list. Undefined once the
  // user has used the page meanwhile, so that neither the scroll position nor the focus changes then.
  const [linkedId, setLinkedId] = useState(openId);
  const linkedIndex = linkedId === undefined ? -1 : rows.findIndex(({ item }) => item.id === linkedId);
  const [isLinkedFound, setIsLinkedFound] = useState(linkedIndex !== -1);
  if (linkedIndex !== -1 && !isLinkedFound) setIsLinkedFound(true);
  const isAwaited = linkedId !== undefined && !isLinkedFound;
  useEffect(() => {
    if (!isAwaited) return;
    const giveUp = (): void => setLinkedId(undefined);
    const events = ["keydown", "pointerdown", "wheel"] as const;
    for (const type of events) addEventListener(type, giveUp, { capture: true, passive: true });
    return () => {
      for (const type of events) removeEventListener(type, giveUp, { capture: true });
    };
  }, [isAwaited]);
  const sortBy = (key: string, isHighestFirst = true): ColumnSort => columnSort({ key, sort, isHighestFirst, onSort });
  // The first click on a score shows the worst items.
  const sortOf = ({ id, scoreNames }: ScoredExperiment): ColumnSort | undefined => {
    const sorts = scoreNames.map((name) => sortBy(scoreKey(id, name), false));
    return sorts.find(({ direction }) => direction !== null) ?? sorts[0];
  };
  const code = `const dataset = await client.api.getDataset({ name: ${JSON.stringify(dataset.name)} });
await dataset.createItem({ input: { question: "…" }, expectedOutput: { answer: "…" } });`;
  const empty =
    search !== "" ? (
      <EmptyState drawing="search" title={t("noneFound", { search })} />
    ) : isSelection ? (
      <EmptyState title={t("noneSelected")} />
    ) : (
      <EmptyState title={t("noItems")}>
        <p>{t("noItemsHow")}</p>
        <Code text={code} />
      </EmptyState>
    );
  return (
    <ListFrame list={list} empty={empty} isEndless isFilled>
      <VirtualTable
        key={String(isLinkedFound)}
        label={t("items")}
        startIndex={linkedIndex}
        frame={frame}
        className={styles.items}
        rowCount={rows.length}
        rowHeight={58}
        minWidth={`${minWidth}rem`}
        isStacked
        onNearEnd={hasMore && !isLoadingMore && !error ? loadMore : undefined}
        columns={[
          {
            key: "number",
            label: t("number"),
            sort: sortBy("number", false),
            head: selection && (
              <span className={styles.numbers}>
                <input
                  type="checkbox"
                  aria-label={t("selectShown")}
                  checked={nodes.length > 0 && nodes.every(({ id }) => selection.ids.has(id))}
                  onChange={({ target }) => selection.select(target.checked ? nodes.map(({ id }) => id) : [])}
                />
                <SortButton name={t("number")} sort={sortBy("number", false)} />
              </span>
            ),
          },
          { key: "input", label: t("input") },
          { key: hasExpected ? "expectedOutput" : "noExpectedOutput", label: t("expectedOutput") },
          ...(hasMetadata ? [{ key: "metadata", label: t("metadata") }] : []),
          ...(hasSplits ? [{ key: "splits", label: t("splits") }] : []),
          ...experiments.map((experiment) => ({
            key: `scores ${experiment.id}`,
            label: experiment.name,
            sort: sortOf(experiment),
            head: <ExperimentHead experiment={experiment} sortBy={sortBy} />,
          })),
          ...(hasSources ? [{ key: "source", label: t("source") }] : []),
        ]}
      >
        {(index, props) => {
          const row = rows[index];
          if (!row) return null;
          const { item } = row;
          const number = row.number ?? "";
          const expected = lineOf(item.expectedOutput, maxLength);
          const metadata = pairsLine(item.metadata, 120);
          return (
            <tr key={item.id} {...props} aria-current={item.id === openId}>
              <td data-label={t("number")}>
                <span className={styles.numbers}>
                  {selection && (
                    <input
                      type="checkbox"
                      aria-label={t("selectItem", { number })}
                      checked={selection.ids.has(item.id)}
                      onChange={() => selection.toggle(item.id)}
                    />
                  )}
                  <button
                    type="button"
                    data-row="open"
                    className={styles.open}
                    aria-label={t("openItem", { number })}
                    onClick={() => onOpen(item.id)}
                  >
                    {formats.number(row.number)}
                  </button>
                </span>
              </td>
              <td data-label={t("input")}>
                <Lines text={lineOf(item.input, maxLength)} />
              </td>
              <td data-label={t("expectedOutput")}>
                {expected === "" ? <span className={styles.muted}>–</span> : <Lines text={expected} />}
              </td>
              {hasMetadata && (
                <td data-label={t("metadata")}>
                  <Lines text={metadata} />
                </td>
              )}
              {hasSplits && (
                <td data-label={t("splits")}>
                  <BadgeList labels={item.splits ?? []} max={2} />
                </td>
              )}
              {experiments.map((experiment) => (
                <td key={experiment.id} data-label={visibleString(experiment.name)}>
                  <ExperimentScores
                    projectId={projectId}
                    experimentId={experiment.id}
                    item={experiment.items.get(item.id)}
                    names={experiment.scoreNames}
                    label={t("resultOf", { number, name: experiment.name })}
                  />
                </td>
              ))}
              {hasSources && (
                <td data-label={t("source")}>
                  {item.stepId && (
                    <Link
                      className={styles.source}
                      to="/projects/$projectId/logs/steps/$stepId"
                      params={{ projectId, stepId: item.stepId }}
                      aria-label={t("openSourceOf", { number })}
                    >
                      <CornerUpLeft size={14} aria-hidden />
                    </Link>
                  )}
                </td>
              )}
            </tr>
          );
        }}
      </VirtualTable>
    </ListFrame>
  );
}

/** Text of a cell, in at most two lines. */
function Lines({ text }: { readonly text: string }) {
  return (
    <p className={styles.lines} dir="auto">
      <VisibleText text={text} />
    </p>
  );
}

/** Name of an experiment and of its scores, in the order of the values below. */
function ExperimentHead({
  experiment: { id, name, scoreNames },
  sortBy,
}: {
  readonly experiment: ScoredExperiment;
  readonly sortBy: (key: string, isHighestFirst: boolean) => ColumnSort;
}) {
  return (
    <>
      <span className={styles.experimentName} title={visibleString(name)}>
        <VisibleText text={name} />
      </span>
      <span className={styles.scoreNames}>
        {scoreNames.map((score) => (
          <SortButton key={score} name={visibleString(score)} sort={sortBy(scoreKey(id, score), false)} />
        ))}
      </span>
    </>
  );
}

/** Link to the result of an item in an experiment, with its scores. */
function ExperimentScores({
  projectId,
  experimentId,
  item,
  names,
  label,
}: {
  readonly projectId: string;
  readonly experimentId: string;
  /** Undefined if the experiment has no scores for the item. */
  readonly item: ItemScores | undefined;
  /** Names of the experiment's scores. Those that the item lacks are shown as missing. */
  readonly names: readonly string[];
  readonly label: string;
}) {
  const formats = useFormats();
  const labelOf = useScoreLabels();
  if (!item) return <span className={styles.muted}>–</span>;
  return (
    <Link
      className={styles.itemScores}
      title={visibleString(label)}
      to="/projects/$projectId/experiments/compare"
      params={{ projectId }}
      search={{ ids: experimentId, item: item.id }}
    >
      {names.map((name) => {
        const scores = item.scores.filter((score) => score.name === name);
        if (scores.length === 0) return <span key={name}>–</span>;
        return scores.map(({ value }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an item can have several scores of a name
          <ScoreValueBadge key={`${at} ${name}`} isNamed name={name} value={value}>
            <VisibleText text={labelOf(name, value) ?? formats.number(value)} />
          </ScoreValueBadge>
        ));
      })}
    </Link>
  );
}
