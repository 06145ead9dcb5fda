import type { JsonObject, Maybe } from "./json.ts";

/** Fields of an attachment: an uploaded file (`objectKey`) or a URL elsewhere (`url`). */
export interface AttachmentConstructor {
  /** Unique in the project; generated when not given. */
  id?: Maybe<string>;
  name?: Maybe<string>;
  /** The media type, such as `image/png`. */
  mime?: Maybe<string>;
  metadata?: Maybe<JsonObject>;
  /** The key of an uploaded file. */
  objectKey?: Maybe<string>;
  /** URL of the file; for an uploaded file a signed URL, created on every read. */
  url?: Maybe<string>;
  stepId?: Maybe<string>;
  threadId?: Maybe<string>;
}
