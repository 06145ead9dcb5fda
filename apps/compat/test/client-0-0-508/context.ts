import type { LiteralClient } from "@literalai/client";

export interface Context {
  readonly client: LiteralClient;
  /** Operations of the client. The test records which of them are called. */
  readonly api: LiteralClient["api"];
}
