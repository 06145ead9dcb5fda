import { createContext } from "react";

export const messagePlaces = ["messages", "completion", "input", "output"] as const;

export type MessagePlace = (typeof messagePlaces)[number];

export interface MessageOrigin {
  readonly stepId: string;
  readonly place: MessagePlace;
  /**
   * Path to the list of messages within the field `place`, for example `.messages`. Empty if the field itself is the
   * list.
   */
  readonly path: string;
  /** Index of the first shown message in the recorded list. It is greater than 0 if earlier messages are hidden. */
  readonly first: number;
  /**
   * Whether this list scrolls to the message in the URL. A page can show the same message in several lists, of which
   * only one scrolls.
   */
  readonly isTarget: boolean;
  /**
   * Number of tokens that the model spent on reasoning, shown with the reasoning. Null if the number is unknown, or if
   * the reasoning is not part of these messages.
   */
  readonly reasoningTokens: number | null;
}

/**
 * Field of a step that contains the messages which are rendered inside the provider. It is used for links to single
 * messages. Null inside the content of a message, because messages that are nested in a message have no links.
 */
export const MessageOriginContext = createContext<MessageOrigin | null>(null);

export function messageHash({ place, path, first }: MessageOrigin, index: number): string {
  return `${place}${path}.${first + index}`;
}

/**
 * Returns the origin of the messages in the field `key` of an object. `origin` is the origin of the object. Null if the
 * key has characters other than letters, digits and `_`, because a URL fragment cannot contain such a key.
 */
export function originBelow(origin: MessageOrigin | null, key: string): MessageOrigin | null {
  if (!origin || !/^\w+$/.test(key)) return null;
  return { ...origin, path: `${origin.path}.${key}`, reasoningTokens: null };
}

/** Returns the field of the step that a URL fragment points into; null for other fragments. */
export function placeOfHash(hash: string): MessagePlace | null {
  return messagePlaces.find((place) => hash.startsWith(`${place}.`)) ?? null;
}
