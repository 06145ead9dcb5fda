/** Object that triggered an event. Its `parent` is the enclosing object. */
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
