import { type Tree, fieldsOf, listOf, nameOf, operatorOf } from "./sql-tree.ts";
import { parse } from "libpg-query";

/**
 * Form of a statement that Citus rejects, or sends to all shards although the project is a parameter of the statement.
 */
export type UnroutedForm =
  | "several statements with SET LOCAL in one text"
  | "project bound only to an outer column below OFFSET"
  | "INSERT of a query"
  | "CASE of a value"
  | "change of a table outside of projects that reads one of a project";

/**
 * Returns the forms that occur in an SQL text. `tables` are the tables that are distributed by project. Citus rejects
 * these statements, except an INSERT of a query, for which it locks every shard of the table. The forms were found by
 * running the conformance suite on a cluster (`citus.long.test.ts`), but this check needs no cluster.
 */
export async function unroutedForms(sql: string, tables: ReadonlySet<string>): Promise<UnroutedForm[]> {
  const { stmts = [] } = await parse(sql);
  const trees = stmts.map(({ stmt }) => stmt as unknown as Tree);
  const found = new Set<UnroutedForm>();
  if (trees.length > 1 && trees.some((tree) => isSetLocal(tree))) {
    found.add("several statements with SET LOCAL in one text");
  }
  for (const tree of trees) {
    const change = (tree["UpdateStmt"] ?? tree["DeleteStmt"]) as Tree | undefined;
    if (change !== undefined && !isOf(change["relation"], tables) && namesOf(tree).some((name) => tables.has(name))) {
      found.add("change of a table outside of projects that reads one of a project");
    }
    visit(tree, (kind, body) => {
      if (kind === "CaseExpr" && body["arg"] !== undefined) found.add("CASE of a value");
      if (kind === "InsertStmt" && isOf(body["relation"], tables) && isOfQuery(body)) found.add("INSERT of a query");
      if (kind === "SelectStmt" && body["limitOffset"] !== undefined && lacksProject(body, tables)) {
        found.add("project bound only to an outer column below OFFSET");
      }
    });
  }
  return [...found];
}

function isOfQuery(insert: Tree): boolean {
  const query = (insert["selectStmt"] as Tree | undefined)?.["SelectStmt"] as Tree | undefined;
  return query !== undefined && query["valuesLists"] === undefined;
}

function isSetLocal(tree: Tree): boolean {
  return (tree["VariableSetStmt"] as { readonly is_local?: boolean } | undefined)?.is_local === true;
}

function isOf(relation: unknown, tables: ReadonlySet<string>): boolean {
  return tables.has((relation as { readonly relname: string }).relname);
}

/** Whether a query reads a table without `project_id = <parameter>` in its WHERE clause. */
function lacksProject(query: Tree, tables: ReadonlySet<string>): boolean {
  const items = listOf(query["fromClause"]).map((item) => item["RangeVar"] as Tree | undefined);
  const owned = items.filter((item) => item !== undefined && isOf(item, tables)).map((item) => nameOf(item ?? {}));
  if (owned.length === 0) return false;
  const bound = boundIn(query["whereClause"]);
  return owned.some((name) => !bound.has(name) && !(owned.length === 1 && bound.has("")));
}

/**
 * Returns the tables whose project a condition fixes by a parameter or constant. The name is `""` if the condition
 * names only the column.
 */
function boundIn(condition: unknown): Set<string> {
  const tree = (condition ?? {}) as Tree;
  const logic = tree["BoolExpr"] as Tree | undefined;
  if (logic?.["boolop"] === "AND_EXPR") return new Set(listOf(logic["args"]).flatMap((part) => [...boundIn(part)]));
  const operation = tree["A_Expr"] as Tree | undefined;
  if (operation === undefined || operatorOf(operation) !== "=") return new Set();
  const fields = fieldsOf(operation["lexpr"] as Tree);
  return fields?.at(-1) === "project_id" && isConstant(operation["rexpr"] as Tree)
    ? new Set([fields.length > 1 ? (fields[0] ?? "") : ""])
    : new Set();
}

function isConstant(tree: Tree): boolean {
  if ("TypeCast" in tree) return isConstant((tree["TypeCast"] as Tree)["arg"] as Tree);
  return "ParamRef" in tree || "A_Const" in tree;
}

function namesOf(tree: Tree): string[] {
  const names: string[] = [];
  visit(tree, (kind, body) => {
    if (kind === "RangeVar") names.push(body["relname"] as string);
  });
  return names;
}

function visit(value: unknown, meet: (kind: string, body: Tree) => void): void {
  if (Array.isArray(value)) for (const each of value) visit(each, meet);
  else if (typeof value === "object" && value !== null) {
    for (const [kind, body] of Object.entries(value)) {
      if (typeof body === "object" && body !== null && !Array.isArray(body)) meet(kind, body as Tree);
      visit(body, meet);
    }
  }
}
