import type { Logger } from "pino";
import type { ProjectRecord } from "../store/projects.ts";

/** What every route finds with its request. `project` is set behind {@link authenticate} only. */
export interface AppEnv {
  Variables: {
    /** The project of the request's API key. */
    project: ProjectRecord;
    /** Taken from `x-request-id` when that is sane, else new; answered in the same header. */
    requestId: string;
    /** Writes lines that carry the request id. */
    log: Logger;
  };
}
