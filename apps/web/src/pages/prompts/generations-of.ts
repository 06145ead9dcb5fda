import { experimentEnvironment } from "../dashboard/use-environments.ts";
import type { Condition } from "./use-generation-scores.ts";

export function generationsOf(name: string, version: number) {
  return [
    { field: "promptLineage", operator: "eq" as const, value: name },
    { field: "promptVersion", operator: "eq" as const, value: version },
  ];
}

/** Excludes the calls of experiments and of the playground, because they are no use of a prompt in an application. */
export const withoutExperiments: Condition = { field: "environment", operator: "neq", value: experimentEnvironment };
