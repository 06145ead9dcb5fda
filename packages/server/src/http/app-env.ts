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
     * Project of the request. If an account sends a request without a project, the account's only project is used. If
     * the account has no project or several, `project` is an empty placeholder, and `actor.permissions` is null.
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
