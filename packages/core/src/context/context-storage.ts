/** Carries a value through all calls and awaits of a callback. */
export interface ContextStorage<Value> {
  /** Runs the callback, and everything it starts, with the value. */
  run<Result>(value: Value, callback: () => Result): Result;
  /** Returns the value of the innermost enclosing `run`; undefined outside. */
  getStore(): Value | undefined;
  /** Sets the value for the rest of this asynchronous flow. Some runtimes do not have this method. */
  enterWith?(value: Value): void;
}

type StorageConstructor = new <Value>() => ContextStorage<Value>;

/** Globals that may provide `AsyncLocalStorage`. All are optional, because edge runtimes lack Node's modules. */
export interface ContextRuntime {
  AsyncLocalStorage?: StorageConstructor;
  process?: { getBuiltinModule?: (id: string) => unknown };
}

/**
 * Creates storage based on the runtime's `AsyncLocalStorage`. The class is not imported, so that the package loads in
 * runtimes without `node:` modules. In a runtime without the class, records are not linked automatically: create them
 * with `thread.step()` and `step.step()`.
 */
export function createContextStorage<Value>(runtime: ContextRuntime = globalThis): ContextStorage<Value> {
  const Storage = runtime.AsyncLocalStorage ?? nodeStorage(runtime);
  if (Storage !== undefined) return new Storage<Value>();
  return { run: (_value, callback) => callback(), getStore: () => undefined };
}

function nodeStorage({ process }: ContextRuntime): StorageConstructor | undefined {
  // `getBuiltinModule` returns `unknown`. Both the module and its `AsyncLocalStorage` may be missing.
  const hooks = process?.getBuiltinModule?.("node:async_hooks") as ContextRuntime | undefined;
  return hooks?.AsyncLocalStorage;
}
