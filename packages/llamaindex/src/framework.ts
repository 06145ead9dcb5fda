/** The object that an event comes from, and through `parent` the objects around it. */
export interface EventCaller {
  readonly id: string;
  readonly caller: unknown;
  readonly parent: EventCaller | null;
}

/** The fields of the framework's events that are read. */
export interface LlamaIndexEvent {
  readonly detail: unknown;
  readonly reason: EventCaller | null;
}
