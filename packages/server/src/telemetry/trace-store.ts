import type { Store } from "../store/store.ts";
import type { Telemetry } from "./telemetry.ts";

/** What closes the store outlives the traces; an export is a stream of its own. */
const untraced = new Set(["close", "exportRecords"]);

/** The store, with a span for each read and write: which method it is, and nothing of what it is given or answers. */
export function traceStore(store: Store, telemetry: Telemetry): Store {
  return traceMethods(store, "store", telemetry);
}

function traceMethods<Part extends object>(part: Part, path: string, telemetry: Telemetry): Part {
  const traced = new Map<PropertyKey, unknown>();
  const trace = (name: string, value: unknown): unknown => {
    const coordinate = `${path}.${name}`;
    if (typeof value === "function") return traceMethod(value.bind(part), coordinate, telemetry);
    return typeof value === "object" && value !== null ? traceMethods(value, coordinate, telemetry) : value;
  };
  return new Proxy(part, {
    get(object, name) {
      const value: unknown = Reflect.get(object, name);
      if (typeof name === "symbol" || untraced.has(name)) return value;
      if (!traced.has(name)) traced.set(name, trace(name, value));
      return traced.get(name);
    },
  });
}

function traceMethod(method: (...values: unknown[]) => unknown, name: string, telemetry: Telemetry) {
  return (...values: unknown[]) => telemetry.span({ name, kind: "client" }, () => method(...values));
}
