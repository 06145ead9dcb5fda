import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** A span of OTLP/JSON, with attributes by name. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface WireSpan extends Omit<ReceivedSpan, "attributes"> {
  readonly attributes: readonly { readonly key: string; readonly value: unknown }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: WireSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

export interface TraceReceiver {
  readonly url: string;
  readonly bodies: readonly string[];
  /** Method, path and content type of the requests. */
  readonly paths: ReadonlySet<string>;
  resources(): Readonly<Record<string, unknown>>[];
  spans(): ReceivedSpan[];
}

/** Starts an OTLP/HTTP trace receiver on loopback. It stops with the test. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const bodies: string[] = [];
  const paths = new Set<string>();
  const server = createServer(async (request, response) => {
    paths.add(`${request.method} ${request.url} ${request.headers["content-type"]}`);
    bodies.push(await text(request));
    response.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const exports = (): Export[] => bodies.map((body) => JSON.parse(body) as Export);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    paths,
    resources: () =>
      exports().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => named(resource.attributes))),
    spans: () =>
      exports()
        .flatMap(({ resourceSpans }) => resourceSpans.flatMap(({ scopeSpans }) => scopeSpans))
        .flatMap(({ spans }) => spans)
        .map((span) => ({ ...span, attributes: named(span.attributes) })),
  };
}

function named(attributes: WireSpan["attributes"]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(Object(value) as object)[0]]));
}
