import { callsAtOnce, requestEach } from "../../api/request-each.ts";
import { request } from "../../api/request.ts";
import { stepNames } from "../../generated/logs.ts";
import { promptName } from "../../generated/prompt-name.ts";

/**
 * A model call that may need a title. `promptId` is the prompt version of the call, and `parentId` is its parent step.
 * The name of either can be the title.
 */
export interface UntitledCall {
  readonly name: string | null;
  readonly model: string | null;
  readonly promptId: string | null;
  readonly parentId: string | null;
}

interface Scope {
  readonly projectId: string | null;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns a title for each model call. The title is the name and version of the call's prompt or, without a prompt, the
 * name of the parent step. It is null if the call has a name of its own, or if neither name is known.
 */
export async function loadCallTitles(calls: readonly UntitledCall[], scope: Scope): Promise<(string | null)[]> {
  const unnamed = calls.map((call) => (call.name === null || call.name === call.model ? call : null));
  const [prompts, parents] = await Promise.all([
    readPrompts(distinct(unnamed.map((call) => call?.promptId)), scope),
    readParents(distinct(unnamed.map((call) => call?.parentId)), scope),
  ]);
  return unnamed.map((call) => prompts.get(call?.promptId ?? "") ?? parents.get(call?.parentId ?? "") ?? null);
}

function distinct(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id != null))];
}

async function readPrompts(ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, string>> {
  const starts = Array.from({ length: Math.ceil(ids.length / callsAtOnce) }, (_, part) => part * callsAtOnce);
  const parts = await Promise.all(
    starts.map((start) => {
      const calls = ids.slice(start, start + callsAtOnce).map((id) => ({ id }));
      return requestEach({ ...scope, operation: promptName, calls });
    }),
  );
  return new Map(
    parts.flat().flatMap(({ promptVersion }): [string, string][] => {
      if (promptVersion === null) return [];
      const { id, lineage, version } = promptVersion;
      return [[id, `${lineage.name} v${version}`]];
    }),
  );
}

async function readParents(ids: readonly string[], scope: Scope): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const variables = { filters: [{ field: "id", operator: "in" as const, value: [...ids] }], first: ids.length };
  const { steps } = await request({ ...scope, operation: stepNames, variables });
  return new Map(
    steps.edges.flatMap(({ node: { id, name } }): [string, string][] => (name === null ? [] : [[id, name]])),
  );
}
