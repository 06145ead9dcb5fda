// What a recorder costs at the least: one event is made into text, a hundred travel together, nothing is retried.
import OpenAI from "openai";

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const openai = new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch });
  let events = [];
  const underWay = new Set();
  const send = () => {
    const body = `[${events.join()}]`;
    events = [];
    const sent = fetch(ingestUrl, { method: "POST", body }).then(
      (answer) => answer.text(),
      () => {},
    );
    underWay.add(sent);
    sent.then(() => underWay.delete(sent));
  };
  const add = (event) => {
    events.push(JSON.stringify({ id: crypto.randomUUID(), ...event, end: Date.now() }));
    if (events.length === 100) send();
  };
  const completions = openai.chat.completions;
  const original = completions.create.bind(completions);
  completions.create = async (body, options) => {
    const startedAt = Date.now();
    const answer = await original(body, options);
    if (!body.stream) {
      add({ start: startedAt, input: body, output: answer });
      return answer;
    }
    return (async function* () {
      let text = "";
      for await (const chunk of answer) {
        text += chunk.choices[0]?.delta.content ?? "";
        yield chunk;
      }
      add({ start: startedAt, input: body, output: text });
    })();
  };
  const step = async (event, work) => {
    const startedAt = Date.now();
    const output = await work();
    add({ start: startedAt, ...event, output });
    return output;
  };
  return {
    openai,
    record: (mark) => add({ name: "event", input: { question: "?" }, output: { mark } }),
    trace: (run) => step({ name: "root" }, () => run((index, work) => step({ name: `step ${index}` }, work))),
    flush: async () => {
      if (events.length > 0) send();
      await Promise.all(underWay);
    },
  };
}
