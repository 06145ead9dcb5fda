import type { Logger } from "pino";

/** Logger of masked errors, and the id in their message. */
export interface RequestTrace {
  readonly requestId: string;
  readonly log: Logger;
}
