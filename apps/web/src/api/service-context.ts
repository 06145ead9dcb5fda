import { createContext, useContext } from "react";

/** Whether the service answers, as far as is known. */
export const ServiceContext = createContext(true);

export function useIsServiceThere(): boolean {
  return useContext(ServiceContext);
}
