/** One field of a document that asks for the same field many times, once for each record. */
export interface BatchField {
  /** The field, which is also the stem of the aliases: `createScore` gives `createScore0`, `createScore1` ... */
  field: string;
  /** The arguments that differ from record to record, with their types. */
  each: Readonly<Record<string, string>>;
  /** The arguments that all records share, with their types. */
  shared?: Readonly<Record<string, string>>;
  selection: string;
}

/** The most records that one document carries. */
const BATCH_SIZE = 100;

/** The most JSON that one document carries, in characters. */
const BATCH_CHARACTERS = 8_000_000;

/** The document that asks for the field `count` times; variables of the nth record end in `_n`. */
export function batchDocument({ field, each, shared = {}, selection }: BatchField, count: number): string {
  const indices = Array.from({ length: count }, (_, index) => index);
  const declared = [
    ...Object.entries(shared).map(([name, type]) => `$${name}: ${type}`),
    ...indices.flatMap((index) => Object.entries(each).map(([name, type]) => `$${name}_${index}: ${type}`)),
  ];
  const fields = indices.map((index) => {
    const given = [
      ...Object.keys(shared).map((name) => `${name}: $${name}`),
      ...Object.keys(each).map((name) => `${name}: $${name}_${index}`),
    ];
    return `${field}${index}: ${field}(${given.join(", ")}) { ${selection} }`;
  });
  return `(${declared.join(", ")}) { ${fields.join(" ")} }`;
}

/** The variables of a batch document. */
export function batchVariables(
  { each }: BatchField,
  records: readonly Readonly<Record<string, unknown>>[],
  shared: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    ...shared,
    ...Object.fromEntries(
      records.flatMap((record, index) => Object.keys(each).map((name) => [`${name}_${index}`, record[name]])),
    ),
  };
}

/** Cuts a list into pieces of at most `BATCH_SIZE` items; with `sizeOf` also of at most `BATCH_CHARACTERS`, one item at least. */
export function inBatches<Item>(items: readonly Item[], sizeOf: (item: Item) => number = () => 0): Item[][] {
  const batches: Item[][] = [];
  let characters = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < BATCH_SIZE && characters + size <= BATCH_CHARACTERS) {
      batch.push(item);
      characters += size;
    } else {
      batches.push([item]);
      characters = size;
    }
  }
  return batches;
}
