import { createContext, useContext } from "react";

export const ServiceContext = createContext(true);

export function useIsServiceThere(): boolean {
  return useContext(ServiceContext);
}
