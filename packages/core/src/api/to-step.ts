import type { StepFragment } from "../documents/generated/documents.ts";
import type { Recorder } from "../recorder.ts";
import { Step } from "../step.ts";

export function toStep(client: Recorder, { name, ...fields }: StepFragment): Step {
  // The name is null if another client stored the step without a name. The type of `name` does not include null, so
  // that existing code that uses it still compiles.
  return new Step(client, { ...fields, name: name as string }, true);
}
