/** A value that can also be `null` or `undefined`. */
export type Maybe<T> = T | null | undefined;

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;

/** A JSON object with any keys. A key whose value is undefined is not sent. */
export interface JsonObject {
  [key: string]: JsonValue | undefined;
}
