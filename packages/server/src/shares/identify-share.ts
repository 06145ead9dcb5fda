import { actorOfShare } from "../access/actor.ts";
import type { IdentifyPerson } from "../http/authenticate.ts";
import { RecordError } from "../records/errors.ts";
import type { Store } from "../store/store.ts";
import { shareHeader } from "./share-tokens.ts";
import type { ShareTokens } from "./share-tokens.ts";

/**
 * Identifies the caller of a request with a share link. The caller only gets the access of the link, even if signed in.
 */
export function identifyShare(options: {
  readonly store: Store;
  readonly tokens: ShareTokens;
  readonly identifyPerson: IdentifyPerson;
}): IdentifyPerson {
  const { store, tokens, identifyPerson } = options;
  return async (context) => {
    const token = context.req.header(shareHeader);
    if (token === undefined) return identifyPerson(context);
    const found = await tokens.find(token);
    const project = found && (await store.projects.find(found.projectId));
    if (!project)
      throw new RecordError("UNAUTHENTICATED", "The link is not valid, was revoked or has expired; ask for a new one");
    return { actor: actorOfShare(found.share), project };
  };
}
