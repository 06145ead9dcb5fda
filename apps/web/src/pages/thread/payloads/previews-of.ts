import { contentPreview, errorLine, inputPreview } from "@threadline/schema/content-preview";
import type { Payload } from "./payload-cache.ts";
import type { StepPreview } from "./preview.ts";

/**
 * Computes previews from complete steps. Share links need this, because they have no access to the list that contains
 * previews.
 */
export function previewsOf(steps: readonly Payload[]): readonly StepPreview[] {
  return steps.map(({ id, input, output, error, generation }) => ({
    id,
    inputPreview: inputPreview(input) ?? inputPreview(generation?.messages ?? generation?.prompt ?? null),
    outputPreview:
      contentPreview(output) ?? contentPreview(generation?.messageCompletion ?? generation?.completion ?? null),
    errorLine: errorLine(error),
  }));
}
