import { createServer, type ServerOptions, type ThreadlineServer } from "threadline";
import { onTestFinished } from "vitest";
import { Threadline, type ThreadlineOptions } from "../src/index.ts";

export interface Service {
  client: Threadline;
  /** Creates a further client of the same service. */
  connect: (options?: ThreadlineOptions) => Threadline;
  /** Errors that were passed to `onError`. */
  errors: unknown[];
  fetch: ThreadlineServer["fetch"];
  ready: ThreadlineServer["ready"];
}

/**
 * Starts a service in this process and in memory, and creates a client. Both are closed after the test or, with `atEnd
 * = afterAll`, at the end of the file.
 */
export function startService(
  options: ThreadlineOptions = {},
  atEnd: (close: () => Promise<void>) => void = onTestFinished,
  settings: ServerOptions = {},
): Service {
  const apiKey = "tl_test_key";
  const server = createServer({ apiKey, ...settings });
  atEnd(() => server.close());
  const errors: unknown[] = [];
  const connect = (more: ThreadlineOptions = {}): Threadline =>
    new Threadline({
      apiKey,
      url: "http://threadline.test",
      fetch: server.fetch,
      onError: (error) => errors.push(error),
      ...more,
    });
  return { client: connect(options), connect, errors, fetch: server.fetch, ready: server.ready };
}
