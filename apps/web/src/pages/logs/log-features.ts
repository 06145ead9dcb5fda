import { tableFeatures } from "@tanstack/react-table";

/** Features of the table library. None are used, because the service filters and sorts. */
export const logFeatures = tableFeatures({});
