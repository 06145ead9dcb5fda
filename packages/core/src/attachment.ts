import { assignFields, ownFields } from "./assign-fields.ts";
import { createId } from "./create-id.ts";
import type { AttachmentConstructor } from "./types/files.ts";
import type { JsonObject, Maybe } from "./types/json.ts";

/** A file that belongs to a step. */
export class Attachment implements AttachmentConstructor {
  declare id: string;
  declare name?: Maybe<string>;
  declare mime?: Maybe<string>;
  declare metadata?: Maybe<JsonObject>;
  declare objectKey?: Maybe<string>;
  declare url?: Maybe<string>;
  declare stepId?: Maybe<string>;
  declare threadId?: Maybe<string>;

  constructor(data: AttachmentConstructor) {
    assignFields(this, data);
    this.id ??= createId();
  }

  /** Returns a plain object with the attachment's fields and without its methods. */
  serialize(): AttachmentConstructor {
    return ownFields(this);
  }
}
