/** Requests of a project that is used normally: lists of threads, the page of a thread, and batches of ten steps. */
export function ordinaryRequests(url: string, key: string): Record<string, () => Promise<unknown>> {
  let written = 0;
  return {
    list: () => post(url, key, "{ threads(first: 20) { edges { node { id name } } } }"),
    page: () => post(url, key, '{ threadDetail(id: "t") { id steps { id name input output } } }'),
    ingest: () => {
      const steps = Array.from({ length: 10 }, () => ({
        id: `w${(written += 1)}`,
        threadId: `w${written % 50}`,
        type: "run",
        name: "written",
        input: { content: "x".repeat(500) },
      }));
      return post(url, key, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
    },
  };
}

/** Creates a project. Resolves to its API key. The service must run with `--no-login`. */
export async function createProject(url: string): Promise<string> {
  const headers = { "sec-fetch-site": "same-origin" };
  const name = `other ${Date.now()}`; // a kept log has the projects of earlier runs
  const created = await post(
    url,
    null,
    "mutation ($name: String!) { createProject(name: $name) { id } }",
    { name },
    headers,
  );
  const { id } = (created as { createProject: { id: string } }).createProject;
  const made = await post(
    url,
    null,
    'mutation { createApiKey(name: "other", scopes: [ingest, read]) { secret } }',
    {},
    { ...headers, "x-threadline-project": id },
  );
  return (made as { createApiKey: { secret: string } }).createApiKey.secret;
}

/** Writes the thread `t`: 100 steps whose inputs and outputs have `length` characters. */
export async function seedThread(url: string, key: string, length: number): Promise<void> {
  const content = "x".repeat(length);
  const steps = Array.from({ length: 100 }, (_, index) => ({
    id: `s${index}`,
    threadId: "t",
    type: "run",
    name: `step ${index}`,
    input: { content },
    output: { content },
  }));
  await post(url, key, "mutation ($steps: [StepInput!]!) { ingestSteps(steps: $steps) { ok } }", { steps });
}

async function post(
  url: string,
  key: string | null,
  query: string,
  variables: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(key === null ? {} : { "x-api-key": key }), ...headers },
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as { data?: unknown; errors?: unknown };
  if (errors !== undefined) throw new Error(JSON.stringify(errors).slice(0, 500));
  return data;
}
