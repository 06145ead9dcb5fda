/** Code that tries to leave its isolate, to exhaust the service, or to disturb later evaluations. */
export interface EscapeAttack {
  readonly name: string;
  readonly source: string;
}

/** Value that an attack returns if it reached anything of the host. */
export const escapedValue = 666;

const hostNames =
  "process require module global Buffer Deno Bun fetch XMLHttpRequest WebSocket Worker importScripts postMessage onmessage setTimeout setInterval setImmediate queueMicrotask structuredClone WebAssembly navigator location document window self std os bjs print scriptArgs Bytecode __loadScript canary SharedWorker MessageChannel BroadcastChannel EventSource crypto performance";
/**
 * Source of a function that returns the host's globals that exist in a realm, such as `process`. An isolate has none.
 */
const found = `(realm) => ${JSON.stringify(hostNames.split(" "))}.filter((name) => {
  try { return realm[name] !== undefined; } catch { return false; }
})`;
/** Source of a function that returns the score {@link escapedValue} if a realm has host globals, otherwise 0. */
const report = `const found = ${found};
const report = (...realms) => {
  const names = realms.filter((realm) => realm !== undefined && realm !== null).flatMap((realm) => found(Object(realm)));
  return { value: names.length > 0 ? ${escapedValue} : 0, comment: names.join() };
};
`;
const attack = (name: string, body: string): EscapeAttack => ({
  name,
  source: `${report}export default async (target) => {\n${body}\n};`,
});
const whole = (name: string, source: string): EscapeAttack => ({ name, source });

const reach: readonly EscapeAttack[] = [
  attack("globals", "return report(globalThis);"),
  attack("constructor of the target", "return report(target.constructor.constructor('return globalThis')());"),
  attack(
    "constructor of a text of the target",
    "return report(target.output.constructor.constructor('return this')());",
  ),
  attack("constructor of the argument list", "return report([].constructor.constructor('return globalThis')());"),
  attack(
    "constructor of an async function",
    "return report(await (async () => {}).constructor('return globalThis')());",
  ),
  attack(
    "constructor of a generator",
    "return report((function* () {}).constructor('yield globalThis')().next().value);",
  ),
  attack(
    "constructor of an async generator",
    "const step = await (async function* () {}).constructor('yield globalThis')().next(); return report(step.value);",
  ),
  attack("indirect eval", "return report((0, eval)('globalThis'));"),
  attack("direct eval of this", "return report(eval('this ?? globalThis'));"),
  attack("this of a sloppy function", "return report(new Function('return this')());"),
  attack(
    "caller of the function",
    "const f = new Function('return f.caller'); try { return report(f()); } catch { return report(); }",
  ),
  attack("callee and caller of arguments", "return report((new Function('return arguments.callee.caller'))());"),
  attack(
    "stack of an error",
    "const { stack } = new Error('x'); return { value: /node:|\\/|worker/u.test(String(stack)) ? 666 : 0, comment: String(stack) };",
  ),
  attack(
    "prepareStackTrace",
    "let frames; Error.prepareStackTrace = (_, all) => { frames = all; return all; }; new Error('x').stack; return report(...(Array.isArray(frames) ? frames.map((frame) => frame.getThis?.()) : []));",
  ),
  attack(
    "stackTraceLimit",
    "Error.stackTraceLimit = 1e9; const deep = (n) => (n ? deep(n - 1) : new Error('x').stack); return report({ stack: deep(50) });",
  ),
  attack("captureStackTrace", "const holder = {}; Error.captureStackTrace?.(holder); return report(holder.stack);"),
  attack("import of a module of Node", "const fs = await import('node:fs'); return report(fs, { process: fs });"),
  attack("import of a file", "const file = await import('/etc/passwd'); return report({ process: file });"),
  attack(
    "import of a data URL",
    "const code = await import('data:text/javascript,export default globalThis'); return report({ process: code });",
  ),
  attack("import of the std module of QuickJS", "const std = await import('std'); return report({ std });"),
  attack("import of the os module of QuickJS", "const os = await import('qjs:os'); return report({ os });"),
  attack(
    "import of itself",
    "const self = await import('evaluator.ts'); return { value: typeof self.default === 'function' ? 1 : 0 };",
  ),
  whole("static import", "import fs from 'node:fs';\nexport default () => ({ value: fs ? 666 : 0 });"),
  whole(
    "static import with attributes",
    "import data from '/etc/passwd' with { type: 'json' };\nexport default () => ({ value: data ? 666 : 0 });",
  ),
  whole("re-export", "export { default } from 'node:os';"),
  whole(
    "top-level await of an import",
    "const fs = await import('node:fs').catch(() => null);\nexport default () => ({ value: fs ? 666 : 0 });",
  ),
  attack(
    "import.meta",
    "return { value: Object.keys(import.meta).length > 0 && /^file|\\//u.test(String(import.meta.url)) ? 666 : 0, comment: String(import.meta.url) };",
  ),
  attack("WebAssembly", "return { value: typeof WebAssembly === 'undefined' ? 0 : 666 };"),
  attack(
    "SharedArrayBuffer to a thread",
    "const shared = typeof SharedArrayBuffer === 'undefined' ? null : new SharedArrayBuffer(8); return report({ postMessage: shared && globalThis.postMessage });",
  ),
  attack(
    "a realm of its own",
    "return report(globalThis.ShadowRealm ? new ShadowRealm().evaluate('globalThis') : undefined);",
  ),
  attack(
    "getters that return the receiver",
    "Object.defineProperty(Object.prototype, 'leak', { get() { return this; } }); return report(target.leak, Math.leak, globalThis.leak);",
  ),
  attack(
    "Reflect.construct with a foreign target",
    "return report(Reflect.construct(Function, ['return globalThis'], Object)());",
  ),
  attack("bound constructor", "return report(Function.prototype.bind.call(Function, null, 'return globalThis')()());"),
  attack("a proxy of the global", "return report(new Proxy(globalThis, { get: (real, name) => real[name] }));"),
  attack(
    "symbols of the global",
    "const symbols = Object.getOwnPropertySymbols(globalThis).map((symbol) => globalThis[symbol]); return report(...symbols);",
  ),
  attack(
    "every property that can be reached",
    `
const seen = new Set(); const queue = [globalThis, target]; const hits = [];
while (queue.length && seen.size < 5000) {
  const value = queue.pop();
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value)) continue;
  seen.add(value); hits.push(...(value === found ? [] : found(value)));
  queue.push(Object.getPrototypeOf(value));
  for (const name of Reflect.ownKeys(value)) {
    try { queue.push(value[name]); } catch {}
    const descriptor = Reflect.getOwnPropertyDescriptor(value, name); queue.push(descriptor?.get, descriptor?.set);
  }
}
return { value: hits.some((name) => name !== "module") ? ${escapedValue} : 0, comment: hits.join() };`,
  ),
  attack(
    "finalizers",
    "let held; if (typeof FinalizationRegistry !== 'undefined') new FinalizationRegistry((value) => { held = value; }).register({}, globalThis); return report(held);",
  ),
  attack(
    "WeakRef of the target",
    "return report(typeof WeakRef === 'undefined' ? undefined : new WeakRef(target).deref());",
  ),
  attack(
    "navigator of the engine",
    "return { value: /node/iu.test(String(globalThis.navigator?.userAgent)) ? 666 : 0 };",
  ),
];

const pollute: readonly EscapeAttack[] = [
  attack(
    "__proto__ of the target",
    "target.__proto__.polluted = 1; target.metadata.__proto__.polluted = 1; return { value: 0 };",
  ),
  whole("__proto__ in the result", 'export default () => JSON.parse(\'{"value":0,"__proto__":{"polluted":1}}\');'),
  whole(
    "constructor in the result",
    "export default () => ({ value: 0, constructor: { prototype: { polluted: 1 } } });",
  ),
  whole(
    "a result with the prototype of a number",
    "export default () => Object.setPrototypeOf({ value: 0 }, Number.prototype);",
  ),
  attack(
    "Object.prototype",
    "Object.prototype.polluted = 1; Object.prototype.value = 666; return Object.create(null, { value: { value: 0 } });",
  ),
  attack(
    "Array.prototype.toJSON",
    "Array.prototype.toJSON = () => ['score', '7', 'forged', null]; return { value: 0 };",
  ),
  attack(
    "String.prototype.toJSON",
    "String.prototype.toJSON = () => 'x'.repeat(1e6); return { value: 0, comment: 'c' };",
  ),
  attack(
    "Object.prototype.toJSON",
    "Object.prototype.toJSON = () => ({ __proto__: { polluted: 1 } }); return { value: 0 };",
  ),
  attack(
    "JSON replaced",
    'globalThis.JSON = { parse: () => ({}), stringify: () => \'["score","666"]\' }; return { value: 0 };',
  ),
  attack("JSON.stringify replaced", 'JSON.stringify = () => \'["score","666"]\'; return { value: 0 };'),
  attack("Reflect.apply replaced", "Reflect.apply = () => '666'; throw new Error('x');"),
  attack("String.prototype.slice replaced", "String.prototype.slice = () => ({}); throw new Error('x');"),
  attack(
    "Array iterator replaced",
    "Array.prototype[Symbol.iterator] = function* () { yield 666; }; return { value: 0, label: 'l' };",
  ),
  attack(
    "Promise.prototype.then replaced",
    "Promise.prototype.then = function (done) { done({ value: 666 }); }; return { value: 0 };",
  ),
  attack(
    "Promise replaced",
    "globalThis.Promise = class { static resolve() { return { value: 666 }; } }; return { value: 0 };",
  ),
  attack(
    "Promise species",
    "Object.defineProperty(Promise, Symbol.species, { get() { throw new Error('species'); } }); return { value: 0 };",
  ),
  attack(
    "Function.prototype.call replaced",
    "Function.prototype.call = Function.prototype.apply = () => 666; return { value: 0 };",
  ),
  attack(
    "all globals deleted",
    "for (const name of Object.getOwnPropertyNames(globalThis)) { try { delete globalThis[name]; } catch {} } return { value: 0 };",
  ),
  attack(
    "all prototypes frozen",
    "for (const name of ['Object', 'Array', 'String', 'Promise', 'Error']) Object.freeze(globalThis[name].prototype); return { value: 0 };",
  ),
  attack(
    "globals left for the next run",
    "globalThis.canaryOfLastRun = 1; Object.prototype.canaryOfLastRun = 1; Math.max = () => 666; return { value: 0 };",
  ),
];

const results: readonly EscapeAttack[] = [
  whole(
    "getter of value that changes",
    "let n = 0; export default () => ({ get value() { n += 1; return n === 1 ? 0 : 'x'; } });",
  ),
  whole("getter of value that throws", "export default () => ({ get value() { throw new Error('no'); } });"),
  whole(
    "proxy as result",
    "export default () => new Proxy({}, { get: (_, name) => (name === 'value' ? 0 : name === 'then' ? undefined : '' + String(name)), ownKeys: () => { throw 1; } });",
  ),
  whole(
    "revoked proxy as result",
    "export default () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy; };",
  ),
  whole(
    "proxy chain as result",
    "export default () => { let p = { value: 0 }; for (let i = 0; i < 1e5; i += 1) p = new Proxy(p, {}); return p; };",
  ),
  whole(
    "cycle as result",
    "export default () => { const result = { value: 0 }; result.label = result; return result; };",
  ),
  whole("function as result", "export default () => Object.assign(() => {}, { value: 0 });"),
  whole("symbol as value", "export default () => ({ value: Symbol('x') });"),
  whole("BigInt as value", "export default () => ({ value: 10n ** 1000n });"),
  whole("object with valueOf as value", "export default () => ({ value: { valueOf: () => 666 } });"),
  whole("NaN as value", "export default () => ({ value: Number.NaN });"),
  whole("infinite value", "export default () => ({ value: Infinity });"),
  whole("array as comment", "export default () => ({ value: 0, comment: ['a'] });"),
  whole("String object as comment", "export default () => ({ value: 0, comment: new String('x') });"),
  whole("comment of a million characters", "export default () => ({ value: 0, comment: 'x'.repeat(1e6) });"),
  whole(
    "lone surrogates and NUL as comment",
    "export default () => ({ value: 0, comment: '\\ud800\\u0000\\udfff', label: '\\u0000' });",
  ),
  whole("a thenable that never resolves", "export default () => ({ then() {} });"),
  whole(
    "a thenable that resolves twice",
    "export default () => ({ then(done) { done({ value: 0 }); done({ value: 666 }); } });",
  ),
  whole(
    "a thenable that resolves to itself",
    "export default () => { const self = { then(done) { done(self); } }; return self; };",
  ),
  whole("a promise that never settles", "export default () => new Promise(() => {});"),
  whole("no result", "export default () => {};"),
  whole(
    "throws a proxy",
    "export default () => { throw new Proxy(new Error('x'), { get() { throw new Error('trap'); } }); };",
  ),
  whole(
    "throws an error with getters",
    "export default () => { throw { get name() { for (;;) {} }, get message() { throw this; }, get stack() { return this; } }; };",
  ),
  whole("throws null", "export default () => { throw null; };"),
  whole("throws an error with a message of megabytes", "export default () => { throw new Error('x'.repeat(5e6)); };"),
  whole("throws at the top", "throw new Error('top');\nexport default () => ({ value: 0 });"),
  whole("no default export", "export const score = () => ({ value: 0 });"),
  whole("default export in its dead zone", "export default value; const value = 1;"),
];

const exhaust: readonly EscapeAttack[] = [
  whole("endless loop", "export default () => { for (;;); };"),
  whole("endless loop at the top", "for (;;);\nexport default () => ({ value: 0 });"),
  whole("endless loop in finally", "export default () => { try { for (;;); } finally { for (;;); } };"),
  whole("endless loop that catches its interrupt", "export default () => { for (;;) { try { for (;;); } catch {} } };"),
  whole("endless generator", "export default () => { for (const _ of (function* () { for (;;) yield 1; })()); };"),
  whole(
    "endless async generator",
    "export default async () => { for await (const _ of (async function* () { for (;;) yield 1; })()); };",
  ),
  whole(
    "promise storm",
    "export default async () => { const go = () => Promise.resolve().then(() => { go(); go(); }); go(); await new Promise(() => {}); };",
  ),
  whole("endless chain of promises", "export default async () => { for (;;) await null; };"),
  whole("endless getter of a result", "export default () => ({ get value() { for (;;); } });"),
  whole("endless toString of a thrown value", "export default () => { throw { toString() { for (;;); } }; };"),
  whole("endless proxy trap", "export default () => new Proxy({}, { get() { for (;;); } });"),
  whole(
    "regular expression that backtracks",
    "export default () => ({ value: /^(a+)+$/.test('a'.repeat(40) + '!') ? 1 : 0 });",
  ),
  whole(
    "regular expression with lookbehind",
    "export default () => ({ value: /(?<=(a|aa)+)b$/.test('a'.repeat(60) + 'c') ? 1 : 0 });",
  ),
  whole(
    "huge regular expression",
    "export default () => ({ value: new RegExp('(a{1000}){1000}'.repeat(50)).test('a') ? 1 : 0 });",
  ),
  whole("recursion", "const f = () => f() + 1; export default () => ({ value: f() });"),
  whole(
    "recursion that catches",
    "const f = () => { try { f(); } catch { f(); } }; export default () => { f(); return { value: 0 }; };",
  ),
  whole(
    "recursion through toString",
    "const o = { toString() { return '' + o; } }; export default () => ({ value: 0, label: '' + o });",
  ),
  whole(
    "recursion through JSON",
    "export default () => { let s = ''; for (let i = 0; i < 1e5; i += 1) s += '['; JSON.parse(s); return { value: 0 }; };",
  ),
  whole(
    "recursion through sort",
    "const f = () => [2, 1].sort(f); export default () => { f(); return { value: 0 }; };",
  ),
  whole("deeply nested code", `export default () => ({ value: ${"(".repeat(20_000)}0${")".repeat(20_000)} });`),
  whole(
    "deeply nested type",
    `type A = ${"[".repeat(20_000)}0${"]".repeat(20_000)};\nexport default () => ({ value: 0 });`,
  ),
  whole("memory by arrays", "export default () => { const all = []; for (;;) all.push(new Array(1e5).fill(1)); };"),
  whole("memory by texts", "export default () => { const all = []; for (;;) all.push('x'.repeat(1024 * 1024)); };"),
  whole("memory by buffers", "export default () => { const all = []; for (;;) all.push(new Uint8Array(1e6)); };"),
  whole("memory by a doubling text", "export default () => { let s = 'x'; for (;;) s += s; };"),
  whole(
    "memory by closures that are caught",
    "export default () => { const all = []; for (;;) { try { all.push({ a: [1, 2, 3] }); } catch {} } };",
  ),
  whole(
    "memory by a map",
    "export default () => { const all = new Map(); for (let i = 0; ; i += 1) all.set(i, { i }); };",
  ),
  whole("one array of a billion as text", "export default () => ({ value: (new Array(1_000_000_000) + '').length });"),
  whole("padded text", "export default () => ({ value: 'x'.padEnd(2 ** 30 - 2, 'y').length });"),
  whole("BigInt power", "export default () => ({ value: Number((2n ** (2n ** 25n)) % 3n) });"),
  whole(
    "sort of a large array with a slow order",
    "export default () => ({ value: Array.from({ length: 1e6 }, (_, i) => -i).sort((a, b) => { for (let i = 0; i < 100; i += 1); return a - b; }).length });",
  ),
  whole("typed array of 4 GB", "export default () => ({ value: new Uint8Array(2 ** 32 - 1).length });"),
  whole(
    "Atomics.wait",
    "export default () => { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); return { value: 0 }; };",
  ),
  whole(
    "Atomics.waitAsync",
    "export default async () => { await Atomics.waitAsync(new Int32Array(new SharedArrayBuffer(4)), 0, 0).value; return { value: 0 }; };",
  ),
  whole(
    "waiting by the clock",
    "export default () => { const start = Date.now(); while (Date.now() - start < 60_000); return { value: 0 }; };",
  ),
  whole(
    "waiting by the high-resolution clock",
    "export default () => { const start = performance.now(); while (performance.now() - start < 60_000); return { value: 0 }; };",
  ),
  whole("normalized text", "export default () => ({ value: '\\uFDFA'.repeat(1e6).normalize('NFKD').length });"),
  whole(
    "text replaced by a pattern",
    "export default () => ({ value: 'a'.repeat(1e5).replaceAll('a', 'b'.repeat(1e5)).length });",
  ),
];

export const escapeAttacks: readonly EscapeAttack[] = [...reach, ...pollute, ...results, ...exhaust];
