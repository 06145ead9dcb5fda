import { useLocation } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useMemo } from "react";
import { type MessagePlace, MessageOriginContext, placeOfHash } from "../content/message-origin.ts";
import { PayloadSection } from "./payload-section.tsx";

/** A payload that may consist of messages. Each message has a link; opening such a link shows the formatted payload. */
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
        // A new link to a message changes the key. This resets the selected format, so that the payload is shown
        // formatted.
        key={placeOfHash(hash) === place ? hash : ""}
        title={title}
        place={place}
        value={value}
        isLinked={placeOfHash(hash) === place}
      />
    </MessageOriginContext>
  );
}
