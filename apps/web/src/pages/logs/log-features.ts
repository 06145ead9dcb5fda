import { tableFeatures } from "@tanstack/react-table";

/** What the table of the log does by itself: nothing beyond rows and cells, because the service filters and orders. */
export const logFeatures = tableFeatures({});
