import { queryOptions } from "@tanstack/react-query";
import { sessionProjects } from "../generated/session.ts";
import { fetchService, unreachable } from "./fetch-service.ts";
import { request } from "./request.ts";

/** The signed-in account with its projects, and the sign-in features of the installation. */
export interface Session {
  /** False until the first account is created with the setup link. */
  readonly isSetUp: boolean;
  /** True on a service without sign-in, where every user of this machine is an owner. */
  readonly noLogin: boolean;
  /** Null when not signed in. */
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly hasSecondFactor: boolean;
    /** Whether the account has a password. Without one, it only uses single sign-on. */
    readonly hasPassword: boolean;
  } | null;
  readonly projects: readonly {
    readonly id: string;
    readonly name: string;
    readonly role: string;
    /**
     * Whether access is denied because the project requires two-factor authentication, and the account does not use it.
     */
    readonly lacksSecondFactor: boolean;
  }[];
  /** Time when the session expires if it is not used, as ISO 8601; null if it does not expire. */
  readonly endsAt: string | null;
  /** Single sign-on; null if it is not configured. */
  readonly sso: { readonly name: string } | null;
  readonly mayResetPassword: boolean;
}

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
      (await response.json()) as SessionAnswer; // response format of the service
    const found = signedIn
      ? await request({ projectId: null, operation: sessionProjects, variables: {}, signal })
      : { projects: [] };
    const projects = found.projects.map(({ role, ...project }) => ({ ...project, role: role ?? "owner" }));
    return { isSetUp: setUp, noLogin, account, projects, sso, mayResetPassword, endsAt };
  },
});
