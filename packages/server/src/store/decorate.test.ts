import { expect, test } from "vitest";
import { decorate, decorateEach } from "./decorate.ts";

class Counter {
  #count = 0;
  readonly step = 1;

  add(): number {
    this.#count += this.step;
    return this.#count;
  }
  get(): number {
    return this.#count;
  }
}

test("a replaced method runs instead of the original, which stays on the object itself", () => {
  const counter = new Counter();
  const decorated = decorate(counter, { add: () => counter.add() + 100 });
  expect(decorated.add()).toBe(101);
  expect(decorated.get()).toBe(1);
  expect(decorated.step).toBe(1);
});

test("decorations can be nested", () => {
  const counter = new Counter();
  const inner = decorate(counter, { add: () => counter.add() * 10 });
  const outer = decorate(inner, { add: () => inner.add() + 1 });
  expect(outer.add()).toBe(11);
  expect(outer.get()).toBe(1);
});

test("a member is created once per name", () => {
  const counter = new Counter();
  const names: string[] = [];
  const decorated = decorateEach(counter, (name) => {
    names.push(name);
    return () => names.length;
  });
  expect([decorated.add(), decorated.add(), decorated.get()]).toEqual([1, 1, 2]);
  expect(names).toEqual(["add", "get"]);
  expect(decorated.add).toBe(decorated.add);
});
