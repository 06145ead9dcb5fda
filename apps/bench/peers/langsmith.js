import { Client } from "langsmith";
import { RunTree } from "langsmith/run_trees";
import { traceable } from "langsmith/traceable";
import { wrapOpenAI } from "langsmith/wrappers";
import OpenAI from "openai";

process.env.LANGSMITH_TRACING = "true";

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const client = new Client({ apiKey: "bench", apiUrl: ingestUrl });
  const step = (name, work) => traceable(work, { name, client, tracingEnabled: true })();
  return {
    openai: wrapOpenAI(new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch }), {
      client,
      tracingEnabled: true,
    }),
    record: (mark) => {
      const run = new RunTree({ name: "event", client, inputs: { question: "?" }, tracingEnabled: true });
      const settled = run.postRun().catch(() => {});
      void run.end({ mark });
      void settled.then(() => run.patchRun()).catch(() => {});
    },
    trace: (run) => step("root", () => run((index, work) => step(`step ${index}`, work))),
    flush: () => client.awaitPendingTraceBatches(),
  };
}
