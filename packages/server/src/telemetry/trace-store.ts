import { decorateEach } from "../store/decorate.ts";
import type { Store } from "../store/store.ts";
import type { Telemetry } from "./telemetry.ts";

/**
 * Methods without a span: `close` is called when tracing has already ended, and the stream of `exportRecords` may last
 * long.
 */
const untraced = new Set(["close", "exportRecords"]);

/** Wraps the store to create a span for each read and write, with the method but without arguments and results. */
export function traceStore(store: Store, telemetry: Telemetry): Store {
  return traceMethods(store, "store", telemetry);
}

function traceMethods<Part extends object>(part: Part, path: string, telemetry: Telemetry): Part {
  return decorateEach(part, (name) => {
    const member: unknown = Reflect.get(part, name);
    const coordinate = `${path}.${name}`;
    if (typeof member === "function") {
      return untraced.has(name) ? member.bind(part) : traceMethod(member.bind(part), coordinate, telemetry);
    }
    return typeof member === "object" && member !== null ? traceMethods(member, coordinate, telemetry) : member;
  });
}

function traceMethod(method: (...values: unknown[]) => unknown, name: string, telemetry: Telemetry) {
  return (...values: unknown[]) => telemetry.span({ name, kind: "client" }, () => method(...values));
}
