import { type Fields, firstText } from "./values.ts";

/** Chains that only join others together. Nested ones without a name of their own are left out of the tree. */
const JOINTS: ReadonlySet<string> = new Set([
  "RunnableSequence",
  "RunnableCallable",
  "RunnableLambda",
  "RunnableAssign",
  "RunnableMap",
  "RunnableParallel",
  "RunnablePassthrough",
  "RunnableBranch",
  "CompiledStateGraph",
  "Pregel",
  "LangGraph",
  "ToolNode",
]);

/** Chains that are agents or graphs: a run of their own within a run. */
const RUNS: ReadonlySet<string> = new Set(["CompiledStateGraph", "Pregel", "AgentExecutor", "RemoteGraph"]);

/** The class of what runs. */
export function readType(serialized: Fields): string | undefined {
  const { id, name } = serialized;
  return firstText(Array.isArray(id) ? id.at(-1) : undefined, name);
}

/** Whether a nested chain is left out, its children becoming children of its parent. */
export function isIgnored(
  chain: { type: string | undefined; name: string; tags: readonly string[] },
  ignored: ReadonlySet<string>,
): boolean {
  const { type, name, tags } = chain;
  if (tags.includes("langsmith:hidden") || ignored.has(name) || (type !== undefined && ignored.has(type))) return true;
  // `new RunnableLambda()` is called so; a node of a graph has the name of the node.
  return JOINTS.has(name);
}

/** What a nested chain is shown as. */
export function toNestedStepType(type: string | undefined): "run" | "tool" {
  return type !== undefined && RUNS.has(type) ? "run" : "tool";
}
