// The minimum cost of recording calls. Sends the same fields of a call as Threadline, in the same format and in batches
// of a hundred steps, but without retries, limits or compression.
import OpenAI from "openai";

const query =
  "mutation floor($threads: [ThreadInput!]!, $steps: [StepInput!]!) " +
  "{ ingestThreads(threads: $threads) { ok message } ingestSteps(steps: $steps) { ok message } }";

const now = () => new Date().toISOString();

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const openai = new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch });
  const provider = new URL(providerUrl).hostname;
  const headers = { "content-type": "application/json", "x-api-key": "bench" };
  let threads = [];
  let steps = [];
  const underWay = new Set();
  const send = () => {
    const body = `{"query":"${query}","variables":{"threads":[${threads.join()}],"steps":[${steps.join()}]}}`;
    threads = [];
    steps = [];
    const sent = fetch(`${ingestUrl}/api/graphql`, { method: "POST", headers, body }).then(
      (answer) => answer.text(),
      () => {},
    );
    underWay.add(sent);
    sent.then(() => underWay.delete(sent));
  };
  const add = (step) => {
    steps.push(JSON.stringify({ id: crypto.randomUUID(), ...step, endTime: now() }));
    if (steps.length === 100) send();
  };
  const addCall = ({ messages, ...settings }, answer, startTime, startedAt) => {
    const { id, model, choices, usage } = answer;
    const duration = (performance.now() - startedAt) / 1_000;
    const threadId = crypto.randomUUID();
    threads.push(JSON.stringify({ id: threadId, defaultName: messages.at(-1).content.slice(0, 80) }));
    add({
      threadId,
      type: "llm",
      name: settings.model,
      startTime,
      generation: {
        type: "CHAT",
        provider,
        model,
        settings,
        metadata: { responseId: id, finishReason: choices[0].finish_reason },
        tokenCount: usage?.total_tokens,
        inputTokenCount: usage?.prompt_tokens,
        outputTokenCount: usage?.completion_tokens,
        tokenThroughputInSeconds: usage && usage.completion_tokens / duration,
        duration,
        messages,
        messageCompletion: choices[0].message,
      },
    });
  };
  const completions = openai.chat.completions;
  const original = completions.create.bind(completions);
  completions.create = async (body, options) => {
    const startTime = now();
    const startedAt = performance.now();
    const answer = await original(body, options);
    if (!body.stream) {
      addCall(body, answer, startTime, startedAt);
      return answer;
    }
    return (async function* () {
      let last;
      let text = "";
      for await (const chunk of answer) {
        last = chunk;
        text += chunk.choices[0]?.delta.content ?? "";
        yield chunk;
      }
      const message = { role: "assistant", content: text };
      addCall(body, { ...last, choices: [{ ...last.choices[0], message }] }, startTime, startedAt);
    })();
  };
  const step = async (fields, work) => {
    const startTime = now();
    const output = await work();
    add({ ...fields, startTime, output });
    return output;
  };
  return {
    openai,
    record: (mark) =>
      add({ name: "event", type: "tool", startTime: now(), input: { question: "?" }, output: { mark } }),
    trace: (run) =>
      step({ name: "root", type: "run" }, () =>
        run((index, work) => step({ name: `step ${index}`, type: "tool" }, work)),
      ),
    flush: async () => {
      if (steps.length > 0) send();
      await Promise.all(underWay);
    },
  };
}
