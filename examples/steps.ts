/** A run that contains a tool call. For a wrapped function, the input, output, times and errors are recorded. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const run = client.run({ name: "plan-trip", input: { city: "Oslo" } });
await run.wrap(async () => {
  const forecast = client.step({ type: "tool", name: "forecast", input: { city: "Oslo" } });
  const { celsius } = await forecast.wrap(async () => ({ celsius: -4 }));
  return { advice: celsius < 0 ? "Take a coat" : "Travel light" };
});
await client.flush();

const stored = await client.api.getStep(run.id);
console.log(`${stored?.name}: ${JSON.stringify(stored?.output)}`);

const { data: below } = await client.api.getSteps({
  filters: [{ field: "parentId", operator: "eq", value: run.id }],
});
console.log(`below it: ${below.map((step) => `${step.type} ${step.name}`).join(", ")}`);
