import type { Logger } from "pino";

/** Logger for masked errors, and the request id in their message. */
export interface RequestTrace {
  readonly requestId: string;
  readonly log: Logger;
}
