import { useMemo } from "react";
import { useNewest } from "../../../ui/use-newest.ts";
import type { Outline } from "../outline/outline.ts";
import type { ChatItem } from "../views/chat-items.ts";
import { type PlaybackFrame, playbackFrames } from "./playback-frames.ts";

export type PlaybackMove = "first" | "previous" | "next" | "last";

export interface Playback {
  readonly frames: readonly PlaybackFrame[];
  readonly at: number;
  /** Step of the newest entry. */
  readonly step: number;
  /** Whether a step has an entry in the conversation so far. */
  readonly hasShown: (step: number) => boolean;
  readonly move: (to: PlaybackMove) => void;
  readonly show: (at: number) => void;
  readonly leave: () => void;
}

/** Returns the state of a conversation's playback; null if none is active. */
export function usePlayback(options: {
  readonly outline: Outline;
  readonly items: readonly ChatItem[];
  /** Number of the shown frame, from 1; undefined without playback. */
  readonly position: number | undefined;
  readonly onPosition: (position: number | undefined) => void;
}): Playback | null {
  const { outline, items, position, onPosition } = options;
  const isOn = position !== undefined && items.length > 0;
  const frames = useMemo(() => (isOn ? playbackFrames(outline, items) : []), [outline, items, isOn]);
  const last = frames.length - 1;
  const at = Math.min((position ?? 1) - 1, last);
  const newestRef = useNewest(at);
  if (!isOn) return null;
  const show = (to: number): void => {
    newestRef.current = Math.min(Math.max(to, 0), last);
    onPosition(newestRef.current + 1);
  };
  const move = (to: PlaybackMove): void =>
    show({ first: 0, previous: newestRef.current - 1, next: newestRef.current + 1, last }[to]);
  const shown = items.slice(0, frames[at]?.itemCount ?? 0);
  return {
    frames,
    at,
    step: shown.at(-1)?.step ?? 0,
    hasShown: (step) => shown.some((item) => item.step === step),
    show,
    move,
    leave: () => onPosition(undefined),
  };
}
