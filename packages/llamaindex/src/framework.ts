/** The object that an event comes from, with those around it. */
export interface EventCaller {
  readonly id: string;
  readonly caller: unknown;
  readonly parent: EventCaller | null;
}

/** The fields of the framework's events that we read. */
export interface LlamaIndexEvent {
  readonly detail: unknown;
  readonly reason: EventCaller | null;
}
