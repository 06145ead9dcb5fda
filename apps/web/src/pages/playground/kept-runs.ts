import { isJsonObject } from "../../json/json-text.ts";
import type { JsonValue } from "@threadline/schema/sdk";
import { removeDraft, storedDraft, storeDraft } from "../../ui/stored-drafts.ts";
import { type Column, isBlank } from "./column/column.ts";
import type { Run } from "./run.ts";

/** Returns the name under which the responses of a draft are stored. */
export const responsesOf = (draftName: string): string => `responses.${draftName}`;

/** Returns the responses that this tab keeps for the columns of a place. */
export function keptRuns(draftName: string, columns: readonly Column[]): ReadonlyMap<number, Run> {
  const stored = storedDraft(responsesOf(draftName));
  const runs: readonly unknown[] = Array.isArray(stored) ? stored : [];
  return new Map(
    columns.flatMap(({ key }, index): [number, Run][] => {
      const run = runs[index];
      return isRun(run) ? [[key, run]] : [];
    }),
  );
}

/**
 * Returns a function that stores the responses of the columns, except those of running calls. Empty columns have none
 * after a reload.
 */
export function createRunKeeper(draftName: string) {
  const name = responsesOf(draftName);
  let last: readonly (Run | null)[] = [];
  return (columns: readonly Column[], runs: ReadonlyMap<number, Run>): void => {
    const kept = columns.map((column) => {
      const run = isBlank(column) ? undefined : runs.get(column.key);
      return run === undefined || run.state === "running" ? null : run;
    });
    if (kept.length === last.length && kept.every((run, index) => run === last[index])) return;
    last = kept;
    if (kept.every((run) => run === null)) removeDraft(name);
    else storeDraft(name, kept);
  };
}

/** Checks what the page reads of a stored response, because another version of the page may have stored it. */
function isRun(value: unknown): value is Run {
  const run = value as JsonValue; // parsed JSON; each part is checked
  if (!isJsonObject(run) || typeof run["text"] !== "string") return false;
  const { state, result, error } = run;
  return (
    (state === "done" || state === "stopped" || state === "failed") &&
    (error === null || typeof error === "string") &&
    (result === null || (isJsonObject(result ?? null) && Array.isArray((result as { stepIds?: unknown }).stepIds)))
  );
}
