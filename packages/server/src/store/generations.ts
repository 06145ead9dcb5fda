import type { Lister } from "./list.ts";
import type { StepRecord } from "./steps.ts";

export interface GenerationStore extends Lister<StepRecord> {
  /** Returns the step of the generation; null if the step is unknown or has no generation. */
  get(projectId: string, id: string): Promise<StepRecord | null>;
}
