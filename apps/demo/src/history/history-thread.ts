import type { JsonObject, StepConstructor } from "@threadline/core";
import type { Person } from "./people.ts";
import type { PictureSubject } from "./draw-picture.ts";
import type { Random } from "./random.ts";

/** The values from which one thread of the history is generated. */
export interface HistoryContext {
  edition: number;
  /** Key of the thread. It is unique in the history. */
  key: string;
  /** Random generator that is seeded by the key, so that threads do not depend on each other. */
  random: Random;
  person: Person;
  /** Position of the thread in the history: 0 is the start, 1 the end. */
  progress: number;
  /** Start of the thread, in epoch milliseconds. */
  startsAt: number;
  /** Ids of the versions of the support prompt, oldest first. */
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
  /** Hue of the photographed object, in degrees. */
  hue: number;
  step: StepConstructor;
}
