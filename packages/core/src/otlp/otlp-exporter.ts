import { isHeaderValue } from "../configuration.ts";
import type { Exporter } from "../delivery/exporter.ts";
import { ConfigError, type HttpError, NetworkError, ResponseError } from "../errors.ts";
import { createDeadline } from "../transport/deadline.ts";
import { createExchange } from "../transport/exchange.ts";
import { toHttpError } from "../transport/response.ts";
import { spanRequest } from "./span-request.ts";
import { type SentStep, spanOfStep } from "./step-span.ts";

/** Options of {@link otlpExporter}: the receiver of the spans, the request headers and the service name. */
export interface OtlpExporterOptions {
  /** URL of the receiver, such as `http://127.0.0.1:6006`; spans are sent to `/v1/traces` below it. */
  url: string;
  /** Headers of each request, such as `authorization`. Default: none. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** The resource attribute `service.name`. Default: `OTEL_SERVICE_NAME`, then `threadline`. */
  serviceName?: string | undefined;
}

const NAME = "OTLP export";
const MAX_RESPONSE_BYTES = 1024 * 1024;
/**
 * Maximum number of threads for which the exporter remembers the user. The exporter adds the user to the spans of the
 * thread's steps.
 */
const MAX_PARTICIPANTS = 10_000;

interface SentThread {
  readonly id: string;
  readonly participantId?: string | null;
}

/**
 * Returns an exporter that sends every ended step as a span to another OpenTelemetry receiver. It uses OTLP over HTTP
 * and the GenAI semantic conventions. The exporter has its own queue with the limits of `delivery`, so a slow receiver
 * does not delay the records for the service. `flush()` waits for both queues.
 *
 * @throws {ConfigError} for an invalid URL or header.
 *
 * @example
 * ```ts
 * import { Threadline } from "@threadline/core";
 * import { otlpExporter } from "@threadline/core/otlp";
 *
 * const client = new Threadline({ exporter: otlpExporter({ url: "http://127.0.0.1:4318" }) });
 * ```
 */
export function otlpExporter({ url, headers = {}, serviceName }: OtlpExporterOptions): Exporter {
  const endpoint = tracesUrl(url);
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderValue(value)) throw new ConfigError(`headers.${name} has characters that are not allowed in a header`);
  }
  const variables = typeof process === "undefined" ? {} : (process.env ?? {});
  const service = serviceName || variables["OTEL_SERVICE_NAME"] || "threadline";
  const participants = new Map<string, string>();

  return {
    async post(body, { timeoutMs, signal, fetch, onError }) {
      const { steps, threads } = readBatch(body);
      for (const { id, participantId } of threads) {
        if (!participantId) continue;
        if (participants.size >= MAX_PARTICIPANTS) participants.clear();
        participants.set(id, participantId);
      }
      const stored = { ok: true };
      const answer = { data: { ingestThreads: threads.map(() => stored), ingestSteps: steps.map(() => stored) } };
      if (steps.length === 0) return answer;
      const deadline = createDeadline({ what: `${NAME} to ${endpoint}`, timeoutMs, signal });
      try {
        for (const environment of new Set(steps.map((step) => step["environment"]))) {
          const group = steps.filter((step) => step["environment"] === environment);
          const spans = group.map((step) => spanOfStep(step, participants.get(String(step["threadId"]))));
          const init = {
            method: "POST",
            headers: { ...headers, "content-type": "application/x-protobuf" },
            body: spanRequest(spans, [
              ["service.name", service],
              ...(typeof environment === "string" ? [["deployment.environment.name", environment] as const] : []),
            ]),
          };
          // oxlint-disable-next-line no-await-in-loop -- a batch has one environment, rarely two
          const response = await createExchange(fetch)(endpoint, init, {
            name: NAME,
            deadline,
            maxBytes: MAX_RESPONSE_BYTES,
          });
          if (!response.ok) {
            throw toFailure(toHttpError(NAME, endpoint, { ...response, text: readStatus(response.text) }));
          }
          const refusal = readRefusal(response.text);
          if (refusal) onError(new ResponseError(`${NAME}: ${endpoint} rejected spans: ${refusal}`));
        }
        return answer;
      } finally {
        deadline.clear();
      }
    },
  };
}

function tracesUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError("url of otlpExporter must be an http or https URL, such as http://127.0.0.1:4318");
  }
  const { origin, pathname, search } = new URL(text);
  const path = pathname.replace(/\/+$/, "").replace(/\/v1\/traces$/, "");
  return `${origin}${path}/v1/traces${search}`;
}

function readBatch(body: Uint8Array<ArrayBuffer>): { steps: readonly SentStep[]; threads: readonly SentThread[] } {
  const { variables } = JSON.parse(new TextDecoder().decode(body)) as {
    variables: { threads?: readonly SentThread[]; steps: readonly SentStep[] };
  };
  return { threads: [], ...variables };
}

/**
 * Converts an error of the receiver. If the receiver rejects the key, the message says to check the headers. The result
 * is then not an `HttpError`: for an `HttpError`, the client would report that `THREADLINE_API_KEY` must be checked.
 */
function toFailure(error: HttpError): Error {
  const isKey = error.status === 401 || error.status === 403;
  return isKey
    ? new NetworkError(`${error.message}. Check the credentials in the headers of otlpExporter`, { cause: error })
    : error;
}

/** Returns the message of a `google.rpc.Status` in protobuf. Returns any other text unchanged. */
function readStatus(text: string): string {
  const start = text.charCodeAt(0) === 0x08 ? 2 : 0;
  if (text.charCodeAt(start) !== 0x12) return text;
  return text
    .slice(start + 2)
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .trim();
}

/** Returns the error text of an OTLP partial success, in protobuf or JSON; an empty text for a full success. */
function readRefusal(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .replace(/^\s*\{("partialSuccess":\{\})?\}/, "")
    .trim();
}
