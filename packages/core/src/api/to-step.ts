import type { StepFragment } from "../documents/generated/documents.ts";
import type { Recorder } from "../recorder.ts";
import { Step } from "../step.ts";

/** Turns a step of the wire into a step of the SDK. */
export function toStep(client: Recorder, { name, ...fields }: StepFragment): Step {
  // Null for a step of another client that was stored without a name; the type is that of the published client.
  return new Step(client, { ...fields, name: name as string }, true);
}
