import type { Configuration } from "../configuration.ts";
import type { Api, ApiClient } from "./api.ts";

type Operation = (...values: unknown[]) => Promise<unknown>;

/** The operations, whose code is loaded when one is first called. */
export function createLazyApi(client: ApiClient, configuration: Configuration): Api {
  let loading: Promise<Api> | undefined;
  const load = async (): Promise<Api> => {
    const { connectApi } = await import("./connect-api.ts");
    return connectApi(client, configuration);
  };
  const operationOf =
    (name: string): Operation =>
    async (...values) => {
      const api: object = await (loading ??= load());
      const operation = (api as Record<string, Operation | undefined>)[name];
      if (operation === undefined) throw new TypeError(`api.${name} is not an operation`);
      return operation(...values);
    };
  // A promise that resolves to it must not take it for another promise.
  const get = (_target: object, name: string | symbol): unknown =>
    typeof name === "string" && name !== "then" ? operationOf(name) : undefined;
  return new Proxy({}, { get }) as Api; // every field of it is an operation that answers with a promise
}
