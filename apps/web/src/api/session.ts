import { queryOptions } from "@tanstack/react-query";
import { sessionProjects } from "../generated/session.ts";
import { fetchService, unreachable } from "./fetch-service.ts";
import { request } from "./request.ts";

/** The viewer, and the features of the installation. */
export interface Session {
  /** False until the first account is created with the setup link. */
  readonly isSetUp: boolean;
  /** True when all users of this machine are owners. */
  readonly noLogin: boolean;
  /** Null when not signed in. */
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    /** Whether it requires a code besides the password. */
    readonly hasSecondFactor: boolean;
    /** Whether it has a password, or only uses single sign-on. */
    readonly hasPassword: boolean;
  } | null;
  /** Projects of the account, in order of creation. */
  readonly projects: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    /** Whether the project requires two-factor authentication and the account lacks it, so that access is denied. */
    readonly lacksSecondFactor: boolean;
  }[];
  /** Expiry of the session without further use, in ISO 8601; null without one. */
  readonly endsAt: string | null;
  /** Configured single sign-on; null without. */
  readonly sso: { readonly name: string } | null;
  /** Whether a forgotten password can be reset by email. */
  readonly mayResetPassword: boolean;
}

/** Response of `GET api/session`. */
interface SessionAnswer {
  readonly signedIn: boolean;
  readonly setUp: boolean;
  readonly noLogin: boolean;
  readonly account: Session["account"];
  readonly sso: Session["sso"];
  readonly mayResetPassword: boolean;
  readonly endsAt: string | null;
}

export const sessionOptions = queryOptions({
  queryKey: ["session"],
  staleTime: 60_000,
  queryFn: async ({ signal }): Promise<Session> => {
    const response = await fetchService("api/session", { signal });
    if (!response.ok) throw unreachable(response.status);
    const { signedIn, setUp, noLogin, account, sso, mayResetPassword, endsAt } =
      (await response.json()) as SessionAnswer; // documented by the service
    const found = signedIn
      ? await request({ projectId: null, operation: sessionProjects, variables: {}, signal })
      : { projects: [] };
    const projects = found.projects.map(({ role, ...project }) => ({ ...project, role: role ?? "owner" }));
    return { isSetUp: setUp, noLogin, account, projects, sso, mayResetPassword, endsAt };
  },
});
