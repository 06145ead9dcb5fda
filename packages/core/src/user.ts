import { assignFields, ownFields } from "./assign-fields.ts";
import type { JsonObject, Maybe } from "./types/json.ts";
import type { UserConstructor, UserFields } from "./types/users.ts";

/** An end user who takes part in threads. */
export class User implements UserConstructor {
  declare id?: Maybe<string>;
  declare identifier: string;
  declare metadata?: Maybe<JsonObject>;
  declare createdAt?: string | undefined;
  declare lastEngaged?: Maybe<string>;
  declare threadCount?: Maybe<number>;
  declare tokenCount?: Maybe<number>;

  constructor(data: UserConstructor | UserFields) {
    assignFields(this, data);
  }

  /** Returns the fields as a plain object. */
  serialize(): UserConstructor {
    return ownFields(this);
  }
}
