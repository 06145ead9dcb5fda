import type { JsonObject } from "@threadline/core";
import { toReadable } from "./readable.ts";
import type { Fields } from "./values.ts";

/**
 * Matches the internal metadata keys of LangChain and LangGraph, which are not recorded. The keys for the node and the
 * step of a graph are recorded.
 */
const OWN = /^(ls_|lc_|__|checkpoint_|langgraph_(triggers|path|checkpoint_ns|host|plan|version|api_url)|versions$)/u;
const OWN_TAG = /^(seq|graph):step:|^map:key:|^langsmith:|^(branch|condition):/u;
/** Keys that the handler reads. They are not recorded. */
const OPTIONS = new Set(["literalaiStepId", "threadlineStepId"]);

export function toMetadata(metadata: Fields): JsonObject | undefined {
  const kept = Object.entries(metadata).filter(([key]) => !OWN.test(key) && !OPTIONS.has(key));
  return kept.length === 0 ? undefined : Object.fromEntries(kept.map(([key, value]) => [key, toReadable(value)]));
}

/**
 * Returns the metadata to store on the thread. Omits keys about a single graph node, which do not apply to the whole
 * thread.
 */
export function toThreadMetadata(metadata: Fields): JsonObject | undefined {
  return toMetadata(Object.fromEntries(Object.entries(metadata).filter(([key]) => !key.startsWith("langgraph_"))));
}

export function toTags(tags: readonly string[]): string[] | undefined {
  const kept = tags.filter((tag) => !OWN_TAG.test(tag));
  return kept.length === 0 ? undefined : kept;
}
