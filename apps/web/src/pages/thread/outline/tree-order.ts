export interface TreeOrder {
  /**
   * Index of each node's parent; -1 for roots. If the recorded parents form a cycle, one of its nodes becomes a root.
   */
  readonly parents: Int32Array;
  readonly depths: Int32Array;
  readonly order: Int32Array;
  readonly positions: Int32Array;
  readonly below: Int32Array;
}

/**
 * Arranges nodes in tree order. `given` contains the index of each node's parent, or -1 for a root. Siblings are in the
 * order of their indexes.
 */
export function layOutTree(given: readonly number[]): TreeOrder {
  const size = given.length;
  const parents = Int32Array.from(given);
  const [firstChild, nextSibling] = [new Int32Array(size).fill(-1), new Int32Array(size).fill(-1)];
  for (let index = size - 1; index >= 0; index -= 1) {
    const parent = parents[index] ?? -1;
    if (parent === -1) continue;
    nextSibling[index] = firstChild[parent] ?? -1;
    firstChild[parent] = index;
  }
  const [depths, order, positions] = [new Int32Array(size), new Int32Array(size), new Int32Array(size).fill(-1)];
  let count = 0;
  const visit = (root: number): void => {
    const stack = [root];
    for (let index = stack.pop(); index !== undefined; index = stack.pop()) {
      if (index !== root) {
        const sibling = nextSibling[index] ?? -1;
        if (sibling !== -1) stack.push(sibling);
      }
      if (positions[index] !== -1) continue;
      positions[index] = count;
      order[count] = index;
      count += 1;
      const parent = index === root ? -1 : (parents[index] ?? -1);
      depths[index] = parent === -1 ? 0 : (depths[parent] ?? 0) + 1;
      const child = firstChild[index] ?? -1;
      if (child !== -1) stack.push(child);
    }
  };
  for (let index = 0; index < size; index += 1) if (parents[index] === -1) visit(index);
  // The remaining nodes form cycles, which are cut at their first nodes.
  for (let index = 0; index < size; index += 1) {
    if (positions[index] !== -1) continue;
    visit(index);
    parents[index] = -1;
  }
  const below = new Int32Array(size);
  for (let at = size - 1; at >= 0; at -= 1) {
    const index = order[at] ?? 0;
    const parent = parents[index] ?? -1;
    if (parent !== -1) below[parent] = (below[parent] ?? 0) + (below[index] ?? 0) + 1;
  }
  return { parents, depths, order, positions, below };
}
