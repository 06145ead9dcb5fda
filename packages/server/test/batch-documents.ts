const fields = {
  id: "String!",
  threadId: "String",
  rootRunId: "String",
  type: "StepType",
  startTime: "DateTime",
  endTime: "DateTime",
  error: "String",
  input: "Json",
  output: "Json",
  metadata: "Json",
  parentId: "String",
  name: "String",
  generation: "GenerationPayloadInput",
  scores: "[ScorePayloadInput!]",
  attachments: "[AttachmentPayloadInput!]",
  tags: "[String!]",
};

export interface GraphQLCall {
  readonly query: string;
  readonly variables: Record<string, unknown>;
}

/** Returns the document that batching clients send: one aliased `ingestStep` per step, with numbered variables. */
export function ingestStepDocument(steps: readonly Readonly<Record<string, unknown>>[]): GraphQLCall {
  const names = Object.keys(fields);
  const declarations = steps.flatMap((_step, n) =>
    Object.entries(fields).map(([name, type]) => `$${name}_${n}: ${type}`),
  );
  const selections = steps.map(
    (_step, n) => `step${n}: ingestStep(${names.map((name) => `${name}: $${name}_${n}`).join(", ")}) { ok message }`,
  );
  const variables = Object.fromEntries(
    steps.flatMap((step, n) => Object.entries(step).map(([name, value]) => [`${name}_${n}`, value])),
  );
  return { query: `mutation AddStep(${declarations.join("\n")}) { ${selections.join("\n")} }`, variables };
}
