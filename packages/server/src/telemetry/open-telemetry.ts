import { AsyncLocalStorage } from "node:async_hooks";
import type { Context, Span } from "@opentelemetry/api";
import type { SpanExporter } from "@opentelemetry/sdk-trace";
import { ConfigError } from "../config/config-error.ts";
import { followBackgroundWork } from "../store/background-work.ts";
import type { OpenSpan, Telemetry } from "./telemetry.ts";

/** Tracing packages. Users who want traces install them. */
const packages = [
  "@opentelemetry/api",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
];

export interface TelemetryOptions {
  /** Base URL of an OTLP/HTTP receiver. Traces are sent to `v1/traces` below it. */
  readonly url: string;
  /** Called with the error when traces could not be sent and are lost. */
  readonly onError: (error: Error) => void;
}

/**
 * Opens tracing with the official packages. Does not change process globals, because an embedding application may have
 * its own tracer. Rejects with a `ConfigError` if the packages are not installed.
 */
export async function openTelemetry({ url, onError }: TelemetryOptions): Promise<Telemetry> {
  const [api, { OTLPTraceExporter }, resources, { BatchSpanProcessor, TracerProvider }] = await loadPackages();
  const exporter = new OTLPTraceExporter({ url: `${url.replace(/\/+$/, "")}/v1/traces` });
  const named = resources.resourceFromAttributes({ "service.name": "threadline" });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const provider = new TracerProvider({
    resource: resources.defaultResource().merge(named).merge(given),
    spanProcessors: [new BatchSpanProcessor({ exporter: reportingFailures(exporter, onError) })],
  });
  const tracer = provider.getTracer("threadline");
  const current = new AsyncLocalStorage<Context>();
  const kinds = { client: api.SpanKind.CLIENT, internal: api.SpanKind.INTERNAL, server: api.SpanKind.SERVER };

  function open(span: Span): OpenSpan {
    return {
      set: (name, value) => void span.setAttribute(name, typeof value === "object" ? [...value] : value),
      rename: (name) => void span.updateName(name),
      fail: (kind) => void span.setAttribute("error.type", kind).setStatus({ code: api.SpanStatusCode.ERROR }),
    };
  }

  const forget = followBackgroundWork(({ name, startedAt, endedAt, failure }) => {
    const span = tracer.startSpan(`background ${name}`, { startTime: startedAt }, api.ROOT_CONTEXT);
    if (failure) open(span).fail(failure.name);
    span.end(endedAt);
  });

  return {
    async span({ name, kind, traceparent }, job) {
      const remote = parseTraceparent(traceparent);
      const parent = remote
        ? api.trace.setSpanContext(api.ROOT_CONTEXT, remote)
        : (current.getStore() ?? api.ROOT_CONTEXT);
      const span = tracer.startSpan(name, { kind: kinds[kind] }, parent);
      const opened = open(span);
      try {
        return await current.run(api.trace.setSpan(parent, span), () => job(opened));
      } catch (error) {
        opened.fail(error instanceof Error ? error.name : "Error");
        throw error;
      } finally {
        span.end();
      }
    },
    async close() {
      forget();
      await provider.shutdown().catch(onError);
    },
  };
}

async function loadPackages() {
  try {
    return await Promise.all([
      import("@opentelemetry/api"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/resources"),
      import("@opentelemetry/sdk-trace"),
    ]);
  } catch (cause) {
    throw new ConfigError(
      `To send traces (OTEL_EXPORTER_OTLP_ENDPOINT), install the missing packages: npm install ${packages.join(" ")}`,
      { cause },
    );
  }
}

/** Wraps an exporter to report failures. The packages would only log them to a global logger. */
function reportingFailures(exporter: SpanExporter, onError: (error: Error) => void): SpanExporter {
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        if (result.error) onError(result.error);
        done(result);
      }),
    shutdown: (...given) => exporter.shutdown(...given),
    forceFlush: async (...given) => exporter.forceFlush?.(...given),
  };
}

/** Parses a W3C `traceparent` header of version 00; null for other text. */
function parseTraceparent(header: string | undefined) {
  const [, traceId, spanId, flags] = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(header ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
