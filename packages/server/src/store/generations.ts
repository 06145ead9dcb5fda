import type { Lister } from "./list.ts";
import type { StepRecord } from "./steps.ts";

export interface GenerationStore extends Lister<StepRecord> {
  /** Step of the generation; null if unknown or without one. */
  get(projectId: string, id: string): Promise<StepRecord | null>;
}
