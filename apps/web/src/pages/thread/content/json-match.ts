import { createContext } from "react";
import type { JsonPath } from "./json-path.ts";

export interface JsonMatch {
  /** Match that is shown; null without one. */
  readonly current: JsonPath | null;
  readonly isMatch: (path: JsonPath) => boolean;
}

export const JsonMatchContext = createContext<JsonMatch>({ current: null, isMatch: () => false });
