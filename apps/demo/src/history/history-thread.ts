import type { JsonObject, StepConstructor } from "@threadline/core";
import type { Person } from "./people.ts";
import type { PictureSubject } from "./draw-picture.ts";
import type { Random } from "./random.ts";

/** Everything that determines one thread of the history. */
export interface HistoryContext {
  edition: number;
  /** Key of the thread, unique in the history. */
  key: string;
  /** Seeded by the key, so that no thread depends on another. */
  random: Random;
  person: Person;
  /** Place in the history, from 0 to 1. */
  progress: number;
  /** Epoch milliseconds. */
  startsAt: number;
  /** Ids of the versions of the support prompt. */
  promptIds: string[];
}

export interface HistoryThread {
  id: string;
  name: string;
  tags: string[];
  metadata: JsonObject;
  person: Person;
  environment: "prod" | "staging";
  steps: StepConstructor[];
  photos: HistoryPhoto[];
}

export interface HistoryPhoto {
  id: string;
  name: string;
  subject: PictureSubject;
  /** Hue of the object, in degrees. */
  hue: number;
  step: StepConstructor;
}
