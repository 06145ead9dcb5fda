import { type Fields, firstText } from "./values.ts";

/**
 * Chains that only connect other chains. If nested, they are not recorded as steps unless the application named them.
 */
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

/** Wrappers whose default name in LangChain is derived from the wrapped chain. */
const WRAPPERS: ReadonlySet<string> = new Set(["RunnableRetry"]);

/** Returns the class name of the object that a run executes. */
export function readType(serialized: Fields): string | undefined {
  const { id, name } = serialized;
  return firstText(Array.isArray(id) ? id.at(-1) : undefined, name);
}

export function isGraph(type: string | undefined): boolean {
  return type === "CompiledStateGraph" || type === "Pregel";
}

/** Whether a nested chain is omitted. Its children then become children of its parent. */
export function isIgnored(
  chain: { type: string | undefined; name: string; tags: readonly string[] },
  ignored: ReadonlySet<string>,
): boolean {
  const { type, name, tags } = chain;
  if (tags.includes("langsmith:hidden") || ignored.has(name)) return true;
  if (type !== undefined && (ignored.has(type) || WRAPPERS.has(type))) return true;
  // A `RunnableLambda` without a name of its own has the name of its class, or that of its graph node.
  return JOINTS.has(name);
}
