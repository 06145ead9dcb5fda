/**
 * Application process of `response-chains.test.ts`. Each message of the test makes it create a response with the given
 * id, or send its records.
 */
import { observe } from "@threadline/openai";
import { Threadline } from "@threadline/core";
import OpenAI from "openai";

export type Task = { flush: true } | { id: string; previous: string | undefined; stream: boolean };

const errors: string[] = [];
const client = new Threadline({ onError: (error) => errors.push(String(error)) });
let nextId = "";

const openai = observe(new OpenAI({ apiKey: "key", baseURL: "http://provider.test/v1", fetch: answer }), { client });

async function answer(_url: unknown, init?: RequestInit): Promise<Response> {
  const { stream, previous_response_id: previous } = JSON.parse(String(init?.body)) as Record<string, unknown>;
  const response = { id: nextId, object: "response", previous_response_id: previous ?? null, output: [] };
  if (stream !== true) return Response.json(response);
  const events = ["response.created", "response.completed"].map((type) => JSON.stringify({ type, response }));
  const text = events.map((event) => `data: ${event}\n\n`).join("");
  return new Response(text, { headers: { "content-type": "text/event-stream" } });
}

process.on("message", (task: Task) => {
  void run(task).then(() => process.send?.({ errors }));
});

async function run(task: Task): Promise<void> {
  if ("flush" in task) {
    await client.flush();
    return;
  }
  nextId = task.id;
  const input = `To ${task.previous ?? "nothing"}`;
  const body = { model: "gpt-5-mini", input, previous_response_id: task.previous ?? null };
  if (!task.stream) await openai.responses.create(body);
  else for await (const _event of await openai.responses.create({ ...body, stream: true }));
}
