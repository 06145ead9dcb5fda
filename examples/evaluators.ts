/** An evaluator: scores records with a built-in scorer, and then with code as its second version. */
import { Threadline } from "@threadline/core";

const { api } = new Threadline();

const id = crypto.randomUUID();
await api.sendSteps([{ id, type: "run", name: "answer", output: { content: "The capital of France is Paris" } }]);

const evaluator = await api.createEvaluator(
  { name: `Names Paris ${id}` },
  {
    kind: "BUILT_IN",
    target: "STEP",
    scoreName: "names-paris",
    builtIn: { scorer: "contains", options: { texts: ["Paris"] } },
  },
);
await api.evaluate(evaluator.latestVersion.id, [id]);

const source =
  "export default ({ output }: { output: { content: string } }) => ({ value: output.content.length, comment: 'characters' })";
const code = await api.createEvaluatorVersion(evaluator.id, {
  kind: "CODE",
  target: "STEP",
  scoreName: "length",
  code: { source },
});
for (const { value, comment, message } of await api.testEvaluator({ versionId: code.id }, [id, "missing"])) {
  console.log(message ?? `${value} ${comment}`);
}

const { data } = await api.getScores({ filters: [{ field: "stepId", operator: "eq", value: id }] });
console.log(`version ${code.number}, stored: ${data.map(({ name, value }) => `${name} ${value}`).join(", ")}`);
await api.deleteEvaluator(evaluator.id);
