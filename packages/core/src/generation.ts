import { assignFields, ownFields } from "./assign-fields.ts";
import type {
  BaseGenerationFields,
  ChatGenerationConstructor,
  CompletionGenerationConstructor,
  Generation,
  GenerationType,
  IGenerationMessage,
  ILLMSettings,
  ITool,
} from "./types/generations.ts";
import type { JsonObject, JsonValue, Maybe } from "./types/json.ts";

/** A model call. Base class of {@link ChatGeneration} and {@link CompletionGeneration}. */
export class BaseGeneration implements BaseGenerationFields {
  declare id?: Maybe<string>;
  declare type?: GenerationType;
  declare promptId?: Maybe<string>;
  declare provider?: Maybe<string>;
  declare model?: Maybe<string>;
  declare error?: Maybe<string>;
  declare settings?: Maybe<ILLMSettings>;
  declare variables?: Maybe<JsonObject>;
  declare tags?: Maybe<string[]>;
  declare metadata?: Maybe<JsonObject>;
  declare tools?: Maybe<ITool[]>;
  declare tokenCount?: Maybe<number>;
  declare inputTokenCount?: Maybe<number>;
  declare outputTokenCount?: Maybe<number>;
  declare ttFirstToken?: Maybe<number>;
  declare tokenThroughputInSeconds?: Maybe<number>;
  declare duration?: Maybe<number>;

  /** Returns the fields as a plain object. */
  serialize(): Generation {
    return ownFields(this);
  }
}

// `ChatGeneration` and `CompletionGeneration` are subclasses of `BaseGeneration` for compatibility: code that was
// written for Literal AI's client tests `instanceof BaseGeneration`.
/** A model call with messages. */
export class ChatGeneration extends BaseGeneration implements ChatGenerationConstructor {
  declare messages?: Maybe<IGenerationMessage[]>;
  declare messageCompletion?: Maybe<IGenerationMessage>;

  constructor(data: ChatGenerationConstructor = {}) {
    super();
    assignFields(this, { type: "CHAT" }, data);
  }
}

/** A model call with a prompt instead of messages. */
export class CompletionGeneration extends BaseGeneration implements CompletionGenerationConstructor {
  declare prompt?: Maybe<string | JsonValue[]>;
  declare completion?: Maybe<string>;

  constructor(data: CompletionGenerationConstructor = {}) {
    super();
    assignFields(this, { type: "COMPLETION" }, data);
  }
}
