const emptyBatch =
  /^\s*mutation\s+(?:(?:AddStep|CreateScores)\s*\(\s*\)|AddGenerationsToDataset\s*\(\s*(?:\$datasetId\s*:\s*String!)?[\s,]*\))\s*\{\s*\}\s*$/;

/** Maximum length of an empty batch of a published client, with its indentation. */
const maxLength = 500;

/**
 * Whether a document is that of a published client for an empty list: a mutation without fields. It is not valid
 * GraphQL, and does nothing.
 */
export function isEmptyBatch(text: string): boolean {
  return text.length <= maxLength && emptyBatch.test(text);
}
