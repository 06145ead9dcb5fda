import { queryOptions } from "@tanstack/react-query";
import { fetchService, unreachable } from "./fetch-service.ts";
import { postSession } from "./post-session.ts";
import { RequestError } from "./request-error.ts";

/** Configuration of email and single sign-on. A field is null if the feature is not configured. */
export interface ServiceState {
  readonly mail: { readonly host: string; readonly port: number; readonly from: string; readonly to: string } | null;
  readonly sso: {
    readonly name: string | null;
    readonly issuer: string;
    readonly clientId: string;
    readonly redirectUri: string;
  } | null;
}

export interface ProviderCheck {
  readonly part: "client" | "discovery" | "keys";
  readonly state: "failed" | "ok" | "unknown";
  readonly message: string;
}

export const serviceOptions = queryOptions({
  queryKey: ["service"],
  queryFn: async ({ signal }): Promise<ServiceState> => {
    const response = await fetchService("api/session/service", { signal });
    if (response.ok) return (await response.json()) as ServiceState; // response format of the service
    const answer = (await response.json().catch(() => ({}))) as { errors?: { message: string }[] };
    const message = answer.errors?.[0]?.message;
    if (message === undefined) throw unreachable(response.status);
    throw new RequestError(message, { code: "FORBIDDEN", status: response.status });
  },
});

export function sendTestMail(): Promise<{ readonly isSent: boolean; readonly message: string | null }> {
  return postSession("service/test-mail", {});
}

export function testSso(): Promise<{ readonly checks: readonly ProviderCheck[] }> {
  return postSession("service/test-sso", {});
}
