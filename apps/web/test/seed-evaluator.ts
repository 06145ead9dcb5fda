import type { Service } from "./browser/open-ui.ts";

/**
 * Creates an evaluator with two versions, a score, and a human label that differs from the score. Returns the
 * evaluator's id.
 */
export async function seedEvaluator({ graphql }: Service): Promise<string> {
  const { createEvaluator } = (await graphql(`
    mutation {
      ingestStep(id: "evaluated", type: run, name: "answer", output: "Paris") {
        ok
      }
      createEvaluator(
        evaluator: { name: "Names Paris", description: "Whether the answer names Paris" }
        version: {
          kind: BUILT_IN
          target: STEP
          scoreName: "names-paris"
          builtIn: { scorer: "contains", options: { texts: ["Paris"] } }
        }
      ) {
        id
        latestVersion {
          id
        }
      }
    }
  `)) as { createEvaluator: { id: string; latestVersion: { id: string } } };
  const { id, latestVersion } = createEvaluator;
  await graphql(
    `
      mutation ($id: String!, $version: String!, $source: String!) {
        evaluate(versionId: $version, targetIds: ["evaluated"]) {
          value
        }
        createScore(stepId: "evaluated", name: "names-paris", type: HUMAN, scorer: "Ada", value: 0) {
          id
        }
        createEvaluatorVersion(
          evaluatorId: $id
          version: { kind: CODE, target: STEP, scoreName: "names-paris", code: { source: $source } }
        ) {
          id
        }
      }
    `,
    {
      id,
      version: latestVersion.id,
      source:
        'export default ({ output }) => ({\n  value: output === "Paris" ? 1 : 0,\n  comment: "Compares the text",\n});\n',
    },
  );
  return id;
}

/** Evaluates a step once per comment. The last judgment supersedes the others. Returns the evaluator's id. */
export async function seedRepeatedJudgments({ graphql }: Service, comments: readonly string[]): Promise<string> {
  const source =
    "export default ({ output }) => ({ value: output.length % 2, label: output.slice(0, 40), comment: output });";
  const { createEvaluator } = (await graphql(
    `
      mutation ($source: String!) {
        createEvaluator(
          evaluator: { name: "Judged again" }
          version: { kind: CODE, target: STEP, scoreName: "repeated", code: { source: $source } }
        ) {
          id
          latestVersion {
            id
          }
        }
      }
    `,
    { source },
  )) as { createEvaluator: { id: string; latestVersion: { id: string } } };
  const { id, latestVersion } = createEvaluator;
  for (const comment of comments) {
    // oxlint-disable-next-line no-await-in-loop -- each judgment supersedes the one before
    await graphql(
      `
        mutation ($comment: Json, $version: String!) {
          ingestStep(id: "repeated", type: run, name: "answer", output: $comment) {
            ok
          }
          evaluate(versionId: $version, targetIds: ["repeated"]) {
            value
          }
        }
      `,
      { comment, version: latestVersion.id },
    );
  }
  return id;
}
