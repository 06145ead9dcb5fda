import type { Place } from "./lay-out-graph.ts";

export type Direction = "ArrowDown" | "ArrowLeft" | "ArrowRight" | "ArrowUp";

export function isDirection(key: string): key is Direction {
  return /^Arrow(?:Down|Left|Right|Up)$/.test(key);
}

/** Returns the index of the next place in a direction; null if there is none. Places straight ahead are preferred. */
export function nearestPlace(places: readonly Place[], from: number, direction: Direction): number | null {
  const start = places[from];
  if (start === undefined) return null;
  const isHorizontal = direction === "ArrowLeft" || direction === "ArrowRight";
  const sign = direction === "ArrowRight" || direction === "ArrowDown" ? 1 : -1;
  let [nearest, least]: [number | null, number] = [null, Infinity];
  for (const [at, place] of places.entries()) {
    const [dx, dy] = [
      place.left + place.width / 2 - start.left - start.width / 2,
      place.top + place.height / 2 - start.top - start.height / 2,
    ];
    const ahead = sign * (isHorizontal ? dx : dy);
    const aside = Math.abs(isHorizontal ? dy : dx);
    // Nodes of the same column have almost the same center, so a difference of 1 pixel does not count as ahead. The
    // distance to the side counts twice, so that nodes straight ahead are preferred.
    const distance = ahead + 2 * aside;
    if (at !== from && ahead > 1 && distance < least) [nearest, least] = [at, distance];
  }
  return nearest;
}
