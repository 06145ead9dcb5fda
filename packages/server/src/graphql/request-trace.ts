import type { Logger } from "pino";

/** Where masked errors go, and the id that their message carries. */
export interface RequestTrace {
  readonly requestId: string;
  readonly log: Logger;
}
