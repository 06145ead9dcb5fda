/** Carries a value through everything that a callback calls and awaits. */
export interface ContextStorage<Value> {
  /** Runs the callback, and all that follows from it, with the value. */
  run<Result>(value: Value, callback: () => Result): Result;
  /** The value of the innermost `run` around the caller; undefined outside. */
  getStore(): Value | undefined;
  /** Sets the value for what follows in this asynchronous flow; some runtimes lack it. */
  enterWith?(value: Value): void;
}

type StorageConstructor = new <Value>() => ContextStorage<Value>;

/** Context features of a runtime. All are optional: an edge runtime has none of Node's modules. */
export interface ContextRuntime {
  AsyncLocalStorage?: StorageConstructor;
  process?: { getBuiltinModule?: (id: string) => unknown };
}

/**
 * The runtime's `AsyncLocalStorage`. It is looked up, not imported, so that the package loads where no `node:` module exists.
 * Without one, no context is carried: records are then linked by `thread.step()` and `step.step()`.
 */
export function createContextStorage<Value>(runtime: ContextRuntime = globalThis): ContextStorage<Value> {
  const Storage = runtime.AsyncLocalStorage ?? nodeStorage(runtime);
  if (Storage !== undefined) return new Storage<Value>();
  return { run: (_value, callback) => callback(), getStore: () => undefined };
}

function nodeStorage({ process }: ContextRuntime): StorageConstructor | undefined {
  // The module is untyped by the lookup; its one member that is used may be absent.
  const hooks = process?.getBuiltinModule?.("node:async_hooks") as ContextRuntime | undefined;
  return hooks?.AsyncLocalStorage;
}
