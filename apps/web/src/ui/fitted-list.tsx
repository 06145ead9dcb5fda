import type { ComponentType } from "react";
import type { FittedListProps } from "./fitted-items.tsx";
import { onDemand } from "./on-demand.tsx";

/** Items on one line. Shows as many as fit, and the number of the rest, which a tooltip lists. */
export const FittedList: ComponentType<FittedListProps> = onDemand(
  async () => (await import("./fitted-items.tsx")).FittedItems,
);
