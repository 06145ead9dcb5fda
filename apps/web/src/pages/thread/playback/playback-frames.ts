import type { Outline } from "../outline/outline.ts";
import type { ChatItem } from "../views/chat-items.ts";

/**
 * The conversation at one moment: all its entries so far. If the last entry has no output yet, only its input is shown.
 */
export interface PlaybackFrame {
  readonly itemCount: number;
  /** Whether only the input of the last entry is known. */
  readonly isAsking: boolean;
  /** Time of this frame, in milliseconds after the start of the thread; null if unknown. */
  readonly time: number | null;
}

/** Returns, in order, the moments of a conversation at which its user saw something new. */
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
    // Of the calls below one root step, only the first has input from the user. The agent itself makes the later calls.
    const isAsked = kind === "exchange" || (kind === "call" && root !== lastRoot);
    if (kind === "call") lastRoot = root;
    return isAsked ? [{ ...shown, isAsking: true, time: from }, shown] : [shown];
  });
}

/** Returns the milliseconds since the previous frame; null if unknown. */
export function gapBefore(frames: readonly PlaybackFrame[], at: number): number | null {
  const [before, time] = [frames[at - 1]?.time, frames[at]?.time];
  return before === null || before === undefined || time === null || time === undefined
    ? null
    : Math.max(time - before, 0);
}
