import { type PatchOthers, patch, type Wrap } from "@threadline/core/internal";
import type { Recorder } from "./recorder.ts";

type Parts = Readonly<Record<string, unknown>>;

function part(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" || typeof inner === "function" ? (inner as Parts | null)?.[name] : undefined,
    value,
  );
}

export function clientBatches(client: object): unknown[] {
  return [part(client, "messages", "batches"), part(client, "beta", "messages", "batches")];
}

export function classBatches(constructor: object): unknown[] {
  return [
    part(constructor, "Messages", "Batches", "prototype"),
    part(constructor, "Beta", "Messages", "Batches", "prototype"),
  ];
}

export function patchBatches(resources: readonly unknown[]): PatchOthers<Recorder> {
  return (current) => {
    const results: Wrap = (original) =>
      function (this: object, ...values: unknown[]) {
        const observer = current();
        const answer = original.call(this, ...values);
        // `results` is an async method of the client, so it returns a promise. Any other value is returned without
        // being observed.
        if (observer === undefined || !(answer instanceof Promise)) return answer;
        return answer.then((decoder: unknown) => {
          observer.safely(() => observer.observeResults(values[0], decoder));
          return decoder;
        });
      };
    return resources.filter(isObject).map((resource) => patch(resource, { results }));
  };
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
