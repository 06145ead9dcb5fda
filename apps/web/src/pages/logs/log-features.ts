import { tableFeatures } from "@tanstack/react-table";

/** Features of the log table: only rows and cells, because the service filters and sorts. */
export const logFeatures = tableFeatures({});
