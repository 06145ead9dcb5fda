import type { Document } from "../documents/document.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";

const MAX_RECORDS = 100;

const MAX_CHARACTERS = 8_000_000;

/**
 * Creates or changes many records in few requests. `document` is a mutation for one record. A request repeats this
 * mutation for up to 100 records. Variables that are named in `shared` have the same value for all records, and are
 * sent once per request. Resolves to the results in the order of `records`.
 */
export async function sendMany<Data extends object, Variables extends object>(
  transport: Transport,
  { document, records, shared = [] }: ManyRecords<Data, Variables>,
  options?: CallOptions,
): Promise<(Data[keyof Data] | undefined)[]> {
  const answers: (Data[keyof Data] | undefined)[] = [];
  const field = parseField(document.text);
  for (const batch of inBatches(records)) {
    const { text, variables } = repeated(field, batch, shared);
    // The response has one result for each record, such as `createScore0` for the first and `createScore1` for the
    // second.
    const many = { ...document, text } as unknown as Document<Record<string, Data[keyof Data]>, object>;
    const data = await transport.graphql(many, variables, options);
    answers.push(...batch.map((_, index) => data[`${field.name}${index}`]));
  }
  return answers;
}

export interface ManyRecords<Data, Variables> {
  document: Document<Data, Variables>;
  records: readonly Variables[];
  shared?: readonly (keyof Variables & string)[];
}

interface Field {
  /** Start of the document, such as `mutation createScores`. */
  head: string;
  /** Variable declarations, such as `$name:String!`. */
  declared: readonly string[];
  name: string;
  text: string;
}

function parseField(document: string): Field {
  const [start, end] = [document.indexOf("("), document.indexOf("){")];
  const [head, declared, text] = [
    document.slice(0, start),
    document.slice(start + 1, end),
    document.slice(end + 2, -1),
  ];
  const name = /^\w+/.exec(text)?.[0] ?? "";
  return { head, declared: declared.match(/\$[^$]+/g) ?? [], name, text };
}

function repeated(
  { head, declared, name, text }: Field,
  records: readonly object[],
  shared: readonly string[],
): { text: string; variables: Record<string, unknown> } {
  const variables: Record<string, unknown> = {};
  const declarations = new Set<string>();
  const fields = records.map((record, index) => {
    const values = new Map<string, unknown>(Object.entries(record));
    const numbered = (part: string): string =>
      part.replace(/\$(\w+)/g, (variable, own: string) => (shared.includes(own) ? variable : `${variable}_${index}`));
    for (const declaration of declared) {
      const own = /\w+/.exec(declaration)?.[0] ?? "";
      variables[shared.includes(own) ? own : `${own}_${index}`] = values.get(own);
      declarations.add(numbered(declaration));
    }
    return `${name}${index}:${numbered(text)}`;
  });
  return { text: `${head}(${[...declarations].join("")}){${fields.join(" ")}}`, variables };
}

/**
 * Splits items into batches of at most `MAX_RECORDS` items. `sizeOf` returns the number of characters of an item. The
 * items of a batch have at most `MAX_CHARACTERS` in total, but a single item may be larger.
 */
export function inBatches<Item>(items: readonly Item[], sizeOf: (item: Item) => number = () => 0): Item[][] {
  const batches: Item[][] = [];
  let characters = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const batch = batches.at(-1);
    if (batch !== undefined && batch.length < MAX_RECORDS && characters + size <= MAX_CHARACTERS) {
      batch.push(item);
      characters += size;
    } else {
      batches.push([item]);
      characters = size;
    }
  }
  return batches;
}
