/** A model call with messages. The service estimates missing token counts, and marks them as estimates. */
import { ChatGeneration, Threadline } from "@threadline/core";

const client = new Threadline();

const step = await client.api.createGeneration(
  new ChatGeneration({
    provider: "openai",
    model: "gpt-4o-mini",
    messages: [{ role: "user", content: "Name the capital of Norway." }],
    messageCompletion: { role: "assistant", content: "Oslo." },
    settings: { temperature: 0 },
    duration: 0.4,
  }),
);

const { data } = await client.api.getGenerations({
  filters: [{ field: "model", operator: "eq", value: "gpt-4o-mini" }],
  orderBy: { column: "createdAt", direction: "DESC" },
});
const generation = data.find(({ id }) => id === step.id);
console.log(
  `${generation?.model}: ${generation?.tokenCountEstimated ? "about" : "exactly"} ${generation?.tokenCount} tokens`,
);
