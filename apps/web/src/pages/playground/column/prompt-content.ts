import type { JsonValue } from "@threadline/schema/sdk";

/** Content of a prompt version. */
export interface PromptContent {
  readonly templateMessages: JsonValue[];
  readonly settings: JsonValue;
  readonly tools: JsonValue;
  readonly variablesDefaultValues: JsonValue;
}
