import { createContext, useContext } from "react";

/** Whether the service was available when it was last checked. */
export const ServiceContext = createContext(true);

export function useIsServiceThere(): boolean {
  return useContext(ServiceContext);
}
