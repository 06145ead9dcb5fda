import type { Identity, IdentifyPerson } from "../http/authenticate.ts";
import { RecordError } from "../records/errors.ts";
import type { AccountRecord, MembershipRecord } from "../store/accounts.ts";
import type { ProjectRecord } from "../store/projects.ts";
import type { Store } from "../store/store.ts";
import { actorOfRole, projectHeader } from "../access/actor.ts";
import type { Accounts } from "./create-accounts.ts";
import { requireLoopback } from "../access/loopback.ts";
import { requireSameOrigin } from "./same-origin.ts";

/** Project of requests that name none. It contains no records. */
const noProject: ProjectRecord = { id: "", name: "", createdAt: 0 };

/**
 * Identifies the caller of a request without a key: the signed-in account or, on a service without login, any caller.
 */
export function identifyPerson(options: {
  readonly store: Store;
  readonly accounts: Accounts;
  readonly noLogin: boolean;
}): IdentifyPerson {
  const { store, accounts, noLogin } = options;

  async function identify(account: AccountRecord | null, named: string | undefined): Promise<Identity> {
    const memberships = account ? await store.accounts.memberships(account.id) : await ownEverything(store);
    const found = choose(memberships, named);
    const actor = actorOfRole(account, found?.role ?? null, found?.lacksSecondFactor);
    return { actor, project: found?.project ?? noProject };
  }

  return async (context) => {
    const request = context.req.raw;
    const named = context.req.header(projectHeader);
    if (noLogin) {
      requireLoopback(request, context.env?.address);
      requireSameOrigin(request, accounts.originOf(request));
      return identify(null, named);
    }
    const session = await accounts.find(request);
    if (!session) return null;
    requireSameOrigin(request, accounts.originOf(request));
    return identify(session.account, named);
  };
}

async function ownEverything(store: Store): Promise<MembershipRecord[]> {
  return (await store.projects.list()).map((project) => ({ project, role: "owner", lacksSecondFactor: false }));
}

/**
 * Selects the project named in the request, or the only one of the account. Projects of which the account is not a
 * member are treated as unknown.
 */
function choose(memberships: readonly MembershipRecord[], named: string | undefined): MembershipRecord | undefined {
  if (named === undefined) return memberships.length === 1 ? memberships[0] : undefined;
  const found =
    memberships.find(({ project }) => project.id === named) ??
    memberships.find(({ project }) => project.name === named);
  if (found) return found;
  const message = `${projectHeader}: project "${named.slice(0, 255)}" not found`;
  throw new RecordError("NOT_FOUND", message, { field: projectHeader });
}
