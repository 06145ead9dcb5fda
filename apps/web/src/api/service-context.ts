import { createContext, useContext } from "react";

/** Last known availability of the service. */
export const ServiceContext = createContext(true);

export function useIsServiceThere(): boolean {
  return useContext(ServiceContext);
}
