import { memo, useMemo } from "react";
import { useThreadText } from "../messages.ts";
import { CardList } from "./card-list.tsx";
import { ChatCard } from "./chat-card.tsx";
import type { ChatItem } from "./chat-items.ts";
import type { ChatProps } from "./view-props.ts";

export const ChatView = memo(function ChatView(props: ChatProps & { readonly items: readonly ChatItem[] }) {
  const t = useThreadText();
  const { outline, rows, items, shownRow: current, matches, onSelect } = props;
  const itemOf = useMemo(() => new Map(items.map((item) => [item.step, item])), [items]);
  return (
    <CardList
      label={t("chat")}
      outline={outline}
      rows={rows}
      selected={current}
      openingRow={props.openingRow}
      height={110}
      folds={props}
    >
      {(_at, step) => {
        const item = itemOf.get(step);
        return (
          item && (
            <ChatCard
              outline={outline}
              item={item}
              isSelected={step === current}
              isMatch={matches.has(step)}
              onSelect={onSelect}
            />
          )
        );
      }}
    </CardList>
  );
});
