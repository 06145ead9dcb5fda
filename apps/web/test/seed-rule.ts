import type { Service } from "./browser/open-ui.ts";

/**
 * Creates an active rule for the newest version of an evaluator, and for steps with a name. Default: a name that no
 * step has. Returns the rule's id.
 */
export async function seedRule(
  { graphql }: Service,
  evaluatorId: string,
  stepName = "answer about Paris",
): Promise<string> {
  const { evaluator } = (await graphql("query ($id: String!) { evaluator(id: $id) { latestVersion { id } } }", {
    id: evaluatorId,
  })) as { evaluator: { latestVersion: { id: string } } };
  const { createEvaluationRule } = (await graphql(
    `
      mutation ($rule: EvaluationRuleInput!) {
        createEvaluationRule(rule: $rule) {
          id
        }
      }
    `,
    {
      rule: {
        name: "Answers about Paris",
        evaluatorVersionId: evaluator.latestVersion.id,
        filters: [{ field: "name", operator: "eq", value: stepName }],
        quietSeconds: 0,
        dailySpendLimit: 5,
        mode: "ON",
      },
    },
  )) as { createEvaluationRule: { id: string } };
  return createEvaluationRule.id;
}
