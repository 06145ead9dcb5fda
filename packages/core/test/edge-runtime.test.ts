import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";
import { startService } from "./start-service.ts";

let bundle = "";

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [new URL("../src/index.ts", import.meta.url).pathname],
    bundle: true,
    format: "iife",
    globalName: "threadline",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["edge-light", "worker", "browser"],
    // Prompts load this optional package only to create a LangChain template.
    external: ["@langchain/core", "node:*"],
    write: false,
  });
  bundle = outputFiles[0]!.text;
});

/** Runs code in a runtime without `process`, `require`, `AsyncLocalStorage` and `node:` modules. */
function runAtTheEdge(code: string, context: Record<string, unknown> = {}): Promise<unknown> {
  const vm = new EdgeVM();
  Object.assign(vm.context, context);
  return vm.evaluate<Promise<unknown>>(`${bundle};(async () => { const { Threadline } = threadline; ${code} })()`);
}

test("the package loads without process and node: modules", async () => {
  const kinds = await runAtTheEdge(
    `return [typeof process, typeof require, typeof AsyncLocalStorage, typeof Threadline].join()`,
  );
  expect(kinds).toBe("undefined,undefined,undefined,function");
});

test("operations, wrap and explicit parents work in an edge runtime with a custom fetch", async () => {
  const { client, fetch } = startService();
  // The service expects the request classes of this realm, so requests of the edge realm are converted.
  const serviceFetch = (url: string, { method, headers, body }: { method: string; headers: Headers; body: string }) =>
    fetch(url, { method, headers: Object.fromEntries(headers), body });
  const outcome = await runAtTheEdge(
    `const errors = [];
     const client = new Threadline({
       apiKey: "tl_test_key",
       url: "http://threadline.test",
       fetch: async (url, init) => {
         const answer = await serviceFetch(String(url), init);
         return new Response(await answer.text(), { status: answer.status, headers: Object.fromEntries(answer.headers) });
       },
       onError: (error) => errors.push(String(error)),
     });
     const user = await client.api.createUser("ada", { plan: "free" });
     const thread = client.thread({ id: "edge", participantId: user.id });
     const result = await thread.wrap((thread) =>
       thread.run({ id: "run", name: "run" }).wrap(async (run) => {
         await run.step({ id: "tool", name: "tool", type: "tool" }).wrap(() => ({ done: true }));
         return "answer";
       }),
     );
     const isOutside = client._currentThread() === null;
     await client.flush();
     return JSON.stringify({ result, isOutside, errors });`,
    { serviceFetch },
  );
  expect(JSON.parse(String(outcome))).toStrictEqual({ result: "answer", isOutside: true, errors: [] });
  const thread = await client.api.getThread("edge");
  expect(thread?.participant).toMatchObject({ identifier: "ada" });
  expect(thread?.steps?.find(({ id }) => id === "tool")).toMatchObject({ parentId: "run", rootRunId: "run" });
});

test("in an edge runtime, a path is rejected with advice, and content is uploaded", async () => {
  const outcome = await runAtTheEdge(
    `const uploads = [];
     const client = new Threadline({
       apiKey: "tl_test_key",
       url: "http://threadline.test",
       fetch: async (url, init) => {
         if (String(url).endsWith("/api/upload/file")) {
           return new Response(JSON.stringify({ put: { url: "/to", uploadType: "raw", fields: { key: "k" } } }));
         }
         uploads.push(await new Response(init.body).text());
         return new Response("");
       },
     });
     const refusal = await client.api.uploadFile({ path: "/etc/hosts" }).catch(({ name, message }) => name + ": " + message);
     const { objectKey } = await client.api.uploadFile({ content: "hello" });
     return JSON.stringify({ refusal, objectKey, uploads });`,
  );
  expect(JSON.parse(String(outcome))).toStrictEqual({
    refusal: "ConfigError: path cannot be read, because this runtime has no file system; pass content instead",
    objectKey: "k",
    uploads: ["hello"],
  });
});
