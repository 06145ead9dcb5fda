/** A dataset of inputs and expected outputs. One item is written by hand, the other is created from a recorded step. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const step = client.run({ name: "capital", input: { country: "Norway" } });
await step.wrap(async () => ({ capital: "Oslo" }));
await client.flush();

const dataset = await client.api.createDataset({ name: `capitals ${step.id}`, description: "Countries and capitals" });
await dataset.createItem({ input: { country: "Kenya" }, expectedOutput: { capital: "Nairobi" } });
await dataset.addStep(step.id);

const stored = await client.api.getDataset({ id: dataset.id });
for (const { input, expectedOutput } of stored?.items ?? [])
  console.log(`${JSON.stringify(input)} -> ${JSON.stringify(expectedOutput)}`);
