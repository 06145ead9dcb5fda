import type { Logger } from "pino";

export interface RequestTrace {
  readonly requestId: string;
  readonly log: Logger;
}
