import type { Outline } from "../outline/outline.ts";
import type { ChatItem } from "../views/chat-items.ts";

/** A conversation at one moment, with all entries so far. The last entry may not have an output yet. */
export interface PlaybackFrame {
  readonly itemCount: number;
  /** Whether the last entry has only its input so far. */
  readonly isAsking: boolean;
  /** Time of the frame, in milliseconds after the start of the thread; null if unknown. */
  readonly time: number | null;
}

/** Returns the frames of a conversation. Each frame is a moment at which its user saw something new. */
export function playbackFrames(outline: Outline, items: readonly ChatItem[]): readonly PlaybackFrame[] {
  const rootOf = (step: number): number => {
    let root = step;
    for (let above = outline.parents[step] ?? -1; above !== -1; above = outline.parents[above] ?? -1) root = above;
    return root;
  };
  let lastRoot = -1;
  return items.flatMap(({ kind, step }, index): PlaybackFrame[] => {
    const [from, to] = [outline.fromOf(step), outline.toOf(step)];
    const isInput = kind === "message" && outline.typeOf(step) !== "assistant_message";
    const shown = { itemCount: index + 1, isAsking: false, time: isInput ? from : (to ?? from) };
    const root = rootOf(step);
    // An entry with input from the user has two frames: the first shows only the input, the second also the output. If
    // a root step contains several model calls, only the first one has input from the user. The agent makes the later
    // calls.
    const isAsked = kind === "exchange" || (kind === "call" && root !== lastRoot);
    if (kind === "call") lastRoot = root;
    return isAsked ? [{ ...shown, isAsking: true, time: from }, shown] : [shown];
  });
}

/** Returns the time since the previous frame, in milliseconds; null if unknown. */
export function gapBefore(frames: readonly PlaybackFrame[], at: number): number | null {
  const [before, time] = [frames[at - 1]?.time, frames[at]?.time];
  return before === null || before === undefined || time === null || time === undefined
    ? null
    : Math.max(time - before, 0);
}
