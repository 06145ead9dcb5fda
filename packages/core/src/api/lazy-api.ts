import type { Configuration } from "../configuration.ts";
import type { Api, ApiClient } from "./api.ts";

interface Operation {
  (...values: unknown[]): Promise<unknown>;
  all?: (...values: unknown[]) => AsyncIterable<unknown>;
}

/** Creates operations whose code is loaded at the first call. */
export function createLazyApi(client: ApiClient, configuration: Configuration): Api {
  let loading: Promise<Api> | undefined;
  const load = async (): Promise<Api> => {
    const { connectApi } = await import("./connect-api.ts");
    return connectApi(client, configuration);
  };
  const find = async (name: string): Promise<Operation> => {
    const api: object = await (loading ??= load());
    const operation = (api as Record<string, Operation | undefined>)[name];
    if (operation === undefined) throw new TypeError(`api.${name} does not exist; check the name of the operation`);
    return operation;
  };
  const operationOf = (name: string): Operation => {
    async function* all(...values: unknown[]): AsyncGenerator {
      const list = await find(name);
      if (list.all === undefined)
        throw new TypeError(`api.${name}.all is not available, because api.${name} does not return a list`);
      yield* list.all(...values);
    }
    const operation = async (...values: unknown[]): Promise<unknown> => (await find(name))(...values);
    return Object.defineProperty(operation, "all", { value: all });
  };
  // `await` calls the method `then` of an object that has one. `get` returns undefined for `then`, so that the result
  // of this function can be awaited.
  const get = (_target: object, name: string | symbol): unknown =>
    typeof name === "string" && name !== "then" ? operationOf(name) : undefined;
  return new Proxy({}, { get }) as Api; // `get` returns an operation for every name
}
