import type { IGenerationMessage, StepConstructor } from "@threadline/core";
import { feedbackCategories } from "../score-schemas.ts";
import type { HistoryContext, HistoryThread } from "./history-thread.ts";
import { fillSlots } from "./scripts/fill-slots.ts";
import { travelScripts, travelSlots } from "./scripts/travel-scripts.ts";
import { Trace } from "./trace.ts";
import { turningPoints } from "./turning-points.ts";

const [liked, disliked] = feedbackCategories;
export const travelReleases: { good: string; worse: string } = { good: "2.3.1", worse: "2.4.0" };

const system =
  "You plan trips. Respect every wish of the traveler: times, changes, budget, breakfast. Search before you answer, and name prices and times.";
const invalidPlan =
  "ValidationError: plan.legs[1].arrival is missing; the model returned a plan without the second leg";

/**
 * Creates a conversation with the travel planner. From its new release on, the planner is slower, fails more often, and
 * overlooks wishes.
 */
export function travelHistory({ random, person, startsAt, progress, key, edition }: HistoryContext): HistoryThread {
  const isWorse = progress >= turningPoints.travelRelease;
  const release = isWorse ? travelReleases.worse : travelReleases.good;
  const script = random.pick(travelScripts);
  const slots = travelSlots(random);
  const fill = (text: string): string => fillSlots(text, slots);
  const agent = "travel-planner";
  const trace = new Trace({ edition, key, random, startsAt, environment: "prod", agent, release });
  const ask = fill(script.ask);
  trace.message("user_message", person.name, ask);
  trace.wait(60);

  const run = trace.begin({ type: "run", name: agent, input: { request: ask } });
  const messages: IGenerationMessage[] = [
    { role: "system", content: system },
    { role: "user", content: ask },
  ];
  const slowness = isWorse ? 1.9 : 1;
  const call = (completion: IGenerationMessage, parent: StepConstructor): void => {
    if (random.chance(isWorse ? 0.05 : 0.012)) {
      const error = "OverloadedError: 529 overloaded_error: the model is temporarily overloaded";
      trace.call({ model: "claude-sonnet-4-5", messages: [...messages], error, parent });
      trace.wait(1_000 + random.next() * 900);
    }
    trace.call({
      model: "claude-sonnet-4-5",
      messages: [...messages],
      completion,
      parent,
      otherTokens: isWorse ? 3400 : 1250,
      slowness,
    });
    messages.push(completion);
  };
  for (const [index, { name, result }] of script.searches.entries()) {
    const input = { query: `${slots["from"]} – ${slots["to"]}, ${slots["day"]} ${slots["month"]}` };
    const toolCalls = [
      { id: `toolu_${index}`, type: "function", function: { name, arguments: JSON.stringify(input) } },
    ];
    call({ role: "assistant", content: null, tool_calls: toolCalls }, run);
    const output = { results: result.map(fill) };
    trace.work({ type: "tool", name, input, output, parent: run, durationMs: 640 * random.spread(0.45) });
    messages.push({ role: "tool", tool_call_id: `toolu_${index}`, content: JSON.stringify(output) });
  }

  const hasFailed = random.chance(isWorse ? 0.24 : 0.035);
  const isGood = !hasFailed && random.chance(isWorse ? 0.48 : 0.91);
  const text = hasFailed
    ? "Sorry, I could not complete the plan. Please try again."
    : fill(isGood ? script.answer : script.worse);
  const check = trace.begin({ type: "run", name: "check-plan", input: { legs: script.searches.length }, parent: run });
  const attempts = isWorse ? random.whole(2, 3) : 1;
  for (let attempt = 1; attempt <= attempts; attempt++) {
    call({ role: "assistant", content: JSON.stringify({ plan: text.split(". ")[0] ?? "", attempt }) }, check);
    const error = attempt < attempts || hasFailed ? { error: invalidPlan } : { output: { isValid: true } };
    trace.work({ type: "tool", name: "validate_plan", input: { attempt }, parent: check, durationMs: 35, ...error });
  }
  trace.end(check, hasFailed ? { error: invalidPlan } : { output: { isValid: true } });
  if (hasFailed) trace.end(run, { error: `PlanError: no valid plan after ${attempts} attempts (${invalidPlan})` });
  else {
    call({ role: "assistant", content: text }, run);
    trace.end(run, { output: { answer: text } });
  }
  trace.message("assistant_message", "Travel planner", text);

  if (random.chance(0.6)) {
    const value = (isGood ? 0.86 : hasFailed ? 0.12 : 0.41) + (random.next() - 0.5) * 0.16;
    const comment = isGood
      ? "All wishes of the request are met."
      : hasFailed
        ? "No plan."
        : `A wish was overlooked: ${script.complaint}`;
    trace.score(run, {
      name: "answer-quality",
      type: "AI",
      scorer: "openai:gpt-4.1",
      value: Number(value.toFixed(2)),
      comment,
      afterMs: 3_500,
    });
  }
  if (random.chance(isGood ? 0.32 : 0.6)) {
    const comment = isGood ? random.pick(praise) : hasFailed ? "It gave up without a plan" : script.complaint;
    trace.score(run, {
      name: "user-feedback",
      type: "HUMAN",
      ...(isGood ? liked : disliked),
      comment,
      afterMs: 90_000 + random.next() * 600_000,
    });
  }
  if (isGood && script.more && random.chance(0.5)) {
    trace.wait(20_000 + random.next() * 90_000);
    const further = fill(script.more.ask);
    trace.message("user_message", person.name, further);
    const next = trace.begin({ type: "run", name: agent, input: { request: further } });
    messages.push({ role: "user", content: further });
    const reply = fill(script.more.answer);
    call({ role: "assistant", content: reply }, next);
    trace.end(next, { output: { answer: reply } });
    trace.message("assistant_message", "Travel planner", reply);
  }
  return {
    id: trace.threadId,
    name: fill(script.subject),
    tags: ["travel", ...script.tags, trace.releaseTag],
    metadata: { agent, release },
    person,
    environment: "prod",
    steps: trace.steps,
    photos: [],
  };
}

const praise = [
  "Booked exactly this",
  "Found a train I had not seen",
  "Kept to the budget",
  "Good that it mentions the weather",
];
