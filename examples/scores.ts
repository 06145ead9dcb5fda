/** Scores: score a step, correct the score, and list the scores of users. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const answer = client.step({ type: "assistant_message", name: "Assistant", output: { content: "At nine." } });
await answer.send();

const score = await client.api.createScore({
  stepId: answer.id,
  name: "user-feedback",
  type: "HUMAN",
  value: 0,
  comment: "Not on Sundays",
});
await client.api.updateScore(String(score.id), { value: 1, comment: "Right after all" });

const { data } = await client.api.getScores({
  filters: [{ field: "name", operator: "eq", value: "user-feedback" }],
});
const stored = data.find(({ id }) => id === score.id);
console.log(`${stored?.name} ${stored?.value}: ${stored?.comment}`);
