import { parse } from "libpg-query";
import { type ProjectLink, given, isGiven, newLink } from "./project-links.ts";
import { both, isPlain, type QueryOutput } from "./query-output.ts";
import { fieldsOf, listOf, nameOf, operatorOf, type Tree } from "./sql-tree.ts";

/**
 * Tables and subqueries in the FROM clause of one query, by name. The value is undefined if they have no `project_id`.
 */
type Scope = Map<string, ProjectLink | undefined>;

/** Statements other than queries that are allowed in the scripts of a store. */
const others = new Set(
  (
    "TransactionStmt VariableSetStmt VariableShowStmt NotifyStmt ListenStmt UnlistenStmt CreateStmt AlterTableStmt " +
    "IndexStmt CreatePolicyStmt CreateFunctionStmt CreateTrigStmt DropStmt DiscardStmt VacuumStmt"
  ).split(" "),
);

/**
 * Returns the tables that a statement reads or writes without a condition that fixes their project: by a parameter, or
 * by the `project_id` of another table whose project is fixed. Conditions below OR or NOT, or on the wrong side of an
 * outer join, do not count.
 */
export async function undistributedTables(sql: string, tables: ReadonlySet<string>): Promise<string[]> {
  const { stmts = [] } = await parse(sql);
  const statement = new StatementTables(tables);
  for (const { stmt } of stmts) statement.visit(stmt as unknown as Tree);
  return statement.lacking();
}

class StatementTables {
  readonly #tables: ReadonlySet<string>;
  readonly #references: { readonly table: string; readonly link: ProjectLink }[] = [];
  readonly #lacking: string[] = [];

  constructor(tables: ReadonlySet<string>) {
    this.#tables = tables;
  }

  lacking(): string[] {
    const unbound = this.#references.filter(({ link }) => !isGiven(link)).map(({ table }) => table);
    return [...new Set([...this.#lacking, ...unbound])];
  }

  visit(statement: Tree): void {
    const [kind = "", body] = Object.entries(statement)[0] ?? [];
    const tree = body as Tree;
    if (kind === "SelectStmt") this.#select(tree, [], new Map());
    else if (kind === "InsertStmt") this.#insert(tree);
    else if (kind === "UpdateStmt") this.#change(tree, "fromClause");
    else if (kind === "DeleteStmt") this.#change(tree, "usingClause");
    else if (kind === "LockStmt") this.#lock(tree);
    else if (kind === "ExplainStmt") this.visit(tree["query"] as Tree);
    else if (!others.has(kind)) throw new Error(`A store emits a statement of an unknown kind: ${kind}.`);
  }

  /** LOCK applies to a whole table, so it never fixes the project. */
  #lock(tree: Tree): void {
    const names = listOf(tree["relations"]).map((table) => (table["RangeVar"] as { relname: string }).relname);
    this.#lacking.push(...names.filter((name) => this.#tables.has(name)));
  }

  #insert(tree: Tree): void {
    const withs = this.#withs(tree, [], new Map());
    const { relname: table } = tree["relation"] as { relname: string };
    const columns = listOf(tree["cols"]).map((column) => (column["ResTarget"] as { name: string }).name);
    const place = columns.indexOf("project_id");
    const source = this.#select((tree["selectStmt"] as Tree)["SelectStmt"] as Tree, [], withs, place);
    const conflict = tree["onConflictClause"] as Tree | undefined;
    if (this.#tables.has(table)) {
      const value = source.columns[place];
      const infer = conflict?.["infer"] as Tree | undefined;
      const unique = listOf(infer?.["indexElems"]).map((element) => (element["IndexElem"] as { name?: string }).name);
      const isConflictBound = infer === undefined || unique.includes("project_id");
      if (place === -1 || value === undefined || !isGiven(value) || !isConflictBound) this.#lacking.push(table);
    }
    // In a conflict, the existing row has the same `project_id` as the new one.
    const own: Scope = new Map([
      [nameOf(tree["relation"] as Tree), given],
      ["excluded", given],
    ]);
    for (const part of ["onConflictClause", "returningClause", "returningList"]) this.#inner(tree[part], [own], withs);
  }

  #change(tree: Tree, from: "fromClause" | "usingClause"): void {
    const withs = this.#withs(tree, [], new Map());
    const scope: Scope = new Map();
    this.#from({ RangeVar: tree["relation"] }, scope, [], withs);
    for (const item of listOf(tree[from])) this.#from(item, scope, [], withs);
    this.#bind(tree["whereClause"], scope, []);
    for (const part of ["targetList", "whereClause", "returningClause", "returningList"]) {
      this.#inner(tree[part], [scope], withs);
    }
  }

  /** Visits a query. For VALUES, only the column at the index `place` is checked. */
  #select(tree: Tree, outer: readonly Scope[], above: ReadonlyMap<string, ProjectLink>, place = -1): QueryOutput {
    const withs = this.#withs(tree, outer, above);
    if (tree["larg"] !== undefined) {
      const halves = [tree["larg"], tree["rarg"]].map((half) => this.#select(half as Tree, outer, withs, place));
      return both(halves);
    }
    const scope: Scope = new Map();
    const scopes = [scope, ...outer];
    for (const item of listOf(tree["fromClause"])) this.#from(item, scope, outer, withs);
    this.#bind(tree["whereClause"], scope, outer);
    for (const [part, value] of Object.entries(tree)) {
      if (part !== "fromClause" && part !== "withClause") this.#inner(value, scopes, withs);
    }
    const rows = listOf(tree["valuesLists"]).map((row) => listOf((row["List"] as Tree)["items"]));
    if (rows.length > 0) {
      const links = rows.map((row) => this.#linkOf(row[place], scopes));
      const isBound = links.every((link) => link !== undefined && isGiven(link));
      return { columns: isBound ? Array.from({ length: place + 1 }, () => given) : [], project: undefined };
    }
    return this.#output(listOf(tree["targetList"]), scope, scopes);
  }

  #output(targets: readonly Tree[], scope: Scope, scopes: readonly Scope[]): QueryOutput {
    let project: ProjectLink | undefined;
    const columns = targets.map((target) => {
      const { name, val } = target["ResTarget"] as { name?: string; val: Tree };
      const fields = fieldsOf(val);
      if (fields?.at(-1) === "*") {
        project ??= fields.length > 1 ? scope.get(fields[0] ?? "") : only(scope);
        return undefined;
      }
      const link = this.#linkOf(val, scopes);
      if ((name ?? fields?.at(-1)) === "project_id") project = link;
      return link;
    });
    return { columns, project };
  }

  #withs(tree: Tree, outer: readonly Scope[], above: ReadonlyMap<string, ProjectLink>): Map<string, ProjectLink> {
    const withs = new Map(above);
    for (const each of listOf((tree["withClause"] as Tree | undefined)?.["ctes"])) {
      const { ctename, ctequery } = each["CommonTableExpr"] as { ctename: string; ctequery: Tree };
      const link = newLink();
      // A recursive query may refer to itself by this name.
      withs.set(ctename, link);
      const query = ctequery["SelectStmt"];
      if (query === undefined) {
        this.visit(ctequery);
        continue;
      }
      const { project } = this.#select(query as Tree, outer, withs);
      if (project !== undefined) link.equals.add(project);
    }
    return withs;
  }

  /** Adds an item of a FROM clause to the scope. Returns the `project_id` columns of the item. */
  #from(item: Tree, scope: Scope, outer: readonly Scope[], withs: ReadonlyMap<string, ProjectLink>): ProjectLink[] {
    const join = item["JoinExpr"] as Tree | undefined;
    if (join !== undefined) return this.#join(join, scope, outer, withs);
    const table = item["RangeVar"] as Tree | undefined;
    const [body = {}] = Object.values(item) as Tree[];
    if (table !== undefined) {
      const name = table["relname"] as string;
      const link = withs.get(name) ?? newLink();
      scope.set(nameOf(table), link);
      if (!withs.has(name) && this.#tables.has(name)) this.#references.push({ table: name, link });
      return [link];
    }
    const query = (body["subquery"] as Tree | undefined)?.["SelectStmt"] as Tree | undefined;
    if (query === undefined) {
      this.#inner(body, [scope, ...outer], withs);
      scope.set(nameOf(body), undefined);
      return [];
    }
    const link = newLink();
    const { project } = this.#select(query, [scope, ...outer], withs);
    if (project !== undefined) {
      link.equals.add(project);
      // A condition on the result also applies to the rows of the query, unless it could change which rows the query
      // returns.
      if (isPlain(query)) project.equals.add(link);
    }
    scope.set(nameOf(body), link);
    return [link];
  }

  #join(join: Tree, scope: Scope, outer: readonly Scope[], withs: ReadonlyMap<string, ProjectLink>): ProjectLink[] {
    const left = this.#from(join["larg"] as Tree, scope, outer, withs);
    const right = this.#from(join["rarg"] as Tree, scope, outer, withs);
    // An outer join keeps the rows of its outer side regardless of the condition.
    const bound = { JOIN_LEFT: right, JOIN_RIGHT: left, JOIN_FULL: [] }[join["jointype"] as string];
    this.#bind(join["quals"], scope, outer, bound);
    this.#inner(join["quals"], [scope, ...outer], withs);
    return [...left, ...right];
  }

  /**
   * Records the equalities that always hold in a condition. They hold for the columns in `bound` or, if it is
   * undefined, for all columns of the scope.
   */
  #bind(condition: unknown, scope: Scope, outer: readonly Scope[], bound?: readonly ProjectLink[]): void {
    const tree = (condition ?? {}) as Tree;
    const logic = tree["BoolExpr"] as Tree | undefined;
    if (logic?.["boolop"] === "AND_EXPR") {
      for (const part of listOf(logic["args"])) this.#bind(part, scope, outer, bound);
    }
    const operation = tree["A_Expr"] as Tree | undefined;
    if (operation?.["kind"] !== "AEXPR_OP" || operatorOf(operation) !== "=") return;
    const sides = ["lexpr", "rexpr"].map((side) => this.#linkOf(operation[side], [scope, ...outer]));
    const own = bound ?? [...scope.values()];
    for (const [one, other] of [sides, sides.toReversed()]) {
      // A condition in a nested query does not restrict the rows of the outer query, so it only fixes columns of its
      // own scope.
      if (one !== undefined && other !== undefined && own.includes(one)) one.equals.add(other);
    }
  }

  /** Visits queries nested in expressions. */
  #inner(value: unknown, scopes: readonly Scope[], withs: ReadonlyMap<string, ProjectLink>): void {
    if (Array.isArray(value)) for (const each of value) this.#inner(each, scopes, withs);
    else if (typeof value === "object" && value !== null) {
      for (const [name, each] of Object.entries(value)) {
        if (name === "SelectStmt") this.#select(each as Tree, scopes, withs);
        else this.#inner(each, scopes, withs);
      }
    }
  }

  #linkOf(expression: unknown, scopes: readonly Scope[]): ProjectLink | undefined {
    const tree = (expression ?? {}) as Tree;
    if ("ParamRef" in tree || "A_Const" in tree) return given;
    if ("TypeCast" in tree) return this.#linkOf((tree["TypeCast"] as Tree)["arg"], scopes);
    const fields = fieldsOf(tree);
    if (fields?.at(-1) !== "project_id") return undefined;
    const [owner] = fields;
    if (fields.length === 1) return scopes.map((scope) => only(scope)).find((link) => link !== undefined);
    return scopes.find((scope) => scope.has(owner ?? ""))?.get(owner ?? "");
  }
}

/** Returns the column `project_id` of a scope, if there is exactly one. */
function only(scope: Scope): ProjectLink | undefined {
  const links = [...scope.values()].filter((link) => link !== undefined);
  return links.length === 1 ? links[0] : undefined;
}
