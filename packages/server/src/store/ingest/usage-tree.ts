import { totalTokenCount } from "./merge-step.ts";
import type { StoredStep } from "./stored-step.ts";

export interface UsageSums {
  readonly tokenCount: number;
  /** Number of generations with a token count. If it is 0, the total is unknown. */
  readonly countedSteps: number;
  readonly cost: number;
  /** Number of generations with a cost. If it is 0, the cost is unknown. */
  readonly pricedSteps: number;
}

/** A step with its totals, which include all steps below it. */
export interface UsageNode extends UsageSums {
  readonly id: string;
  readonly parentId: string | null;
}

/** Tokens and cost that a step adds to its ancestors. `cost` is in billionths of a US dollar. */
export interface UsagePart {
  readonly parentId: string | null;
  readonly tokenCount: number | null;
  readonly cost: number | null;
}

export function usagePartOf({ parentId, generation }: StoredStep, cost: number | null): UsagePart {
  return { parentId, tokenCount: generation && totalTokenCount(generation), cost };
}

/** A change of a step. `before` is null for a created step, and `after` is null for a deleted one. */
export interface UsageChange {
  readonly id: string;
  readonly before: UsagePart | null;
  readonly after: UsagePart | null;
}

/** Stored steps whose totals may change. They already have their new `parentId`, but still their old totals. */
export interface StoredUsages {
  /** Changed and deleted steps, their previous and new parents, and the ancestors of all these. */
  readonly nodes: readonly UsageNode[];
  /** Children of created steps. They were stored before their parent. */
  readonly children: readonly UsageNode[];
}

/** Steps with new totals. Null if there is or was a cycle of parents, so that all totals must be counted again. */
export type ChangedUsages = readonly UsageNode[] | null;

interface Node {
  readonly id: string;
  parentId: string | null;
  sums: UsageSums;
}

const none: UsageSums = { tokenCount: 0, countedSteps: 0, cost: 0, pricedSteps: 0 };

/**
 * Whether a change may affect the totals of a step tree. A new step without usage of its own affects them if its
 * children were stored before it: the usage of the children is then added to the new step and its ancestors.
 */
export function mayMoveUsage({ before, after }: UsageChange, hasChildren: boolean): boolean {
  const [was, is] = [ownUsage(before), ownUsage(after)];
  if (before === null) return hasChildren || !isSame(is, none);
  return after === null || before.parentId !== after.parentId || !isSame(was, is);
}

export function changeUsages(changes: readonly UsageChange[], { nodes, children }: StoredUsages): ChangedUsages {
  const stored = new Map(nodes.map((node) => [node.id, node]));
  const tree = new UsageTree(changes, stored, children);
  for (const change of changes) if (!tree.apply(change)) return null;
  return tree.nodes().filter((node) => !isSame(node, stored.get(node.id) ?? none));
}

class UsageTree {
  readonly #nodes = new Map<string, Node>();
  readonly #below = new Map<string, Set<string>>();
  /** Children of created steps, by parent. They were stored earlier. Children with a node in the tree are left out. */
  readonly #others: ReadonlyMap<string, readonly UsageNode[]>;

  constructor(changes: readonly UsageChange[], stored: ReadonlyMap<string, UsageNode>, children: readonly UsageNode[]) {
    const first = new Map(changes.toReversed().map((change) => [change.id, change.before]));
    for (const { id, parentId, ...sums } of stored.values()) {
      const before = first.get(id);
      if (before !== null) this.#add(id, before === undefined ? parentId : before.parentId, sums);
    }
    const others = children.filter(({ id }) => !stored.has(id));
    this.#others = Map.groupBy(others, ({ parentId }) => parentId ?? "");
  }

  nodes(): UsageNode[] {
    return [...this.#nodes.values()].map(({ id, parentId, sums }) => ({ id, parentId, ...sums }));
  }

  /** Returns false if the step is in a cycle. */
  apply({ id, before, after }: UsageChange): boolean {
    const node = before === null ? this.#create(id) : this.#nodes.get(id);
    if (node === undefined) return false;
    const own = minus(ownUsage(after), ownUsage(before));
    if (before !== null && after !== null && before.parentId === after.parentId) {
      this.#addTo(new Set([id, ...this.#above(before.parentId)]), own);
      return true;
    }
    if (before !== null) {
      const above = this.#above(before.parentId);
      if (above.has(id)) return false;
      this.#addTo(above, minus(none, node.sums));
      this.#place(node, null);
    }
    if (after === null) return this.#nodes.delete(id);
    node.sums = plus(node.sums, own);
    const above = this.#above(after.parentId);
    if (above.has(id) || after.parentId === id) return false;
    this.#addTo(above, node.sums);
    this.#place(node, after.parentId);
    return true;
  }

  #create(id: string): Node {
    const node = this.#add(id, null, none);
    for (const child of this.#others.get(id) ?? []) node.sums = plus(node.sums, child);
    for (const child of this.#below.get(id) ?? []) node.sums = plus(node.sums, this.#nodes.get(child)?.sums ?? none);
    return node;
  }

  #add(id: string, parentId: string | null, { tokenCount, countedSteps, cost, pricedSteps }: UsageSums): Node {
    const node = { id, parentId: null, sums: { tokenCount, countedSteps, cost, pricedSteps } };
    this.#nodes.set(id, node);
    this.#place(node, parentId);
    return node;
  }

  #place(node: Node, parentId: string | null): void {
    if (node.parentId !== null) this.#below.get(node.parentId)?.delete(node.id);
    node.parentId = parentId;
    if (parentId === null) return;
    const below = this.#below.get(parentId) ?? new Set();
    this.#below.set(parentId, below.add(node.id));
  }

  #above(id: string | null): Set<string> {
    const found = new Set<string>();
    for (let next = id; next !== null && !found.has(next);) {
      const node = this.#nodes.get(next);
      if (node === undefined) break;
      found.add(next);
      next = node.parentId;
    }
    return found;
  }

  #addTo(ids: ReadonlySet<string>, sums: UsageSums): void {
    for (const id of ids) {
      const node = this.#nodes.get(id);
      if (node !== undefined) node.sums = plus(node.sums, sums);
    }
  }
}

function ownUsage(part: UsagePart | null): UsageSums {
  if (part === null) return none;
  const { tokenCount, cost } = part;
  return {
    tokenCount: tokenCount ?? 0,
    countedSteps: Number(tokenCount !== null),
    cost: cost ?? 0,
    pricedSteps: Number(cost !== null),
  };
}

function plus(one: UsageSums, other: UsageSums): UsageSums {
  return {
    tokenCount: one.tokenCount + other.tokenCount,
    countedSteps: one.countedSteps + other.countedSteps,
    cost: one.cost + other.cost,
    pricedSteps: one.pricedSteps + other.pricedSteps,
  };
}

function minus(one: UsageSums, other: UsageSums): UsageSums {
  return {
    tokenCount: one.tokenCount - other.tokenCount,
    countedSteps: one.countedSteps - other.countedSteps,
    cost: one.cost - other.cost,
    pricedSteps: one.pricedSteps - other.pricedSteps,
  };
}

function isSame(one: UsageSums, other: UsageSums): boolean {
  return (
    one.tokenCount === other.tokenCount &&
    one.countedSteps === other.countedSteps &&
    one.cost === other.cost &&
    one.pricedSteps === other.pricedSteps
  );
}
