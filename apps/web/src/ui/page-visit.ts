import { createContext } from "react";

/** Called with the title of each shown page, and again when the title changes. */
export const PageVisitContext = createContext<(title: string) => void>(() => undefined);
