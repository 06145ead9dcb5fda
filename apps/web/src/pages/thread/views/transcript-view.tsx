import { memo } from "react";
import { useThreadText } from "../messages.ts";
import { CardList } from "./card-list.tsx";
import { TranscriptCard } from "./transcript-card.tsx";
import type { FoldingViewProps } from "./view-props.ts";

/** Transcript of a run: its input, the model outputs, tool calls on one line each, and subagents as cards. */
export const TranscriptView = memo(function TranscriptView(props: FoldingViewProps) {
  const t = useThreadText();
  const { outline, rows, selected, matches, collapsed, onSelect, onToggle } = props;
  return (
    <CardList label={t("transcript")} outline={outline} rows={rows} selected={selected} height={64} folds={props}>
      {(_at, step) => (
        <TranscriptCard
          outline={outline}
          step={step}
          isSelected={step === selected}
          isMatch={matches.has(step)}
          isCollapsed={collapsed.has(outline.idOf(step))}
          onSelect={onSelect}
          onToggle={onToggle}
        />
      )}
    </CardList>
  );
});
