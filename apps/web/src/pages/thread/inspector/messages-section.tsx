import { useLocation } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useMemo } from "react";
import { type MessagePlace, MessageOriginContext, placeOfHash } from "../content/message-origin.ts";
import { PayloadSection } from "./payload-section.tsx";

/** A payload that may contain messages. Each message has a link; opening it shows the payload formatted. */
export function MessagesSection({
  stepId,
  title,
  place,
  value,
  reasoningTokens = null,
}: {
  readonly stepId: string;
  readonly title: string;
  readonly place: MessagePlace;
  readonly value: JsonValue;
  readonly reasoningTokens?: number | null;
}) {
  const hash = useLocation({ select: (location) => location.hash });
  const origin = useMemo(
    () => ({ stepId, place, path: "", first: 0, isTarget: true, reasoningTokens }),
    [stepId, place, reasoningTokens],
  );
  return (
    <MessageOriginContext value={origin}>
      <PayloadSection
        // A link to another message changes the key. This resets the selected format, so that the message is visible.
        key={placeOfHash(hash) === place ? hash : ""}
        title={title}
        place={place}
        value={value}
        isLinked={placeOfHash(hash) === place}
      />
    </MessageOriginContext>
  );
}
