import { observeOpenAI } from "@langfuse/openai";
import { LangfuseSpanProcessor } from "@langfuse/otel";
import { startActiveObservation, startObservation } from "@langfuse/tracing";
import { NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import OpenAI from "openai";

const step = (name, work) =>
  startActiveObservation(name, async (observation) => {
    const output = await work();
    observation.update({ output });
    return output;
  });

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const processor = new LangfuseSpanProcessor({ publicKey: "pk-bench", secretKey: "sk-bench", baseUrl: ingestUrl });
  const provider = new NodeTracerProvider({ spanProcessors: [processor] });
  provider.register();
  return {
    openai: observeOpenAI(new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch })),
    record: (mark) => startObservation("event", { input: { question: "?" }, output: { mark } }).end(),
    trace: (run) => step("root", () => run((index, work) => step(`step ${index}`, work))),
    flush: () => processor.forceFlush(),
  };
}
