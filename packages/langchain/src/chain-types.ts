import { type Fields, firstText } from "./values.ts";

/**
 * Chains that only combine other chains. They are omitted inside another run, unless the application gave them a name.
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

/** Wrappers that LangChain names after the wrapped chain by default. */
const WRAPPERS: ReadonlySet<string> = new Set(["RunnableRetry"]);

export function readType(serialized: Fields): string | undefined {
  const { id, name } = serialized;
  return firstText(Array.isArray(id) ? id.at(-1) : undefined, name);
}

export function isGraph(type: string | undefined): boolean {
  return type === "CompiledStateGraph" || type === "Pregel";
}

/** Whether to omit a nested chain. Its children then become children of its parent. */
export function isIgnored(
  chain: { type: string | undefined; name: string; tags: readonly string[] },
  ignored: ReadonlySet<string>,
): boolean {
  const { type, name, tags } = chain;
  if (tags.includes("langsmith:hidden") || ignored.has(name)) return true;
  if (type !== undefined && (ignored.has(type) || WRAPPERS.has(type))) return true;
  // Tests the name and not the type, because a chain to which the application gave a name must be recorded. By default,
  // a chain has the name of its class, such as `RunnableLambda`. As a node of a graph, it has the name of the node.
  return JOINTS.has(name);
}
