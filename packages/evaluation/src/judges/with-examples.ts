import type { JsonObject } from "../json-object.ts";
import { fenceValue } from "./fence-value.ts";
import type { JudgeDefinition, JudgeExample } from "./judge-definition.ts";

/**
 * Adds the examples of a judge to its rendered messages, as one user message after the system messages at the start.
 * Values are between tags ({@link fenceValue}).
 */
export function withExamples(
  messages: readonly JsonObject[],
  { examples = [], inputs }: Pick<JudgeDefinition, "examples" | "inputs">,
): readonly JsonObject[] {
  if (examples.length === 0) return messages;
  const parts = examples.map((example, index) => toText(example, { number: index + 1, names: Object.keys(inputs) }));
  const content = [
    "Examples of other records, with the answers that people gave. Judge the record below in the same way.",
    ...parts,
  ].join("\n\n");
  const start = messages.findIndex(({ role }) => role !== "system" && role !== "developer");
  const at = start === -1 ? messages.length : start;
  return [...messages.slice(0, at), { role: "user", content }, ...messages.slice(at)];
}

function toText(
  { values, label, value, comment, correction }: JudgeExample,
  { number, names }: { readonly number: number; readonly names: readonly string[] },
): string {
  const decision = label === null ? { value } : { label };
  return [
    `Example ${number}:`,
    ...names.flatMap((name) => (values[name] == null ? [] : [fenceValue(name, values[name])])),
    ...(correction === null ? [] : ["A better output:", fenceValue("better_output", correction)]),
    `Answer: ${JSON.stringify({ reasoning: comment ?? "", ...decision })}`,
  ].join("\n");
}
