import { dataOf, hide } from "@threadline/core/internal";
import type { RunObserver } from "./run-observer.ts";

type AgentClass = abstract new (...values: unknown[]) => object;
type AgentMethod = (this: object, ...values: unknown[]) => unknown;

/** Returns the class of agents, wrapped so that the calls of new agents are recorded. */
export function observeAgentClass(Agent: AgentClass, observer: RunObserver): AgentClass {
  return new Proxy(Agent, {
    construct: (target, values, newTarget) => {
      const agent = Reflect.construct(target, values, newTarget) as object;
      observeAgent(agent, observer);
      return agent;
    },
  });
}

function observeAgent(agent: object, observer: RunObserver): void {
  for (const name of ["generate", "stream"] as const) {
    const method: unknown = Reflect.get(agent, name);
    if (typeof method !== "function") continue;
    const observed: AgentMethod = function (options, ...rest) {
      const settings = dataOf(this, "settings");
      const call = (holder: object, given: unknown): unknown => (method as AgentMethod).call(holder, given, ...rest);
      if (typeof settings !== "object" || settings === null) return call(this, options);
      const all = (): object => ({ ...settings, ...(options as object) });
      return observer.operate(all, { name: nameOf(settings), isStream: name === "stream" }, (operation) => {
        if (operation === undefined) return call(this, options);
        // The method runs on a copy of the agent, so that the agent itself does not change. The copy replaces only
        // `settings`, and inherits everything else from the agent.
        const field = { value: observer.observeOptions(settings, operation) };
        return call(Object.create(this, { settings: field }) as object, observer.observeOptions(options, operation));
      });
    };
    hide(agent, name, observed);
  }
}

function nameOf(settings: object): string {
  const id = dataOf(settings, "id");
  return typeof id === "string" && id !== "" ? id : "agent";
}
