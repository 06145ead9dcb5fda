import { QueryClient } from "@tanstack/react-query";
import { RequestError } from "./request-error.ts";

/** Answers are kept for the session; what changes on the service arrives as live updates or by a new look at the page. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        retry: (count, error) => error instanceof RequestError && error.code === "UNREACHABLE" && count < 3,
      },
    },
  });
}
