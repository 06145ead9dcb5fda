import { LiteralClient } from "@literalai/client";
import OpenAI from "openai";

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const client = new LiteralClient({ apiKey: "bench", apiUrl: ingestUrl });
  client.instrumentation.openai();
  const underWay = new Set();
  const send = (step) => {
    const sent = step.send().catch(() => {});
    underWay.add(sent);
    void sent.then(() => underWay.delete(sent));
  };
  return {
    openai: new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch }),
    record: (mark) => send(client.step({ name: "event", type: "tool", input: { question: "?" }, output: { mark } })),
    trace: (run) =>
      client
        .run({ name: "root" })
        .wrap(() => run((index, work) => client.step({ name: `step ${index}`, type: "tool" }).wrap(work))),
    flush: () => Promise.all(underWay),
  };
}
