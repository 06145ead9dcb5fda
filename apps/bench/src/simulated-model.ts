import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Starts a simulated model in a separate process. Calls of the model `even` take `answerMs`. */
export async function startModel(answerMs: number): Promise<{ readonly baseUrl: string; stop(): void }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "model-server-process.ts"), String(answerMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [baseUrl = ""] = await new Promise<string[]>((resolve) =>
    createInterface({ input: child.stdout }).once("line", (line) => resolve([line])),
  );
  return { baseUrl, stop: () => void child.kill() };
}

/** Connects a service without sign-in to a simulated model, and returns the id of the connection. */
export async function connectModel(
  url: string,
  { baseUrl, concurrency }: { readonly baseUrl: string; readonly concurrency: number },
): Promise<string> {
  const response = await fetch(`${url}/api/graphql`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-threadline-project": "default", origin: url },
    body: JSON.stringify({
      query: "mutation ($c: ModelConnectionInput!) { createModelConnection(connection: $c) { id } }",
      variables: { c: { name: "local", kind: "openaiCompatible", baseUrl, maxConcurrentCalls: concurrency } },
    }),
  });
  const { data } = (await response.json()) as { data: { createModelConnection: { id: string } } };
  return data.createModelConnection.id;
}
