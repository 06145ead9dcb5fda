import { readPath } from "@threadline/evaluation/read-path";
import type { JsonValue } from "@threadline/schema/sdk";
import { useOperation } from "../../api/use-request.ts";
import { sampleStep } from "../../generated/evaluators.ts";
import { isJsonObject } from "../../json/json-text.ts";
import type { Target } from "./evaluator-draft.ts";
import { useRecentRecords } from "./use-recent-records.ts";

/** Parts of the JSON view that are fields of the step itself. Only these are known here. */
const ownParts = ["input", "output", "metadata"] as const;
const allParts = ["input", "output", "expected", "metadata", "messages", "steps", "thread"];

export interface SampleRecord {
  readonly name: string;
  /** Paths that the record has a value for, as suggestions. */
  readonly paths: readonly string[];
  /**
   * Returns the value at a path, which may be undefined. Returns null if the path leads to a part that is not read
   * here, or if the path is not valid.
   */
  readonly read: (path: string) => { readonly value: JsonValue | undefined } | null;
}

/** Reads the newest step or run, to show the values at the paths of an evaluator. Null for other targets. */
export function useSampleRecord(target: Target): SampleRecord | null {
  const { rows } = useRecentRecords(target);
  const isStep = target === "STEP" || target === "RUN";
  const first = isStep ? rows?.[0] : undefined;
  const { data } = useOperation(sampleStep, { id: first?.id ?? "" }, { enabled: first !== undefined });
  const step = data?.step;
  if (first === undefined || !step) return null;
  const metadata: JsonValue = isJsonObject(step.metadata ?? undefined) ? step.metadata : {};
  const view = { ...step, metadata, expected: null, messages: [], steps: [], thread: null };
  return {
    name: first.name,
    paths: ownParts.flatMap((part) => [part, ...namesOf(view[part]).map((name) => `${part}.${name}`)]),
    read: (path) => {
      if (!ownParts.some((part) => path === part || path.startsWith(`${part}.`) || path.startsWith(`${part}[`))) {
        return null;
      }
      try {
        return { value: readPath(view as Parameters<typeof readPath>[0], path) }; // only JSON fields of `view` are read
      } catch {
        return null; // the path is not valid, because the user is still typing it
      }
    },
  };
}

/** Paths to suggest if there is no record. */
export const commonPaths: readonly string[] = allParts;

function namesOf(value: JsonValue | undefined): readonly string[] {
  // Names with other characters would have to be quoted in a path.
  return value !== undefined && isJsonObject(value) ? Object.keys(value).filter((name) => /^[\w-]+$/u.test(name)) : [];
}
