import type { LiteralClient } from "@literalai/client-0-1-5";
import type { Service } from "../service.ts";

/** What the tests that are particular to this client work with. */
export interface Context {
  readonly client: LiteralClient;
  /** The client's operations, whose calls are noted. */
  readonly api: LiteralClient["api"];
  readonly service: Service;
}

/** How long what the client sends without waiting may take on a busy machine; for `vi.waitFor`, which gives up after a second. */
export const soon = { timeout: 20_000 } as const;
