import type { Ui } from "./browser/open-ui.ts";
import { hostileLine, rowsOf, sendRows } from "./hostile-records.ts";

/** Number of accounts. Hashing passwords is slow, so accounts only have some of the payloads. */
const memberCount = 12;
const password = "correct horse battery";

/** Creates the owner and signs in. Creates projects and keys with each payload, and members with some of them. */
export async function storeSettings(ui: Ui): Promise<{
  readonly invitationPath: string;
  readonly shareToken: string;
  readonly asOwner: (query: string, variables?: object) => Promise<unknown>;
}> {
  const { url, projectId, context, server, graphql } = ui;
  const { setupPath } = await server.ready;
  const token = new URL(setupPath ?? "", url).searchParams.get("token");
  const headers = { origin: new URL(url).origin, "x-threadline-project": projectId };
  const post = async (path: string, data: object): Promise<unknown> => {
    const answer = await context.request.post(`${url}/api/${path}`, { headers, data });
    const { data: result, errors } = (await answer.json()) as { data?: unknown; errors?: { message: string }[] };
    if (errors?.[0]) throw new Error(errors[0].message);
    return result;
  };
  const name = (index: number): string => hostileLine("memberName", index * 7);
  await post("session/setup", { token, name: name(0), email: "ada@example.com", password });
  const asOwner = (query: string, variables: object = {}): Promise<unknown> => post("graphql", { query, variables });
  const names = (field: string) => rowsOf((index) => ({ name: hostileLine(field, index) }));
  await sendRows(asOwner, "createProject", { name: "String!" }, names("projectName"));
  const keys = names("keyName").map((row) => ({ ...row, scopes: ["read"] }));
  await sendRows(asOwner, "createApiKey", { name: "String!", scopes: "[ApiKeyScope!]!" }, keys, "secret");

  const invite = async (email: string): Promise<URL> => {
    const { inviteMember } = (await asOwner(
      "mutation ($email: String!) { inviteMember(email: $email, role: viewer) { url } }",
      { email },
    )) as { inviteMember: { url: string } };
    return new URL(inviteMember.url);
  };
  for (let index = 1; index < memberCount; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- hashing takes a whole processor
    const link = await invite(`member${index}@example.com`);
    // oxlint-disable-next-line no-await-in-loop -- as above
    const answer = await fetch(`${url}/api/session/accept-invitation`, {
      method: "POST",
      headers: { origin: headers.origin, "content-type": "application/json" },
      body: JSON.stringify({ token: link.searchParams.get("token"), name: name(index), password }),
    });
    if (!answer.ok) throw new Error(`The invitation was answered with ${answer.status}`);
  }
  const { pathname, search } = await invite("invited@example.com");
  const { shareThread } = (await graphql('mutation { shareThread(threadId: "packed") { token } }')) as {
    shareThread: { token: string };
  };
  return { invitationPath: `${pathname}${search}`, shareToken: shareThread.token, asOwner };
}
