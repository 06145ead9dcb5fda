/** A score schema: the choices for manual scoring, and the meaning of the numbers. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const name = `helpful ${crypto.randomUUID()}`;
const schema = await client.api.createScoreSchema({
  name,
  type: "CATEGORICAL",
  description: "Did the answer help?",
  categories: [
    { label: "yes", value: 1 },
    { label: "partly", value: 0.5 },
    { label: "no", value: 0 },
  ],
});

const answer = await client.step({ name: "answer", type: "run", output: { content: "42" } }).send();
const [best] = schema.categories ?? [];
await client.api.createScore({
  stepId: answer.id ?? "",
  name,
  type: "HUMAN",
  value: best?.value ?? 1,
  label: best?.label,
});

const { data } = await client.api.getScores({ filters: [{ field: "name", operator: "eq", value: name }] });
console.log(`${schema.name.split(" ")[0]}: ${data.map(({ label }) => label).join(", ")}`);
await client.api.deleteScoreSchema(schema.id);
