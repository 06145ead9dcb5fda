import type { JsonValue } from "@threadline/schema/sdk";
import { isJsonObject } from "../../../json/json-text.ts";
import { knownTemplateFields } from "../../../prompt-template/template-fields.ts";

export interface DatasetCandidate {
  readonly id: string;
  /** Input of one item. Null if the dataset has no items. */
  readonly input: JsonValue;
}

export interface PromptCandidate {
  readonly name: string;
  readonly messages: JsonValue;
}

/**
 * Share of the variables in messages that an input has values for, from 0 to 1. Messages without variables fit no
 * input, because every item would get the same output.
 */
export function fitOf(messages: JsonValue, input: JsonValue): number {
  const fields = knownTemplateFields(Array.isArray(messages) ? messages : []);
  // Items of a section provide the values of the variables that are used only inside it.
  const names = fields.filter(({ sections }) => sections.length === 0).map(({ name }) => name);
  if (names.length === 0 || input === null) return 0;
  // A value that is not an object becomes the value of the only variable.
  if (!isJsonObject(input)) return names.length === 1 ? 1 : 0;
  return names.filter((name) => Object.hasOwn(input, name)).length / names.length;
}

/** Returns the first candidate with the best fit. Undefined if none fits. */
function bestOf<Candidate>(
  candidates: readonly Candidate[],
  fit: (candidate: Candidate) => number,
): Candidate | undefined {
  const rated = candidates.map((candidate) => ({ candidate, fit: fit(candidate) }));
  return rated.filter((each) => each.fit > 0).toSorted((one, other) => other.fit - one.fit)[0]?.candidate;
}

/**
 * Suggests a dataset and a prompt that fit together, for the ones that are not given. Suggests the first dataset and no
 * prompt if nothing fits.
 */
export function suggestRun({
  datasets,
  prompts,
  datasetId,
  messages,
}: {
  readonly datasets: readonly DatasetCandidate[];
  readonly prompts: readonly PromptCandidate[];
  /** Dataset that the user or the page has selected. */
  readonly datasetId: string | undefined;
  /** Messages of the selected prompt or the playground. Undefined if none is selected. */
  readonly messages: JsonValue | undefined;
}): { readonly datasetId: string | undefined; readonly promptName: string | undefined } {
  const [first] = datasets;
  if (messages !== undefined) {
    const dataset = bestOf(datasets, ({ input }) => fitOf(messages, input));
    return { datasetId: datasetId ?? dataset?.id ?? first?.id, promptName: undefined };
  }
  const promptOf = ({ input }: DatasetCandidate) => bestOf(prompts, (prompt) => fitOf(prompt.messages, input));
  const given = datasets.find(({ id }) => id === datasetId);
  if (datasetId !== undefined) return { datasetId, promptName: given && promptOf(given)?.name };
  const fitting = datasets.find((dataset) => promptOf(dataset) !== undefined) ?? first;
  return { datasetId: fitting?.id, promptName: fitting && promptOf(fitting)?.name };
}
