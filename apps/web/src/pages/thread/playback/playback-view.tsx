import { useMemo } from "react";
import { useFormats } from "../../../messages/formats.ts";
import { CardList } from "../views/card-list.tsx";
import { ChatCard } from "../views/chat-card.tsx";
import type { ChatItem } from "../views/chat-items.ts";
import type { ViewProps } from "../views/view-props.ts";
import { usePlaybackText } from "./messages.ts";
import { PlaybackBar } from "./playback-bar.tsx";
import { gapBefore } from "./playback-frames.ts";
import styles from "./playback.module.css";
import type { Playback } from "./use-playback.ts";

/** Minimum length of a recorded pause that is shown between two messages, in milliseconds. */
const minPause = 1_000;

export function PlaybackView({
  playback,
  items,
  outline,
  selected,
  matches,
  onSelect,
}: ViewProps & { readonly playback: Playback; readonly items: readonly ChatItem[] }) {
  const t = usePlaybackText();
  const formats = useFormats();
  const { frames, at } = playback;
  const { itemCount = 0, isAsking = false } = frames[at] ?? {};
  const firstFrames = useMemo(() => {
    const first = new Map<number, number>();
    for (const [index, frame] of frames.entries()) {
      if (!first.has(frame.itemCount)) first.set(frame.itemCount, index);
    }
    return first;
  }, [frames]);
  // One row per entry so far. The `rows` of the chat are not used here, because they collapse repeated calls of a tool.
  const shown = useMemo(() => Int32Array.from(items.slice(0, itemCount), ({ step }) => step), [items, itemCount]);
  return (
    <div className={styles.view}>
      <CardList label={t("playback")} outline={outline} rows={shown} selected={null} height={110} followed={at}>
        {(index, step) => {
          const item = items[index];
          const pause = gapBefore(frames, firstFrames.get(index + 1) ?? 0) ?? 0;
          return (
            item && (
              <>
                {pause >= minPause && (
                  <p className={styles.pause}>{t("later", { time: formats.duration(pause / 1_000) })}</p>
                )}
                <ChatCard
                  outline={outline}
                  item={item}
                  isAsking={isAsking && index === itemCount - 1}
                  isSelected={step === selected}
                  isMatch={matches.has(step)}
                  onSelect={onSelect}
                />
              </>
            )
          );
        }}
      </CardList>
      <PlaybackBar playback={playback} />
    </div>
  );
}
