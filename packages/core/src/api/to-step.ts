import type { StepFragment } from "../documents/generated/documents.ts";
import type { Recorder } from "../recorder.ts";
import { Step } from "../step.ts";

export function toStep(client: Recorder, { name, ...fields }: StepFragment): Step {
  // The name is null if another client stored the step without a name. For compatibility, the type of `Step` does not
  // include null.
  return new Step(client, { ...fields, name: name as string }, true);
}
