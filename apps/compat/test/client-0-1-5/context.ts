import type { LiteralClient } from "@literalai/client-0-1-5";
import type { Service } from "../service.ts";

/** Context of the tests for this client only. */
export interface Context {
  readonly client: LiteralClient;
  /** The client's operations, whose calls are noted. */
  readonly api: LiteralClient["api"];
  readonly service: Service;
}

/**
 * Timeout for records that the client sends in the background, on a busy machine; for `vi.waitFor`, whose default is a
 * second.
 */
export const soon = { timeout: 20_000 } as const;
