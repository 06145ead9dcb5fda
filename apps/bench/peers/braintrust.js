import { initLogger, traced, wrapOpenAI } from "braintrust";
import OpenAI from "openai";

const step = (name, work) =>
  traced(
    async (span) => {
      const output = await work();
      span.log({ output });
      return output;
    },
    { name },
  );

export function start({ providerUrl, ingestUrl, providerFetch }) {
  const logger = initLogger({ projectName: "bench", apiKey: "bench", appUrl: ingestUrl, asyncFlush: true });
  return {
    openai: wrapOpenAI(new OpenAI({ apiKey: "none", baseURL: providerUrl, fetch: providerFetch })),
    record: (mark) => {
      const span = logger.startSpan({ name: "event" });
      span.log({ input: { question: "?" }, output: { mark } });
      span.end();
    },
    trace: (run) => step("root", () => run((index, work) => step(`step ${index}`, work))),
    flush: () => logger.flush(),
  };
}
