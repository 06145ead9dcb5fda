const emptyBatch =
  /^\s*mutation\s+(?:(?:AddStep|CreateScores)\s*\(\s*\)|AddGenerationsToDataset\s*\(\s*(?:\$datasetId\s*:\s*String!)?[\s,]*\))\s*\{\s*\}\s*$/;

/**
 * Maximum length of an empty batch, in characters. It leaves space for the indentation that the published Literal AI
 * clients send.
 */
const maxLength = 500;

/**
 * Whether a document is what a published Literal AI client sends for an empty list: a mutation without fields. It is
 * not valid GraphQL, and does nothing.
 */
export function isEmptyBatch(text: string): boolean {
  return text.length <= maxLength && emptyBatch.test(text);
}
