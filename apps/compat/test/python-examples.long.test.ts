import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { needs } from "../../../packages/server/test/requirements.ts";
import { snippetsOf } from "../../web/src/pages/logs/first-record/snippets.ts";
import { logResources } from "../../web/src/pages/logs/log-resource.ts";
import { pythonSnippet } from "../../web/src/pages/prompts/code-snippets.ts";
import { preparePython, runPython } from "./python-client.ts";
import { startService } from "./service.ts";

const version = "0.1.300";
const obstacle = await preparePython([version]);

describe("the Python examples in the UI", needs("the Python client", obstacle === null), () => {
  let service: Awaited<ReturnType<typeof startService>>;
  beforeEach(async () => {
    service = await startService();
  });
  afterEach(() => service.close());

  async function graphql(query: string): Promise<unknown> {
    const headers = { "content-type": "application/json", "x-api-key": service.apiKey };
    const response = await fetch(`${service.url}/api/graphql`, {
      method: "POST",
      headers,
      body: JSON.stringify({ query }),
    });
    return ((await response.json()) as { data: unknown }).data;
  }

  test.each(logResources)("the example on the empty list of %s records what the list shows", async (resource) => {
    const code = snippetsOf(resource, { url: service.url, apiKey: null }).find(({ name }) => name === "python")?.code;
    await runPython(version, ["-c", code ?? ""], service);
    const list = resource === "runs" ? 'steps(filters: [{ field: "type", operator: eq, value: "run" }])' : resource;
    expect(await graphql(`{ list: ${list} { totalCount } }`)).not.toEqual({ list: { totalCount: 0 } });
  });

  test("the example that contains a key records a thread", async () => {
    const { url, apiKey } = service;
    const code = snippetsOf("threads", { url, apiKey }).find(({ name }) => name === "python")?.code ?? "";
    expect(code).toContain(apiKey);
    await runPython(version, ["-c", code], { ...service, apiKey: "" });
    expect(await graphql("{ threads { totalCount } }")).toEqual({ threads: { totalCount: 1 } });
  });

  test("the example for a prompt renders it", async () => {
    const name = 'a "greeting"';
    await graphql(`mutation { createPromptLineage(name: ${JSON.stringify(name)}) { id } }`);
    const { promptLineage } = (await graphql(`{ promptLineage(name: ${JSON.stringify(name)}) { id } }`)) as {
      promptLineage: { id: string };
    };
    await graphql(`mutation { createPromptVersion(
      lineageId: "${promptLineage.id}", templateMessages: [{ role: "user", content: "Hello {{name}}" }]
    ) { id } }`);
    const code = pythonSnippet({ url: service.url, name, version: 0, values: new Map([["name", "…"]]) });
    expect(await runPython(version, ["-c", `${code}\nprint(messages)`], service)).toContain("Hello …");
  });
});
