/** Carries a value through all calls and awaits of a callback. */
export interface ContextStorage<Value> {
  /** Runs the callback, and everything it starts, with the value. */
  run<Result>(value: Value, callback: () => Result): Result;
  /** Returns the value of the innermost enclosing `run`; undefined outside. */
  getStore(): Value | undefined;
  /** Sets the value for the rest of this asynchronous flow; missing in some runtimes. */
  enterWith?(value: Value): void;
}

type StorageConstructor = new <Value>() => ContextStorage<Value>;

/** Context features of a runtime. All are optional: edge runtimes lack Node's modules. */
export interface ContextRuntime {
  AsyncLocalStorage?: StorageConstructor;
  process?: { getBuiltinModule?: (id: string) => unknown };
}

/**
 * Creates storage by the runtime's `AsyncLocalStorage`. The module is not imported, so that the package loads without `node:` modules.
 * Without it, no context is carried, and records are linked by `thread.step()` and `step.step()`.
 */
export function createContextStorage<Value>(runtime: ContextRuntime = globalThis): ContextStorage<Value> {
  const Storage = runtime.AsyncLocalStorage ?? nodeStorage(runtime);
  if (Storage !== undefined) return new Storage<Value>();
  return { run: (_value, callback) => callback(), getStore: () => undefined };
}

function nodeStorage({ process }: ContextRuntime): StorageConstructor | undefined {
  // The lookup returns `any`, and `AsyncLocalStorage` may be missing.
  const hooks = process?.getBuiltinModule?.("node:async_hooks") as ContextRuntime | undefined;
  return hooks?.AsyncLocalStorage;
}
