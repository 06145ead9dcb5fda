/**
 * Returns the request body of a chat completion with two messages of 1.1 kB. The second message depends on the index.
 */
export function chatBody(index: number): object {
  const question = Array.from({ length: 120 }, (_, word) => `term${(index * 31 + word * 17) % 4_999}`).join(" ");
  return {
    model: "gpt-4o-mini",
    temperature: 0.2,
    messages: [
      {
        role: "system",
        content: "You answer questions of customers about their orders, briefly and in their language.",
      },
      { role: "user", content: question },
    ],
  };
}
