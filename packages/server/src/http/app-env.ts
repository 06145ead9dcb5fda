import type { Logger } from "pino";
import type { Actor } from "../access/actor.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { Connection } from "./connection.ts";
import type { Intake } from "./intake.ts";

/** Variables of every route. `project` and `actor` are set behind {@link authenticate} only. */
export interface AppEnv {
  /** Empty when the service is called in process. */
  Bindings: Connection;
  Variables: {
    /** The project of the request; a placeholder when the actor's permissions are null. */
    project: ProjectRecord;
    /** The caller. */
    actor: Actor;
    /** Taken from `x-request-id` when that is sane, else new; answered in the same header. */
    requestId: string;
    /** Called with the size of the request body. */
    intake: Intake;
    /** Writes lines that carry the request id. */
    log: Logger;
  };
}
