/**
 * Evaluations for `eval-command.test.ts`. The variable GREETINGS_PASS sets how many items pass, GREETINGS_MODEL adds a
 * score of a model.
 */
import { defineEvaluation, type DefinedEvaluation } from "@threadline/core";

const names = ["Ada", "Max", "Eve", "Bob", "Amy", "Joe", "Kim", "Leo", "Mia", "Tom", "Zoe", "Ian"];

const greetings: DefinedEvaluation = defineEvaluation({
  name: "greetings",
  dataset: names.map((name) => ({ input: { name }, expectedOutput: { text: `Hello ${name}` } })),
  task: ({ name }) => {
    if (process.env["GREETINGS_FAIL"] === name) throw new Error("rate limit | <b>");
    return { text: names.indexOf(name) < Number(process.env["GREETINGS_PASS"]) ? `Hello ${name}` : "Hello" };
  },
  scorers: [
    function correctness({ output, expected }) {
      return output.text === expected?.text;
    },
    function politeness() {
      return process.env["GREETINGS_MODEL"] === undefined ? null : { value: 1, type: "AI" };
    },
  ],
});

export default greetings;
