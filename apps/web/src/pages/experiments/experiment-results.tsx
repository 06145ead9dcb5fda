import { Download } from "lucide-react";
import { useMemo } from "react";
import { saveFile } from "../../csv/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { useScoreDirection } from "../score-schemas/use-score-direction.ts";
import { ComparePrevious } from "./compare-previous.tsx";
import type { ComparedRun } from "./compared-run.ts";
import { ExperimentFacts } from "./experiment-facts.tsx";
import type { ChangedSearch, CompareSearch } from "./experiment-search.ts";
import { useExperimentsText } from "./messages.ts";
import { type LoadedResults, ResultFrame } from "./result-frame.tsx";
import { isFailed, selectRows } from "./result-rows.ts";
import { ResultTable } from "./result-table.tsx";
import { ResultTools } from "./result-tools.tsx";
import { PromoteButton } from "./run/promote-button.tsx";
import { ScoreSpreads } from "./score-spreads.tsx";
import { useEarlierExperiments } from "./use-earlier-experiments.ts";
import { useScoreSpreads } from "./use-score-spreads.ts";

/** Page of a single experiment: its scores and their distributions, its figures and parameters, and its items. */
export function ExperimentResults({
  run,
  results,
  search,
  onChange,
}: {
  readonly run: ComparedRun;
  readonly results: LoadedResults;
  readonly search: CompareSearch;
  /** Called with the changed part of the search. */
  readonly onChange: (part: ChangedSearch) => void;
}) {
  const t = useExperimentsText();
  const { projectId, rows } = results;
  const directionOf = useScoreDirection();
  const spreads = useScoreSpreads(rows);
  const { earlier, changes } = useEarlierExperiments(run);
  const shown = useMemo(() => selectRows(rows, search, spreads), [rows, search, spreads]);
  const hasExpected = rows.some(({ expectedOutput }) => expectedOutput !== null);
  const { display = "compact" } = search;
  const promptId = run.promptExperimentId ?? run.promptId;
  const save = async (): Promise<void> => {
    const { resultCsv } = await import("./result-csv.ts");
    const names = spreads.map(({ name }) => name);
    saveFile(`${run.name}.csv`, resultCsv(shown, names), "text/csv");
  };
  return (
    <ResultFrame
      results={results}
      shown={shown}
      row={search.row}
      base={0}
      display={display}
      noneShown={t("noMatches")}
      actions={
        <>
          {promptId !== null && <PromoteButton promptId={promptId} />}
          {shown.length > 0 && (
            <Button onClick={() => void save()}>
              <Download size={16} aria-hidden />
              {t("downloadCsv")}
            </Button>
          )}
          <ComparePrevious projectId={projectId} id={run.id} row={search.row} earlier={earlier} />
        </>
      }
      onRow={(row) => onChange({ row })}
    >
      <ScoreSpreads
        spreads={spreads}
        changes={changes}
        selected={{ score: search.score, bin: search.bin }}
        onSelect={onChange}
      />
      <ExperimentFacts projectId={projectId} run={run} rows={rows} previous={earlier[0]} />
      <ResultTools
        search={search}
        display={display === "diff" && !hasExpected ? "compact" : display}
        hasExpected={hasExpected}
        spreads={spreads}
        failedCount={rows.filter(isFailed).length}
        shownCount={shown.length}
        rowCount={rows.length}
        onChange={onChange}
      />
      <ResultTable
        run={run}
        rows={rows}
        shown={shown}
        spreads={spreads}
        display={display}
        directionOf={directionOf}
        search={search}
        onSort={(sort) => onChange({ sort })}
        onOpen={({ key }) => onChange({ row: key })}
      />
    </ResultFrame>
  );
}
