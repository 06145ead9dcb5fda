import type { IGenerationMessage, StepConstructor } from "@threadline/core";
import { hues } from "./draw-picture.ts";
import { historyId } from "./history-id.ts";
import type { HistoryContext, HistoryThread } from "./history-thread.ts";
import { arabicSupport } from "./scripts/arabic-support.ts";
import { englishSupport } from "./scripts/english-support.ts";
import { fillAll, fillSlots, supportSlots, type Slots } from "./scripts/fill-slots.ts";
import { germanSupport } from "./scripts/german-support.ts";
import { supportPrompts, withoutPages } from "./scripts/support-prompts.ts";
import type { SupportScript } from "./scripts/support-script.ts";
import { giveFeedback, judge } from "./support-scores.ts";
import { Trace } from "./trace.ts";
import { turningPoints } from "./turning-points.ts";

const scripts = { en: englishSupport, de: germanSupport, ar: arabicSupport };
const carrierError = "CarrierError: 503 Service Unavailable: the gateway of the carrier did not respond within 8000 ms";

/**
 * Creates a conversation with the support agent: a search, a model call, a tool, and another model call. A tool that
 * fails is retried.
 */
export function supportHistory(context: HistoryContext): HistoryThread {
  const { random, person, startsAt, progress, key, edition } = context;
  const script = random.pick(scripts[person.language]);
  const slots = supportSlots(random, { ...person, items: script.items });
  const version = turningPoints.promptVersions.findLastIndex((since) => since <= progress);
  const release = progress < turningPoints.supportRelease ? "3.8.0" : "3.9.1";
  const agent = "support-agent";
  const trace = new Trace({ edition, key, random, startsAt, environment: "prod", agent, release });
  const question = fillSlots(random.pick(script.asks), slots);

  const asked = trace.message("user_message", person.name, question);
  const photo = script.photo;
  const photos = photo
    ? [{ ...photo, id: historyId(edition, `${key}/photo`), hue: random.pick(hues), step: asked }]
    : [];
  trace.wait(40);
  const answered = answer({ context, trace, script, slots, question, version });
  let run = answered.run;
  const { isHelpful } = answered;
  if (script.more && isHelpful && random.chance(0.65)) {
    trace.wait(25_000 + random.next() * 150_000);
    trace.message("user_message", person.name, fillSlots(script.more.ask, slots));
    trace.wait(30);
    run = followUp({ context, trace, script, slots, version });
  }
  judge(context, { trace, run, version, isHelpful });
  giveFeedback(context, { trace, run, isHelpful, hasFailed: answered.hasFailed });
  return {
    id: trace.threadId,
    name: fillSlots(script.subject, slots),
    tags: [...script.tags, `lang:${person.language}`, trace.releaseTag],
    metadata: { agent, release, channel: random.pick(["web chat", "web chat", "email", "app"]) },
    person,
    environment: "prod",
    steps: trace.steps,
    photos,
  };
}

interface Turn {
  context: HistoryContext;
  trace: Trace;
  script: SupportScript;
  slots: Slots;
  version: number;
}

interface Answered {
  run: StepConstructor;
  isHelpful: boolean;
  hasFailed: boolean;
}

function answer({ context, trace, script, slots, question, version }: Turn & { question: string }): Answered {
  const { random, promptIds, progress } = context;
  const run = trace.begin({ type: "run", name: "support-agent", input: { question } });
  const pages = fillAll(Object.fromEntries(script.pages.map((page) => [page, page])), slots);
  const search = trace.begin({ type: "retrieval", name: "search-help-pages", input: { query: question }, parent: run });
  trace.work({
    type: "embedding",
    name: "embed-query",
    input: { text: question },
    parent: search,
    durationMs: 38 * random.spread(0.3),
  });
  trace.wait(55 * random.spread(0.4));
  const ranked = Object.keys(pages).map((title, index) => ({ title, score: Number((0.87 - index * 0.09).toFixed(2)) }));
  trace.end(search, { output: { pages: ranked } });

  const prompt = { id: promptIds[version] ?? "", variables: { question, pages: script.pages } };
  const messages: IGenerationMessage[] = (supportPrompts[version]?.templateMessages ?? []).map((message) => ({
    ...message,
    content:
      message.role === "user"
        ? question
        : String(message.content).replace(/\{\{#pages\}\}[^]*$/u, script.pages.map((page) => `- ${page}`).join("\n")),
  }));
  const usesTool = version > 0 || random.chance(0.45);
  let hasFailed = false;
  if (usesTool) {
    const { name, result } = script.tool;
    const toolCalls = [
      {
        id: `call_${trace.steps.length}`,
        type: "function",
        function: { name, arguments: JSON.stringify({ order: slots["order"] }) },
      },
    ];
    const completion: IGenerationMessage = { role: "assistant", content: null, tool_calls: toolCalls };
    trace.call({ model: "gpt-4o-mini", messages, completion, parent: run, prompt, otherTokens: 640 });
    const output = fillAll(result, slots);
    const risk = name === "track_parcel" ? (progress < turningPoints.carrierFailure ? 0.03 : 0.62) : 0.008;
    for (let attempt = 1; attempt <= 2; attempt++) {
      hasFailed = random.chance(risk);
      const error =
        name === "track_parcel" ? carrierError : "TimeoutError: the order service did not respond within 5000 ms";
      trace.work({
        type: "tool",
        name,
        input: { order: slots["order"] ?? "" },
        parent: run,
        metadata: { attempt },
        durationMs: hasFailed
          ? (name === "track_parcel" ? 8_000 : 5_000) + random.whole(2, 90)
          : 180 * random.spread(0.5),
        ...(hasFailed ? { error } : { output }),
      });
      if (!hasFailed) break;
    }
    messages.push(completion, {
      role: "tool",
      tool_call_id: toolCalls[0]?.id,
      content: hasFailed ? carrierError : JSON.stringify(output),
    });
  }
  const isHelpful = !hasFailed && random.chance([0.42, 0.74, 0.93][version] ?? 1);
  const text = hasFailed ? apologies[script.language] : fillSlots(isHelpful ? script.good : script.plain, slots);
  trace.call({
    model: "gpt-4o-mini",
    messages,
    completion: { role: "assistant", content: text },
    parent: run,
    prompt,
    otherTokens: 640,
  });
  trace.end(run, { output: { answer: text } });
  trace.message("assistant_message", "Support", text);
  return { run, isHelpful, hasFailed };
}

function followUp({ context, trace, script, slots, version }: Turn): StepConstructor {
  const ask = fillSlots(script.more?.ask ?? "", slots);
  const text = fillSlots(script.more?.answer ?? "", slots);
  const run = trace.begin({ type: "run", name: "support-agent", input: { question: ask } });
  const messages: IGenerationMessage[] = [
    {
      role: "system",
      content: withoutPages(String(supportPrompts[version]?.templateMessages[0]?.content)),
    },
    { role: "assistant", content: fillSlots(script.good, slots) },
    { role: "user", content: ask },
  ];
  const prompt = { id: context.promptIds[version] ?? "", variables: { question: ask, pages: [] } };
  trace.call({
    model: "gpt-4o-mini",
    messages,
    completion: { role: "assistant", content: text },
    parent: run,
    prompt,
    otherTokens: 820,
  });
  trace.end(run, { output: { answer: text } });
  trace.message("assistant_message", "Support", text);
  return run;
}

const apologies = {
  en: "I cannot reach the tracking of our carrier at the moment, so I do not know where your parcel is. Please try again in an hour.",
  de: "Ich erreiche die Sendungsverfolgung gerade nicht und weiß deshalb nicht, wo Ihr Paket ist. Bitte versuchen Sie es in einer Stunde noch einmal.",
  ar: "لا أستطيع الوصول إلى نظام تتبع الشحنات حالياً، لذلك لا أعرف مكان طردك. يرجى المحاولة بعد ساعة.",
};
