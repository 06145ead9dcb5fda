import { useLocation } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import { useMemo } from "react";
import { type MessagePlace, MessageOriginContext, placeOfHash } from "../content/message-origin.ts";
import { PayloadSection } from "./payload-section.tsx";

/**
 * Payload that may contain messages, each with a link. If the URL contains the link to one of these messages, the
 * payload is formatted.
 */
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
        // Only the format `formatted` shows single messages. If the URL links to another message of this payload, the
        // key changes, which resets the format to `formatted`.
        key={placeOfHash(hash) === place ? hash : ""}
        title={title}
        place={place}
        value={value}
        isLinked={placeOfHash(hash) === place}
      />
    </MessageOriginContext>
  );
}
