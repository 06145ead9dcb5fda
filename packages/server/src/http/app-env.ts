import type { Logger } from "pino";
import type { Actor } from "../access/actor.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { Connection } from "./connection.ts";
import type { Intake } from "./intake.ts";

/** Variables of every route. `project` and `actor` are only set after {@link authenticate}. */
export interface AppEnv {
  /** Connection of the request; empty if the service is called in process. */
  Bindings: Connection;
  Variables: {
    /**
     * Project of the request. If an account names no project in the request, it is the only project of the account. If
     * the account has no project or several, it is an empty placeholder, and the actor's permissions are null.
     */
    project: ProjectRecord;
    actor: Actor;
    /** Taken from a valid `x-request-id` header, otherwise generated. Returned in the same header. */
    requestId: string;
    /** Reason for the rejection of the key, for the log. */
    rejection: string;
    intake: Intake;
    log: Logger;
  };
}
