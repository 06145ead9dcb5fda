import { isJsonObject } from "../records/json-values.ts";
import type { PromptStore } from "../store/prompts.ts";
import type { StepWrite } from "../store/steps.ts";
import { toText } from "./values.ts";

/**
 * Sets the prompt version id of each call whose span contains the name and version of a prompt. Does nothing if the
 * project has no such prompt version.
 */
export async function linkPrompts(
  writes: readonly StepWrite[],
  { prompts, projectId }: { readonly prompts: PromptStore; readonly projectId: string },
): Promise<StepWrite[]> {
  const ids = new Map<string, Promise<string | null>>();
  const find = (name: string, version: number): Promise<string | null> => {
    const key = `${version} ${name}`;
    const known = ids.get(key) ?? findVersion(prompts, projectId, name, version);
    ids.set(key, known);
    return known;
  };
  return Promise.all(
    writes.map(async (write) => {
      const { generation } = write;
      const metadata = generation?.metadata;
      if (!generation || !isJsonObject(metadata)) return write;
      const { promptName: name, promptVersion } = metadata;
      const [, digits] = /^v?(\d{1,9})$/u.exec(toText(promptVersion) ?? "") ?? [];
      if (typeof name !== "string" || digits === undefined) return write;
      const promptId = await find(name, Number(digits));
      return promptId === null ? write : { ...write, generation: { ...generation, promptId } };
    }),
  );
}

async function findVersion(
  prompts: PromptStore,
  projectId: string,
  name: string,
  version: number,
): Promise<string | null> {
  const lineage = await prompts.findLineage(projectId, name);
  if (lineage === null || lineage.deletedAt !== null) return null;
  return (await prompts.findVersion(projectId, lineage.id, version))?.id ?? null;
}
