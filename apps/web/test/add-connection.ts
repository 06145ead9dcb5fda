import type { Ui } from "./browser/open-ui.ts";

export async function addConnection(
  { page, url, projectId }: Ui,
  connection: {
    readonly kind?: string;
    readonly name: string;
    readonly baseUrl: string;
    readonly models?: readonly string[];
    readonly headers?: readonly { readonly name: string; readonly value: string }[];
  },
): Promise<void> {
  const answer = await page.evaluate(
    async ({ endpoint, project, variables }) => {
      const query =
        "mutation ($connection: ModelConnectionInput!) { createModelConnection(connection: $connection) { id } }";
      const response = await fetch(endpoint, {
        method: "POST",
        headers: { "content-type": "application/json", "x-threadline-project": project },
        body: JSON.stringify({ query, variables }),
      });
      return (await response.json()) as { readonly errors?: readonly { readonly message: string }[] };
    },
    {
      endpoint: `${url}/api/graphql`,
      project: projectId,
      variables: { connection: { kind: "openaiCompatible", ...connection } },
    },
  );
  if (answer.errors?.[0]) throw new Error(answer.errors[0].message);
}
