import { type Step, Threadline } from "@threadline/core";
import { createServer, listen } from "threadline";
import { onTestFinished } from "vitest";

/** Starts a service on loopback, and creates a client. Both run until the end of the test. */
export async function startService(): Promise<{
  client: Threadline;
  url: string;
  apiKey: string;
  errors: unknown[];
  steps: () => Promise<Step[]>;
}> {
  const apiKey = "tl_test_key";
  const server = createServer({ apiKey });
  const listener = await listen(server, { port: 0 });
  const errors: unknown[] = [];
  const { url } = listener;
  const client = new Threadline({ apiKey, url, onError: (error) => errors.push(error) });
  onTestFinished(async () => {
    await client.shutdown();
    await listener.close();
    await server.close();
  });
  const steps = async (): Promise<Step[]> => {
    await client.flush();
    const { data } = await client.api.getSteps({ first: 100 });
    return data;
  };
  return { client, url, apiKey, errors, steps };
}
