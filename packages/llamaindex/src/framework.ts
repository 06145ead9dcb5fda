/** Object that triggered an event. `parent` is the object inside which it ran. */
export interface EventCaller {
  readonly id: string;
  readonly caller: unknown;
  readonly parent: EventCaller | null;
}

/** The fields of an event that this package reads. */
export interface LlamaIndexEvent {
  readonly detail: unknown;
  readonly reason: EventCaller | null;
}
