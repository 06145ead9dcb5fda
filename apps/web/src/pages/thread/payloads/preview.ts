import { createContext } from "react";
import { request } from "../../../api/request.ts";
import { stepPreviews, type StepPreviewsQuery } from "../../../generated/step-previews.ts";
import type { PayloadCache } from "./payload-cache.ts";

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
