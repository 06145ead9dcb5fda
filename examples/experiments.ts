/** An experiment: run the code under test on every item of a dataset, and score the outputs. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const dataset = await client.api.createDataset({ name: `greetings ${crypto.randomUUID()}` });
await dataset.createItem({ input: { name: "Ada" }, expectedOutput: { text: "Hello Ada" } });
await dataset.createItem({ input: { name: "Max" }, expectedOutput: { text: "Hello Max" } });

const experiment = await dataset.createExperiment({ name: "Plain greeting", params: { greeting: "Hello" } });
for (const item of dataset.items) {
  await client.experimentItemRun({ input: item.input }).wrap(async () => {
    const text = `Hello ${item.input["name"]}`;
    const value = text === item.expectedOutput?.["text"] ? 1 : 0;
    await experiment.log({
      datasetItemId: item.id,
      input: item.input,
      output: { text },
      scores: [{ name: "exact-match", type: "CODE", value }],
    });
    return { text };
  });
}
await client.flush();
console.log(`${experiment.name}: ${experiment.items.length} items`);
