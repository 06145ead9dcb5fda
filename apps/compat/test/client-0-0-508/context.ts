import type { LiteralClient } from "@literalai/client";

/** What the tests that are particular to this client work with. */
export interface Context {
  readonly client: LiteralClient;
  /** The client's operations, whose calls are noted. */
  readonly api: LiteralClient["api"];
}
