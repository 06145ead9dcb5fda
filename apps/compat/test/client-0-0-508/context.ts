import type { LiteralClient } from "@literalai/client";

/** Context of the tests that are only for this client. */
export interface Context {
  readonly client: LiteralClient;
  /** Operations of the client. The test records which of them are called. */
  readonly api: LiteralClient["api"];
}
