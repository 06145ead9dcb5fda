import type { StepFragment } from "../documents/generated/documents.ts";
import type { Recorder } from "../recorder.ts";
import { Step } from "../step.ts";

export function toStep(client: Recorder, { name, ...fields }: StepFragment): Step {
  // `name` is null if another client stored the step without a name. The cast hides null, because existing code would
  // no longer compile if the type of `name` included null.
  return new Step(client, { ...fields, name: name as string }, true);
}
