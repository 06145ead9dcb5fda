/** A review queue: adds a record, reviews it with a rubric, and creates a dataset item from the correction. */
import { Threadline } from "@threadline/core";

const { api } = new Threadline();

const id = crypto.randomUUID();
await api.sendSteps([{ id, type: "run", name: "answer", output: { content: "The capital of France is Lyon" } }]);

const schema = await api.createScoreSchema({
  name: `correct ${id}`,
  type: "CATEGORICAL",
  categories: [
    { label: "yes", value: 1 },
    { label: "no", value: 0 },
  ],
});
const queue = await api.createReviewQueue({
  name: `Answers ${id}`,
  target: "STEP",
  criteria: [{ scoreSchemaId: schema.id, help: "Are the facts right?" }],
});
await api.addToReviewQueue(queue.id, [id]);

const review = await api.takeReview(queue.id);
if (review === null) throw new Error("There is nothing to review");
await api.submitReview(review.id, {
  scores: [{ scoreSchemaId: schema.id, value: 0 }],
  correction: { content: "The capital of France is Paris" },
});
const dataset = await api.createDataset({ name: `Corrections ${id}` });
const item = await api.getDatasetItem(await api.addReviewToDataset(review.id, dataset.id));
console.log(JSON.stringify(item?.expectedOutput));

const { progress } = (await api.getReviewQueue(queue.id)) ?? queue;
console.log(`${progress.doneCount} of ${progress.totalCount} done`);
await api.deleteReviewQueue(queue.id);
