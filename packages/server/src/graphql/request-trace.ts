import type { Logger } from "pino";

/** Logger for masked errors, and the request id that their messages contain. */
export interface RequestTrace {
  readonly requestId: string;
  readonly log: Logger;
}
