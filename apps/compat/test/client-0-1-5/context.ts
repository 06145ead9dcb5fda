import type { LiteralClient } from "@literalai/client-0-1-5";
import type { Service } from "../service.ts";

export interface Context {
  readonly client: LiteralClient;
  /** Operations of the client. The test records which of them are called. */
  readonly api: LiteralClient["api"];
  readonly service: Service;
}

/**
 * Options of `vi.waitFor` for records that the client sends in the background. The default timeout, a second, is too
 * short for a busy machine.
 */
export const soon = { timeout: 20_000 } as const;
