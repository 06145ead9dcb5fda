import { tableFeatures } from "@tanstack/react-table";

/** Feature set of the table library. It is empty, because the service filters and sorts. */
export const logFeatures = tableFeatures({});
