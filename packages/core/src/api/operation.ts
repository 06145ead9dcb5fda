import type { GraphQLOperation } from "../transport/transport.ts";

/** A document that only reads; it is safe to repeat. The definition is its variables and its selection. */
export function query(name: string, definition: string): GraphQLOperation {
  return { name, document: onOneLine(`query ${name}${definition}`), kind: "query", isSafeToRetry: true };
}

/** A document that leads to the same records and the same answer however often it arrives. */
export function repeatableMutation(name: string, definition: string): GraphQLOperation {
  return { name, document: onOneLine(`mutation ${name}${definition}`), kind: "mutation", isSafeToRetry: true };
}

/** A document that is sent once: it creates a record each time, or fails the second time. */
export function singleMutation(name: string, definition: string): GraphQLOperation {
  return { name, document: onOneLine(`mutation ${name}${definition}`), kind: "mutation", isSafeToRetry: false };
}

/** A document that is answered by one event after the other. */
export function subscription(name: string, definition: string): GraphQLOperation {
  return { name, document: onOneLine(`subscription ${name}${definition}`), kind: "subscription", isSafeToRetry: false };
}

function onOneLine(document: string): string {
  return document.replace(/\s+/g, " ").trim();
}
