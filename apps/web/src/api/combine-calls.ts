/**
 * Builds one document that runs a query once for each set of variables, so that all sets need only one request. Throws
 * if the query has fragments or several root fields. For example, two sets turn
 * `query q($id:String!){item(id:$id){name}}` into
 * `query($id_0:String!$id_1:String!){r0:item(id:$id_0){name}r1:item(id:$id_1){name}}`.
 */
export function combineCalls(
  text: string,
  calls: readonly object[],
): { readonly text: string; readonly field: string; readonly variables: Record<string, unknown> } {
  const [, definitions, field, rest] = /^query \w+\(([^)]*)\)\{(\w+)(\([^)]*\)\{.*\})\}$/.exec(text) ?? [];
  if (definitions === undefined || field === undefined || rest === undefined || !isOneSelection(rest)) {
    throw new Error(`This GraphQL document cannot be combined with others into one request: ${text}`);
  }
  const heads = calls.map((_call, index) => numbered(definitions, index));
  const fields = calls.map((_call, index) => `r${index}:${field}${numbered(rest, index)}`);
  const variables = calls.flatMap((call, index) =>
    Object.entries(call).map(([name, value]): [string, unknown] => [`${name}_${index}`, value]),
  );
  return { text: `query(${heads.join("")}){${fields.join("")}}`, field, variables: Object.fromEntries(variables) };
}

function numbered(part: string, index: number): string {
  return part.replace(/\$\w+/g, (name) => `${name}_${index}`);
}

function isOneSelection(text: string): boolean {
  let depth = 0;
  for (const [index, character] of text.split("").entries()) {
    if (character === "{") depth += 1;
    if (character === "}" && --depth === 0) return index === text.length - 1;
  }
  return false;
}
