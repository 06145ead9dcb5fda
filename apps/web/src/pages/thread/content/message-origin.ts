import { createContext } from "react";

export const messagePlaces = ["messages", "completion", "input", "output"] as const;

export type MessagePlace = (typeof messagePlaces)[number];

export interface MessageOrigin {
  readonly stepId: string;
  readonly place: MessagePlace;
  /** Key that contains the list, such as `.messages`; empty for the field itself. */
  readonly path: string;
  /** Index of the list's first message in the field. */
  readonly first: number;
  /** Whether a link to a message scrolls to it here; the same message may be shown in several places. */
  readonly isTarget: boolean;
  /** Tokens that the model spent on reasoning; null if unknown or not part of these messages. */
  readonly reasoningTokens: number | null;
}

/** Origin of the outermost list of messages; null in payloads within a message. */
export const MessageOriginContext = createContext<MessageOrigin | null>(null);

export function messageHash({ place, path, first }: MessageOrigin, index: number): string {
  return `${place}${path}.${first + index}`;
}

/** Origin of messages below a key; null if the key is unfit for a URL. */
export function originBelow(origin: MessageOrigin | null, key: string): MessageOrigin | null {
  if (!origin || !/^\w+$/.test(key)) return null;
  return { ...origin, path: `${origin.path}.${key}`, reasoningTokens: null };
}

/** Field that a URL fragment points into; null for other fragments. */
export function placeOfHash(hash: string): MessagePlace | null {
  return messagePlaces.find((place) => hash.startsWith(`${place}.`)) ?? null;
}
