import { type Step, Threadline } from "@threadline/core";
import { createServer, listen } from "threadline";
import { onTestFinished } from "vitest";
import { inTreeOrder } from "../../../tooling/test-service.ts";

export interface Receiver {
  /** URL of the service, without a path. */
  readonly url: string;
  readonly apiKey: string;
  /** Reads a thread, with all records that an emitter has flushed. */
  readonly thread: (id: string) => Promise<ReceivedThread>;
}

export interface ReceivedThread {
  readonly name: string | undefined;
  readonly user: string | undefined;
  /** Steps of the thread. Parents come before children, and siblings are in order of their start. */
  readonly steps: readonly Step[];
}

/**
 * Starts the real service on loopback until the end of the test. Sets the environment variables that make OTLP
 * exporters send to this service.
 */
export async function startReceiver(): Promise<Receiver> {
  const apiKey = "tl_emitters";
  const server = createServer({ apiKey });
  await server.ready;
  const listener = await listen(server, { host: "127.0.0.1", port: 0 });
  const { url } = listener;
  const client = new Threadline({ apiKey, url });
  process.env["OTEL_EXPORTER_OTLP_ENDPOINT"] = url;
  process.env["OTEL_EXPORTER_OTLP_HEADERS"] = `x-api-key=${apiKey}`;
  // Timeout in milliseconds. It is long, because the machine may be busy.
  process.env["OTEL_EXPORTER_OTLP_TIMEOUT"] = "120000";
  onTestFinished(async () => {
    await client.shutdown();
    await listener.close();
    await server.close();
  });
  return {
    url,
    apiKey,
    thread: async (id) => {
      const { name, participant, steps } = (await client.api.getThread(id)) ?? {};
      return { name: name ?? undefined, user: participant?.identifier, steps: inTreeOrder(steps ?? []) };
    },
  };
}
