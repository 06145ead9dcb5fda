import { type Fields, firstText } from "./values.ts";

/** Chains that only join others. Nested ones are omitted from the tree unless they have a name of their own. */
const JOINTS: ReadonlySet<string> = new Set([
  "RunnableSequence",
  "RunnableCallable",
  "RunnableLambda",
  "RunnableAssign",
  "RunnableMap",
  "RunnableParallel",
  "RunnablePassthrough",
  "RunnableBranch",
  "RunnableWithFallbacks",
  "CompiledStateGraph",
  "Pregel",
  "LangGraph",
  "ToolNode",
]);

/** Wrappers that LangChain names after their content. */
const WRAPPERS: ReadonlySet<string> = new Set(["RunnableRetry"]);

/** Class name of a run's object. */
export function readType(serialized: Fields): string | undefined {
  const { id, name } = serialized;
  return firstText(Array.isArray(id) ? id.at(-1) : undefined, name);
}

export function isGraph(type: string | undefined): boolean {
  return type === "CompiledStateGraph" || type === "Pregel";
}

/** Whether a nested chain is omitted; its children are then attached to its parent. */
export function isIgnored(
  chain: { type: string | undefined; name: string; tags: readonly string[] },
  ignored: ReadonlySet<string>,
): boolean {
  const { type, name, tags } = chain;
  if (tags.includes("langsmith:hidden") || ignored.has(name)) return true;
  if (type !== undefined && (ignored.has(type) || WRAPPERS.has(type))) return true;
  // A plain `new RunnableLambda()` has its class name; a graph node has the name of the node.
  return JOINTS.has(name);
}
