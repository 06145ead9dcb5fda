import { hashKey, MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isUnreachable, RequestError } from "./request-error.ts";
import { projectHeaderName } from "./request.ts";
import { emitServiceEvent } from "./service-events.ts";
import { sessionOptions } from "./session.ts";

const sessionHash = hashKey(sessionOptions.queryKey);

/**
 * Creates the cache of the service's responses. A page requests a response again if the cached one is older than
 * `staleTime`.
 */
export function createQueryClient(): QueryClient {
  const reloadSession = (): void => void client.invalidateQueries(sessionOptions);
  const client = new QueryClient({
    queryCache: new QueryCache({
      // An error that shows that the session has changed reloads the session. If the session request itself failed, it
      // is not sent a second time.
      onError: (error, { queryHash }) => isNews(error) && queryHash !== sessionHash && reloadSession(),
    }),
    mutationCache: new MutationCache({
      onSuccess: () => emitServiceEvent("confirmed"),
      onError: (error) => {
        if (isNews(error)) reloadSession();
        if (isUnreachable(error)) emitServiceEvent("unconfirmed");
      },
    }),
    defaultOptions: {
      // Requests are also sent without a network, because the service may run on this machine.
      mutations: { networkMode: "always" },
      queries: {
        networkMode: "always",
        staleTime: 5_000,
        retry: (count, error) => isUnreachable(error) && count < 3,
      },
    },
  });
  return client;
}

function isNews(error: Error): boolean {
  if (!(error instanceof RequestError)) return false;
  return error.isSignedOut || error.reason === "SECOND_FACTOR_REQUIRED" || isProjectGone(error);
}

/** Whether the project of the page was not found. It was deleted, or the account is no longer a member. */
function isProjectGone({ code, field }: RequestError): boolean {
  return code === "NOT_FOUND" && field === projectHeaderName;
}
