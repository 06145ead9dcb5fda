const emptyBatch =
  /^\s*mutation\s+(?:(?:AddStep|CreateScores)\s*\(\s*\)|AddGenerationsToDataset\s*\(\s*(?:\$datasetId\s*:\s*String!)?[\s,]*\))\s*\{\s*\}\s*$/;

/** Longest text that an empty batch of a published client may have, with room for its indentation. */
const maxLength = 500;

/**
 * Whether a document is what the published clients build of an empty list: a mutation without a single field. It is no
 * GraphQL, and means that there is nothing to do.
 */
export function isEmptyBatch(text: string): boolean {
  return text.length <= maxLength && emptyBatch.test(text);
}
