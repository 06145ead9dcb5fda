import { expect, test } from "vitest";
import { nearestPlace } from "./nearest-place.ts";

const place = (left: number, top: number) => ({ left, top, width: 100, height: 40 });

test("the arrow keys move to the next node in their direction, straight ahead first", () => {
  //   0   1
  //       2   3
  const places = [place(0, 0), place(200, 0), place(200, 100), place(400, 100)];
  const path = (from: number, ...directions: Parameters<typeof nearestPlace>[2][]) =>
    directions.map((direction) => nearestPlace(places, from, direction));
  expect(path(0, "ArrowRight", "ArrowLeft", "ArrowUp")).toEqual([1, null, null]);
  expect(path(1, "ArrowDown", "ArrowLeft", "ArrowRight")).toEqual([2, 0, 3]);
  expect(path(3, "ArrowLeft", "ArrowUp", "ArrowDown")).toEqual([2, 1, null]);
  expect(nearestPlace([], 0, "ArrowUp")).toBeNull();
});
