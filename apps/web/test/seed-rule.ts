import type { Service } from "./browser/open-ui.ts";

/** Creates an active rule for the newest version of an evaluator. No step matches the rule. Returns the rule's id. */
export async function seedRule({ graphql }: Service, evaluatorId: string): Promise<string> {
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
        filters: [{ field: "name", operator: "eq", value: "answer about Paris" }],
        dailySpendLimit: 5,
        mode: "ON",
      },
    },
  )) as { createEvaluationRule: { id: string } };
  return createEvaluationRule.id;
}
