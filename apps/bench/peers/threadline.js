import { RecordingClient } from "@threadline/core/recording";
import { observe } from "@threadline/openai";
import OpenAI from "openai";

export async function start({ providerUrl, ingestUrl, providerFetch, spool: folder }) {
  const spool = folder && (await import("@threadline/core/spool")).folderSpool(folder);
  const client = new RecordingClient({ apiKey: "bench", url: ingestUrl, spool, onError: () => {} });
  const openai = observe(new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch }), { client });
  return {
    openai,
    record: (mark) =>
      void client.step({ name: "event", type: "tool", input: { question: "?" }, output: { mark } }).send(),
    trace: (run) =>
      client
        .run({ name: "root" })
        .wrap(() => run((index, work) => client.step({ name: `step ${index}`, type: "tool" }).wrap(work))),
    flush: () => client.flush({ timeoutMs: 60_000 }),
    pending: () => client.stats().pending,
    failedRequests: () => client.stats().failedRequests,
    dropped: () => client.stats().dropped,
  };
}
