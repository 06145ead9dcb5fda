import type { StepConstructor, Threadline } from "@threadline/core";
import { inParallel } from "../in-parallel.ts";
import { patient } from "../patient.ts";

const stepsPerCall = 100;

export async function sendSteps(client: Threadline, steps: readonly StepConstructor[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(steps.length / stepsPerCall) }, (_, index) =>
    steps.slice(index * stepsPerCall, (index + 1) * stepsPerCall),
  );
  await inParallel(batches, async (batch) => void (await client.api.sendSteps(batch, patient)));
}
