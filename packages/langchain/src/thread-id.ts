import { v5 as nameId } from "uuid";
import { type Fields, firstText } from "./values.ts";

/**
 * Namespace of thread ids. It is the same as in Literal AI's published handler, so that existing conversations
 * continue.
 */
const NAMESPACE = "53864724-0779-41aa-ab6e-7246395aafcd";

/**
 * Returns the conversation id in a run's metadata: `thread_id` in LangGraph, or the session id of a message history.
 */
export function readConversation(metadata: Fields): string | undefined {
  const named = [metadata["thread_id"], metadata["session_id"], metadata["sessionId"]];
  return firstText(...named.map((id) => (typeof id === "number" ? String(id) : id)));
}

/** Returns the thread id of a conversation: the UUIDv5 of the conversation id. */
export function toThreadId(conversation: string): string {
  return nameId(conversation, NAMESPACE);
}
