import type { LiteralClient } from "@literalai/client";

/** Context of the tests for this client only. */
export interface Context {
  readonly client: LiteralClient;
  /** The client's operations, whose calls are noted. */
  readonly api: LiteralClient["api"];
}
