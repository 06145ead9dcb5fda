import type { Lister } from "./list.ts";
import type { StepRecord } from "./steps.ts";

export interface GenerationStore extends Lister<StepRecord> {
  /** The step that carries the generation; null when the step is unknown or carries none. */
  get(projectId: string, id: string): Promise<StepRecord | null>;
}
