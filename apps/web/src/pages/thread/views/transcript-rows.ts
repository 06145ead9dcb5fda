import type { Outline } from "../outline/outline.ts";
import { isMessage } from "../outline/step-kind.ts";

/**
 * Kind of a row in the transcript: a message, the output of a model call (`turn`), a tool call, or a step that contains
 * other steps (`agent`).
 */
export type TranscriptKind = "message" | "turn" | "tool" | "agent";

export function transcriptKind(outline: Outline, step: number): TranscriptKind {
  const type = outline.typeOf(step);
  if (isMessage(type)) return "message";
  if (type === "llm" || outline.hasGeneration(step)) return "turn";
  return type === "run" || (outline.below[step] ?? 0) > 0 ? "agent" : "tool";
}

/**
 * Returns the ids of the subagents that are collapsed initially. The transcript of a long run then shows mainly the
 * outputs of the outermost agent.
 */
export function foldedAgents(outline: Outline): ReadonlySet<string> {
  const folded = new Set<string>();
  for (let step = 0; step < outline.size; step += 1) {
    const parent = outline.parents[step] ?? -1;
    const below = outline.below[step] ?? 0;
    if (parent === -1 || below < 4) continue;
    const hasSiblings = (outline.below[parent] ?? 0) > below + 1;
    if (hasSiblings && transcriptKind(outline, step) === "agent") folded.add(outline.idOf(step));
  }
  return folded;
}
