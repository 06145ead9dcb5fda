import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play, X } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { useShortcuts } from "../../../ui/use-shortcuts.ts";
import { useFormats } from "../../../messages/formats.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { useStoredState } from "../../../ui/use-stored-state.ts";
import { usePlaybackText } from "./messages.ts";
import { gapBefore } from "./playback-frames.ts";
import styles from "./playback.module.css";
import type { Playback, PlaybackMove } from "./use-playback.ts";

/**
 * Minimum and maximum delay before the next message is played, in milliseconds. Recorded pauses outside this range are
 * changed to the nearest limit.
 */
const [minDelay, maxDelay] = [400, 3_000];
const defaultDelay = 1_000;
const speeds = [1, 2, 4];
const readSpeed = (stored: unknown): number => speeds.find((speed) => speed === stored) ?? 1;

const keys: Readonly<Record<string, PlaybackMove>> = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
};

/**
 * Controls of the playback, which shows the messages of a conversation one after the other. The user can move from
 * message to message, or play all messages with the recorded pauses. Long pauses are shortened to `maxDelay`.
 */
export function PlaybackBar({ playback }: { readonly playback: Playback }) {
  const t = usePlaybackText();
  const formats = useFormats();
  const { frames, at, move } = playback;
  const isLast = at === frames.length - 1;
  const [isPlaying, setIsPlaying] = useState(false);
  const [speed, setSpeed] = useStoredState("thread.playback.speed", readSpeed);
  const delay = Math.min(Math.max(gapBefore(frames, at + 1) ?? defaultDelay, minDelay), maxDelay) / speed;
  const advance = useEffectEvent(() => move("next"));
  useEffect(() => {
    if (!isPlaying || isLast) return undefined;
    const timer = setTimeout(advance, delay);
    return () => clearTimeout(timer);
  }, [isPlaying, isLast, at, delay]);
  if (isPlaying && isLast) setIsPlaying(false);
  const toggle = (): void => {
    if (isLast) move("first");
    setIsPlaying(!isPlaying);
  };
  useShortcuts(
    ["left", "right", "home", "end", "space"],
    (event) => {
      const element = event.target instanceof Element ? event.target : null;
      if (event.defaultPrevented || element?.closest('[role="dialog"], [role="menu"], [role="separator"]')) return;
      const to = keys[event.key];
      if (to) move(to);
      else if (element?.closest("button, summary, a, audio, video")) return;
      else toggle();
      event.preventDefault();
    },
    { preventDefault: false },
  );
  const time = frames[at]?.time;
  const start = frames[0]?.time ?? 0;
  const end = frames.at(-1)?.time ?? null;
  const gap = gapBefore(frames, at);
  const place = t("place", { position: at + 1, count: frames.length });
  return (
    <div className={styles.bar} role="group" aria-label={t("playback")}>
      <IconButton
        size="small"
        className={styles.far}
        label={t("first")}
        disabled={at === 0}
        onClick={() => move("first")}
      >
        <ChevronFirst size={16} />
      </IconButton>
      <IconButton size="small" label={t("previous")} disabled={at === 0} onClick={() => move("previous")}>
        <ChevronLeft size={16} />
      </IconButton>
      <IconButton autoFocus size="small" look="primary" label={t(isPlaying ? "pause" : "play")} onClick={toggle}>
        {isPlaying ? <Pause size={16} /> : <Play size={16} />}
      </IconButton>
      <IconButton size="small" label={t("next")} disabled={isLast} onClick={() => move("next")}>
        <ChevronRight size={16} />
      </IconButton>
      <IconButton size="small" className={styles.far} label={t("last")} disabled={isLast} onClick={() => move("last")}>
        <ChevronLast size={16} />
      </IconButton>
      <input
        type="range"
        className={styles.slider}
        min={1}
        max={frames.length}
        value={at + 1}
        aria-label={t("position")}
        aria-valuetext={place}
        onChange={(event) => playback.show(Number(event.target.value) - 1)}
      />
      <span role="status" className={styles.place}>
        {place}
      </span>
      {time !== null && time !== undefined && (
        <span className={styles.time} title={t("sinceStart")}>
          {formats.duration(Math.max(time - start, 0) / 1_000)}
          {gap !== null && gap > 0 && ` (+${formats.duration(gap / 1_000)})`}
          {end !== null && ` / ${formats.duration(Math.max(end - start, 0) / 1_000)}`}
        </span>
      )}
      <Button
        size="small"
        look="plain"
        className={styles.speed}
        title={t("speed")}
        aria-label={`${t("speed")}: ${formats.number(speed)}×`}
        onClick={() => setSpeed(speeds[(speeds.indexOf(speed) + 1) % speeds.length] ?? 1)}
      >
        {formats.number(speed)}×
      </Button>
      <IconButton size="small" label={t("leave")} onClick={playback.leave}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
