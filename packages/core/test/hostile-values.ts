import { anything, array, constantFrom, letrec, oneof, string, tuple } from "fast-check";
import type { Arbitrary } from "fast-check";

const refuse = (): never => {
  throw new Error("no");
};

const oddKeys = constantFrom("__proto__", "toJSON", "constructor", "id", "then", "length");

/** Creates values that throw, change between reads, never end or are not valid JSON. */
const odd: readonly (() => unknown)[] = [
  () => undefined,
  () => Symbol("s"),
  () => 2n ** 70n,
  () => Number.NaN,
  () => -0,
  () => new Date(Number.NaN),
  () => () => 1,
  () => /a+/g,
  () =>
    new Map<unknown, unknown>([
      ["__proto__", 1],
      [{}, refuse],
    ]),
  () => new Set([1, new Set([2])]),
  () => new WeakMap(),
  () => new Error("outer", { cause: new Error("inner") }),
  () => Object.defineProperty(new Error("x"), "message", { get: refuse }),
  () => Promise.resolve(1),
  () => new ReadableStream(),
  () => new ArrayBuffer(8),
  () => new SharedArrayBuffer(8),
  () => new Float64Array([Number.NaN, 1e308]),
  () => Buffer.from("bytes"),
  () => Object("boxed"),
  () => Object.create(null),
  () => Object.create({ inherited: 1 }),
  () => JSON.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}'),
  () => ({
    get thrower() {
      return refuse();
    },
  }),
  () => ({ toJSON: refuse }),
  () => {
    const value = { toJSON: () => value };
    return value;
  },
  () => ({ toJSON: () => ({ toJSON: () => 2n }) }),
  // oxlint-disable-next-line no-thenable -- a throwing `then` is tested
  () => ({ then: refuse }),
  () => ({ [Symbol.toPrimitive]: refuse, toString: refuse, valueOf: refuse }),
  () => new Proxy({}, { get: refuse, ownKeys: refuse, getPrototypeOf: refuse, has: refuse }),
  () => new Proxy({ a: 1 }, { get: () => refuse }),
  () =>
    new Proxy(
      {},
      {
        ownKeys: () => ["a", "b"],
        getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
      },
    ),
  () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  () => {
    const cycle: Record<string, unknown> = {};
    cycle["list"] = [{ cycle }];
    return cycle;
  },
  () => {
    let reads = 0;
    return Object.defineProperty({}, "n", { enumerable: true, get: () => ((reads += 1) % 2 === 0 ? 1n : "text") });
  },
  () => nested(5_000),
  () => "\ud800\u0000\u2028",
  () => "x".repeat(20_000),
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { value };
  return value;
}

export const endless: readonly (() => unknown)[] = [
  () => new Proxy([], { get: (list, name) => (name === "length" ? 2 ** 32 : Reflect.get(list, name)) }),
  () => Object.assign([], { [Symbol.iterator]: () => ({ next: () => ({ done: false, value: "again" }) }) }),
  () => Object.assign([1], { length: 2 ** 32 - 1 }),
];

/**
 * Generates functions that create values which an application could pass to the SDK. fast-check cannot generate all of
 * these values directly.
 */
export const hostileMaker: Arbitrary<() => unknown> = letrec<{ make: () => unknown }>((tie) => ({
  make: oneof(
    { depthSize: "small" },
    { arbitrary: constantFrom(...odd), weight: 4 },
    {
      arbitrary: anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withSet: true,
        withNullPrototype: true,
        withObjectString: true,
        withSparseArray: true,
        withTypedArray: true,
        maxDepth: 2,
      }).map((value) => () => value),
      weight: 3,
    },
    {
      arbitrary: array(tie("make"), { maxLength: 3 }).map((makers) => () => makers.map((make) => make())),
      weight: 1,
    },
    {
      arbitrary: array(tuple(oneof(string(), oddKeys), tie("make")), { maxLength: 3 }).map(
        (fields) => () => Object.fromEntries(fields.map(([key, make]) => [key, make()])),
      ),
      weight: 2,
    },
    { arbitrary: tie("make").map((make) => () => new Map([["key", make()]])), weight: 1 },
  ),
})).make;
