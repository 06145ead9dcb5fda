import { decodeCursor, encodeCursor, type Position } from "./cursor.ts";
import type { ListedResource } from "../filter-fields.ts";
import { type ListQuery, type Order, orderOf, type Page } from "../list.ts";
import type { Bounds, Walk } from "./walk.ts";

export interface PageRequest extends Bounds {
  readonly resource: ListedResource;
  readonly order: Order;
  readonly forward: boolean;
  readonly size: number;
  readonly skip: number;
}

export function toPageRequest(resource: ListedResource, query: ListQuery): PageRequest {
  const order = orderOf(query);
  const decode = (cursor: string | undefined): Position | undefined =>
    cursor === undefined ? undefined : decodeCursor(resource, order.column, cursor);
  const { after, before, first, last, skip = 0 } = query;
  const forward = last === undefined;
  return { resource, order, after: decode(after), before: decode(before), forward, size: last ?? first ?? 20, skip };
}

export async function readPage<Record>(
  walk: Walk,
  request: PageRequest,
  load: (keys: readonly number[]) => ReadonlyMap<number, Record> | Promise<ReadonlyMap<number, Record>>,
): Promise<Page<Record>> {
  const { resource, order, forward, size, skip } = request;
  const found = await walk.take(forward, request, skip + size + 1);
  const positions = found.slice(skip, skip + size);
  const hasMore = found.length > skip + size;
  if (!forward) positions.reverse();

  const hasSkipped = skip > 0 && found.length > 0;
  const hasBehind = hasSkipped || (await isAnythingBehind(walk, request, positions));
  const keys = positions.map(({ key }) => key);
  const records = keys.length === 0 ? new Map<number, Record>() : await load(keys);
  return {
    edges: positions.flatMap((position) => {
      const node = records.get(position.key);
      return node === undefined ? [] : [{ cursor: encodeCursor(resource, order.column, position), node }];
    }),
    hasNextPage: forward ? hasMore : hasBehind,
    hasPreviousPage: forward ? hasBehind : hasMore,
  };
}

async function isAnythingBehind(
  walk: Walk,
  { forward, after, before }: PageRequest,
  positions: readonly Position[],
): Promise<boolean> {
  const start = forward ? after : before;
  if (start === undefined) return false;
  const edge = (forward ? positions[0] : positions.at(-1)) ?? start;
  const behind = forward ? { after: undefined, before: edge } : { after: edge, before: undefined };
  if ((await walk.take(!forward, behind, 1)).length > 0) return true;
  return positions.length === 0 && walk.includes(start);
}
