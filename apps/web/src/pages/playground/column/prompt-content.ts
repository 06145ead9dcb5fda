import type { JsonValue } from "@threadline/schema/sdk";

export interface PromptContent {
  readonly templateMessages: JsonValue[];
  readonly settings: JsonValue;
  readonly tools: JsonValue;
  readonly variablesDefaultValues: JsonValue;
}
