import type { JsonObject, Maybe } from "./json.ts";

/** What an attachment is made of: an uploaded file (`objectKey`) or an address elsewhere (`url`). */
export interface AttachmentConstructor {
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  /** The media type, such as `image/png`. */
  mime?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** The key of an uploaded file. */
  objectKey?: Maybe<string>;
  /** Where to read it; for an uploaded file a signed address, made anew on every read. */
  url?: Maybe<string>;
  stepId?: Maybe<string>;
  threadId?: Maybe<string>;
}
