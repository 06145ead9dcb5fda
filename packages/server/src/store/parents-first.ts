export interface OrderedStep {
  readonly id: string;
  readonly parentId: string | null;
  readonly time: number;
}

/**
 * Moves parents before their children if both have the same time. All other steps keep their order. The steps must be
 * sorted by time.
 */
export function parentsFirst<Step>(steps: readonly Step[], read: (step: Step) => OrderedStep): readonly Step[] {
  const sorted: Step[] = [];
  let group: Step[] = [];
  let time = Number.NaN;
  for (const step of steps) {
    const own = read(step).time;
    if (own !== time) {
      addParentsFirst(group, read, sorted);
      group = [];
      time = own;
    }
    group.push(step);
  }
  addParentsFirst(group, read, sorted);
  return sorted;
}

/** Appends steps of the same millisecond to `sorted`, each parent before its children. */
function addParentsFirst<Step>(steps: readonly Step[], read: (step: Step) => OrderedStep, sorted: Step[]): void {
  if (steps.length < 2) return void sorted.push(...steps);
  const waiting = new Map(steps.map((step) => [read(step).id, step]));
  for (const step of steps) {
    // Collects the step and its ancestors that are not in `sorted` yet. In a cycle of parents, the loop ends when the
    // next parent has already been collected.
    const above: Step[] = [];
    for (let next: Step | undefined = step; next !== undefined;) {
      const { id, parentId }: OrderedStep = read(next);
      if (!waiting.delete(id)) break;
      above.push(next);
      next = parentId === null ? undefined : waiting.get(parentId);
    }
    while (above.length > 0) sorted.push(...above.splice(-1));
  }
}

/** Like {@link parentsFirst}, for steps as a store returns them. */
export function inOrder<Step extends Omit<OrderedStep, "time"> & { readonly createdAt: number }>(
  steps: readonly Step[],
): Step[] {
  return [...parentsFirst(steps, ({ id, parentId, createdAt: time }) => ({ id, parentId, time }))];
}
