import { Threadline } from "@threadline/core";
import { createServer } from "threadline";

const apiKey = "tl_demo_0123456789abcdef";

interface MemoryService {
  readonly server: ReturnType<typeof createServer>;
  readonly client: Threadline;
  readonly problems: readonly unknown[];
}

/** Starts an in-memory service. The caller closes it. */
export function startMemoryService(): MemoryService {
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
