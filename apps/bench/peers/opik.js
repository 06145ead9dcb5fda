import OpenAI from "openai";
import { Opik } from "opik";
import { trackOpenAI } from "opik-openai";

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const client = new Opik({ apiUrl: ingestUrl, projectName: "bench", apiKey: "bench", workspaceName: "bench" });
  return {
    openai: trackOpenAI(new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch }), { client }),
    record: (mark) => {
      const trace = client.trace({ name: "event", input: { question: "?" }, output: { mark } });
      trace.end();
    },
    trace: async (run) => {
      const trace = client.trace({ name: "root" });
      const output = await run(async (index, work) => {
        const span = trace.span({ name: `step ${index}`, type: "tool" });
        const result = await work();
        span.update({ output: result });
        span.end();
        return result;
      });
      trace.update({ output });
      trace.end();
    },
    flush: () => client.flush(),
  };
}
