import type { StepConstructor } from "@threadline/core";
import { feedbackCategories } from "../score-schemas.ts";
import type { HistoryContext } from "./history-thread.ts";
import type { Language } from "./people.ts";
import type { Trace } from "./trace.ts";

const [liked, disliked] = feedbackCategories;
const minute = 60_000;

/** Adds the score of a judge model to the answer, for two thirds of the conversations. */
export function judge(
  { random }: HistoryContext,
  { trace, run, version, isHelpful }: { trace: Trace; run: StepConstructor; version: number; isHelpful: boolean },
): void {
  if (!random.chance(0.66)) return;
  const value = Math.min(1, Math.max(0, (isHelpful ? 0.84 : 0.36) + version * 0.03 + (random.next() - 0.5) * 0.2));
  trace.score(run, {
    name: "answer-quality",
    type: "AI",
    scorer: "openai:gpt-4.1",
    value: Number(value.toFixed(2)),
    comment: isHelpful ? random.pick(goodReasons) : random.pick(badReasons),
    afterMs: 2_000 + random.next() * 4_000,
  });
}

/** Adds the score that the customer gives the answer. Customers score more often when the answer did not help. */
export function giveFeedback(
  { random, person }: HistoryContext,
  { trace, run, isHelpful, hasFailed }: { trace: Trace; run: StepConstructor; isHelpful: boolean; hasFailed: boolean },
): void {
  if (!random.chance(isHelpful ? 0.3 : 0.55)) return;
  const isLiked = isHelpful ? random.chance(0.95) : random.chance(0.12);
  const comments = hasFailed ? trackingComments : isLiked ? likedComments : dislikedComments;
  trace.score(run, {
    name: "user-feedback",
    type: "HUMAN",
    ...(isLiked ? liked : disliked),
    ...(random.chance(0.7) ? { comment: random.pick(comments[person.language]) } : {}),
    afterMs: minute + random.next() * 9 * minute,
  });
}

const goodReasons = [
  "Names the next step and its date; the amount matches the order.",
  "Looked the order up, and offers a way out if delivery fails.",
  "Correct by the help pages, and in the customer's language.",
];
const badReasons = [
  "Refers to a help page although the order data has the answer.",
  "Does not answer when the money arrives.",
  "Correct, but leaves open what the customer has to do.",
  "No date and no amount, although both are in the tool's result.",
];
const likedComments: Record<Language, string[]> = {
  en: ["Solved in one message", "Clear, with a date. Thanks!", "Faster than the hotline"],
  de: ["Schnell und freundlich", "Genau die Auskunft, die ich brauchte"],
  ar: ["رد سريع وواضح", "شكراً، تم حل المشكلة"],
};
const dislikedComments: Record<Language, string[]> = {
  en: ["I know that page. I asked about my order.", "No date, no amount", "Did not answer my question"],
  de: ["Das beantwortet meine Frage nicht", "Nur ein Verweis auf die Hilfeseite"],
  ar: ["لم يجب عن سؤالي", "إجابة عامة بلا موعد"],
};
const trackingComments: Record<Language, string[]> = {
  en: ["Tracking was down, third time this week", "“Try again in an hour” is not an answer"],
  de: ["Sendungsverfolgung schon wieder nicht erreichbar"],
  ar: ["التتبع لا يعمل منذ يومين"],
};
