import { createContext } from "react";
import { request } from "../../../api/request.ts";
import { stepPreviews, type StepPreviewsQuery } from "../../../generated/step-previews.ts";
import { previewOf } from "../content/plain-text.ts";
import type { Payload, PayloadCache } from "./payload-cache.ts";

export type StepPreview = StepPreviewsQuery["steps"]["edges"][number]["node"];

export const PreviewCacheContext = createContext<PayloadCache<StepPreview> | null>(null);

/** Cache of excerpts around the matches of a search. */
export interface MatchPreviews {
  readonly text: string;
  readonly cache: PayloadCache<StepPreview>;
}

/** Null without a search. */
export const MatchPreviewsContext = createContext<MatchPreviews | null>(null);

/** Reads previews of steps. With `text`, also reads excerpts of input and output around the first match. */
export async function readPreviews(
  projectId: string,
  ids: readonly string[],
  text = "",
): Promise<readonly StepPreview[]> {
  const variables = { ids: [...ids], first: ids.length, isSearched: text !== "", text };
  const answer = await request({ projectId, operation: stepPreviews, variables });
  return answer.steps.edges.map(({ node }) => node);
}

/** Returns the excerpt of a step's input or output that contains a text; null if neither contains it. */
export function matchOf({ inputMatch, outputMatch }: StepPreview, text: string): string | null {
  const wanted = text.toLowerCase();
  return [outputMatch, inputMatch].find((excerpt) => excerpt?.toLowerCase().includes(wanted)) ?? null;
}

/**
 * Computes previews from complete steps. Share links need this, because they have no access to the list that contains
 * previews.
 */
export function previewsOf(steps: readonly Payload[]): readonly StepPreview[] {
  return steps.map(({ id, input, output, error, generation }) => ({
    id,
    inputPreview: line(input ?? generation?.messages ?? generation?.prompt ?? null),
    outputPreview: line(output ?? generation?.messageCompletion ?? generation?.completion ?? null),
    errorLine: error?.trimStart().split("\n", 1)[0]?.slice(0, 500) || null,
  }));
}

function line(value: Parameters<typeof previewOf>[0]): string | null {
  const text = previewOf(value, 240);
  return text === "" ? null : text;
}
