/**
 * The bounds of what a request may store, in one table. Lengths count UTF-16 code units, sizes count bytes of JSON.
 * A value beyond its bound is refused with an error that names the field and the limit; nothing is cut.
 */
export const recordLimits = {
  /** An id, a user's identifier, an environment. */
  idLength: 255,
  /** A name, label, model, provider, MIME type, score's scorer, label or status. */
  nameLength: 1_000,
  /** A description or a comment. */
  textLength: 100_000,
  /** Maximum length of an attachment URL; `data:` URLs are long. */
  urlLength: 1_000_000,
  tagCount: 200,
  tagLength: 255,
  /** A JSON object beside the payload: metadata, settings, variables, params. */
  metadataBytes: 1_000_000,
  /** 3 MiB of text fit, as the platform before us promised. Each of input, output, error, completion, prompt, messages, tools, expectedOutput. */
  payloadBytes: 4_000_000,
  jsonDepth: 256,
  /** The steps of one `ingestSteps`. */
  stepCount: 1_000,
  scoresPerStep: 1_000,
  attachmentsPerStep: 1_000,
  /** The descendants that are copied into a dataset item. */
  intermediarySteps: 1_000,
  /** All text of the messages of one prompt version, in UTF-16 code units. */
  templateLength: 256_000,
  templateMessages: 1_000,
  /** Sections within sections. */
  templateDepth: 32,
  rolloutCount: 1_000,
  scoreSchemas: 1_000,
  /** For all members of one project. */
  views: 1_000,
  viewColumns: 100,
  /** Maximum number of shares per thread. */
  threadShares: 20,
  /** Of one thread or step. */
  comments: 1_000,
  commentLength: 20_000,
  commentMentions: 50,
  scoreCategories: 200,
  /** The items of one `createDatasetItems`. */
  itemCount: 1_000,
  /** US dollars per million tokens. */
  modelPrice: 1_000_000,
  pageSize: 100,
  defaultPageSize: 50,
  skip: 1_000_000,
  filterCount: 50,
  /** The elements of one `in` or `nin`. */
  filterValues: 1_000,
  filterLength: 10_000,
  cursorLength: 2_000,
  /** Least characters of a new password. */
  passwordLength: 10,
  /** Most bytes of any password, which all are hashed. */
  passwordBytes: 1_024,
} as const;
