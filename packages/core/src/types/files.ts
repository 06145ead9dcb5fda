import type { JsonObject, Maybe } from "./json.ts";

/** Fields of an attachment. It is either an uploaded file (`objectKey`) or a file at another URL (`url`). */
export interface AttachmentConstructor {
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  /** Media type, such as `image/png`. */
  mime?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** Object key of an uploaded file. */
  objectKey?: Maybe<string>;
  /** URL of the file. For an uploaded file, this is a signed URL, created on every read. */
  url?: Maybe<string>;
  stepId?: Maybe<string>;
  threadId?: Maybe<string>;
}
