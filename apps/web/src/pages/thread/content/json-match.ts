import { createContext } from "react";
import type { JsonPath } from "./json-path.ts";

export interface JsonMatch {
  /** Path of the current match; null if there is none. */
  readonly current: JsonPath | null;
  readonly isMatch: (path: JsonPath) => boolean;
}

export const JsonMatchContext = createContext<JsonMatch>({ current: null, isMatch: () => false });
