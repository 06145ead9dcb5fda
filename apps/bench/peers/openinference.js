import { OpenAIInstrumentation } from "@arizeai/openinference-instrumentation-openai";
import { trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import OpenAI from "openai";

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const exporter = new OTLPTraceExporter({ url: `${ingestUrl}/v1/traces` });
  const provider = new NodeTracerProvider({ spanProcessors: [new BatchSpanProcessor(exporter)] });
  provider.register();
  const instrumentation = new OpenAIInstrumentation({ tracerProvider: provider });
  instrumentation.manuallyInstrument(OpenAI);
  const tracer = trace.getTracer("bench");
  const step = (name, work) =>
    tracer.startActiveSpan(name, async (span) => {
      const output = await work();
      span.setAttribute("output.value", JSON.stringify(output));
      span.end();
      return output;
    });
  return {
    openai: new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch }),
    record: (mark) => tracer.startSpan("event", { attributes: { "input.value": "?", "output.value": mark } }).end(),
    trace: (run) => step("root", () => run((index, work) => step(`step ${index}`, work))),
    flush: () => provider.forceFlush(),
  };
}
