import { isJsonObject } from "../../records/json-values.ts";
import type { JsonValue } from "../../json/json-value.ts";
import type { Scope } from "../../store/permissions.ts";
import { CommandError } from "../command-error.ts";

const scopes = ["ingest", "read", "write"] as const satisfies readonly Scope[];

/** Throws a {@link CommandError} unless the key of the target has the scopes that an import needs. */
export async function requireScopes({ url, apiKey }: { readonly url: string; readonly apiKey: string }): Promise<void> {
  const response = await fetch(new URL("api/graphql", url.endsWith("/") ? url : `${url}/`), {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": apiKey },
    body: JSON.stringify({ query: "{ viewer { permissions } }" }),
  });
  const { data } = (await response.json()) as { readonly data?: JsonValue };
  const viewer = isJsonObject(data) ? data["viewer"] : null;
  const granted = isJsonObject(viewer) ? viewer["permissions"] : null;
  const missing = scopes.filter((scope) => !Array.isArray(granted) || !granted.includes(scope));
  if (missing.length === 0) return;
  throw new CommandError(
    `The key in THREADLINE_API_KEY lacks ${missing.length === 1 ? "the scope" : "the scopes"} ${missing.join(" and ")}. An import needs ingest, read and write: \`threadline key create --name import\`.`,
  );
}
