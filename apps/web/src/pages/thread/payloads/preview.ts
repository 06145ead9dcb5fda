import { createContext } from "react";
import { request } from "../../../api/request.ts";
import { stepPreviews, type StepPreviewsQuery } from "../../../generated/step-previews.ts";
import { previewOf } from "../content/plain-text.ts";
import type { Payload, PayloadCache } from "./payload-cache.ts";

export type StepPreview = StepPreviewsQuery["steps"]["edges"][number]["node"];

export const PreviewCacheContext = createContext<PayloadCache<StepPreview> | null>(null);

export async function readPreviews(projectId: string, ids: readonly string[]): Promise<readonly StepPreview[]> {
  const answer = await request({ projectId, operation: stepPreviews, variables: { ids: [...ids], first: ids.length } });
  return answer.steps.edges.map(({ node }) => node);
}

/**
 * Computes previews from complete steps. Share links need this, because they have no access to the list that contains
 * previews.
 */
export function previewsOf(steps: readonly Payload[]): readonly StepPreview[] {
  return steps.map(({ id, input, output, generation }) => ({
    id,
    inputPreview: line(input ?? generation?.messages ?? generation?.prompt ?? null),
    outputPreview: line(output ?? generation?.messageCompletion ?? generation?.completion ?? null),
  }));
}

function line(value: Parameters<typeof previewOf>[0]): string | null {
  const text = previewOf(value, 240);
  return text === "" ? null : text;
}
