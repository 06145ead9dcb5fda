/** Steps of one turn of a long conversation: a question, the run of an agent with its calls, and an answer. */
const turn = [
  { type: "user_message", name: "Ada" },
  { type: "run", name: "support-agent" },
  { type: "llm", name: "plan" },
  { type: "tool", name: "look_up_order" },
  { type: "retrieval", name: "search_manuals" },
  { type: "llm", name: "read" },
  { type: "tool", name: "quote_repair" },
  { type: "tool", name: "check_stock" },
  { type: "llm", name: "answer" },
  { type: "assistant_message", name: "Assistant" },
] as const;

const paragraph =
  "The customer asked about **an invoice that was sent twice** and wants to know when the refund arrives.\n\n" +
  "- it left the warehouse on Monday\n- it is with the carrier\n\nSee `A-1042` in [the manual](https://example.com).\n\n";

/** Creates the steps of one thread, about 1 kB each, with parents, times, tokens, scores and some errors. */
export function makeConversation(threadId: string, size: number): { readonly id: string }[] {
  const startedAt = Date.UTC(2026, 0, 1);
  return Array.from({ length: size }, (_, number) => {
    const place = number % turn.length;
    const { type, name } = turn[place] ?? turn[0];
    const run = `${threadId}-${number - place + 1}`;
    const isInside = place > 1 && place < turn.length - 1;
    const begin = startedAt + number * 400;
    const text = paragraph.repeat(1 + (number % 4));
    return {
      id: `${threadId}-${number}`,
      threadId,
      ...(isInside && { parentId: run, rootRunId: run }),
      type,
      name,
      startTime: new Date(begin).toISOString(),
      endTime: new Date(begin + (place === 1 ? 3_200 : 100 + (number % 7) * 90)).toISOString(),
      input: type === "tool" ? { orderId: `A-${number}`, depth: { of: ["the", "call"] } } : { content: text },
      output: { content: text },
      ...(number % 997 === 0 && { error: "The carrier did not answer in time." }),
      ...(number % 50 === 9 && { scores: [{ name: "helpful", type: "HUMAN", value: 1 }] }),
      ...(type === "llm" && {
        generation: {
          provider: "openai",
          model: "gpt-4o-mini",
          inputTokenCount: 180,
          outputTokenCount: 170,
          ttFirstToken: 60,
          messages: [{ role: "user", content: text }],
          messageCompletion: { role: "assistant", content: text },
        },
      }),
    };
  });
}
