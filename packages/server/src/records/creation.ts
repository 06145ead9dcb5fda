import { readId } from "./ids.ts";
import type { Given } from "./text.ts";

export interface Creation {
  readonly id: string;
  /** Epoch milliseconds. */
  readonly createdAt: number;
}

/** Id and creation time that a client may set, for imports. */
export interface GivenCreation {
  readonly id?: Given<string>;
  /** Epoch milliseconds. */
  readonly createdAt?: Given<number>;
}

/**
 * Returns the id and time of a new record. The client's values take precedence over `creation`. `path` is the prefix of
 * the field's name in errors; it ends with a dot, or is empty.
 */
export function readCreation({ id, createdAt }: GivenCreation, creation: Creation, path = ""): Creation {
  return {
    id: id == null ? creation.id : readId(`${path}id`, id),
    createdAt: createdAt ?? creation.createdAt,
  };
}
