import { Threadline } from "@threadline/core";
import { createServer } from "threadline";

const apiKey = "tl_demo_0123456789abcdef";

/** Starts a service in memory for tests of the history. `problems` are the errors that the client reported. */
export function startHistoryService() {
  const server = createServer({ apiKey });
  const problems: unknown[] = [];
  const client = new Threadline({
    apiKey,
    url: "http://threadline.test",
    fetch: (input, init) => server.fetch(new Request(input, init)),
    onError: (error) => problems.push(error),
  });
  return { server, client, problems };
}
