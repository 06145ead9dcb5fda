/** Feedback of end users: a token lets a page score one answer without a key. See also `feedback-buttons.tsx`. */
import { Threadline } from "@threadline/core";

const client = new Threadline();

const answer = client.step({ type: "assistant_message", name: "Assistant", output: { content: "At nine." } });
await answer.send();

// The application sends the token and the URL to the page, along with the answer.
const { token, url } = await client.feedbackToken(answer, { scorer: "amara@example.com" });

// The page sends feedback. Later feedback of the same user replaces it.
for (const feedback of [{ value: 0 }, { value: 1, comment: "Right after all" }]) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token, ...feedback }),
  });
  console.log(response.status);
}

const step = await client.api.getStep(answer.id);
for (const { name, value, scorer, comment } of step?.scores ?? [])
  console.log(`${name} ${value} by ${scorer}: ${comment}`);
