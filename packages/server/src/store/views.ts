import type { JsonValue } from "../json/json-value.ts";
import type { FilterOperator, Order } from "./list.ts";

export type ViewResource = "generations" | "runs" | "scores" | "steps" | "threads";

/** A condition as the client gave it; dates are strings. */
export interface ViewFilter {
  readonly path: string | null;
  readonly field: string;
  readonly operator: FilterOperator;
  readonly value: JsonValue;
}

/** Time range of a saved view; all time if all fields are null. Times are epoch milliseconds. */
export interface ViewTimeRange {
  /** Length of a range that ends now, such as `7d`. */
  readonly last: string | null;
  readonly from: number | null;
  /** Exclusive. */
  readonly to: number | null;
}

/** A saved view of a list. Times are epoch milliseconds. */
export interface ViewRecord {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly name: string;
  readonly resource: ViewResource;
  readonly filters: readonly ViewFilter[];
  /** Query that the records must also match. */
  readonly query: string | null;
  readonly columns: readonly string[] | null;
  readonly orderBy: Order | null;
  /** Null if the view does not change the time range of the list. */
  readonly timeRange: ViewTimeRange | null;
  readonly isShared: boolean;
  /** Id of the account that created the view, which may have been deleted. Null if no account created it. */
  readonly ownerId: string | null;
}

export interface ViewStore {
  /** Returns the shared views of the project, by name. */
  all(projectId: string): Promise<ViewRecord[]>;
  get(projectId: string, id: string): Promise<ViewRecord | null>;
  /** Rejects with a {@link ConflictError} if the project has `limit` views. */
  create(projectId: string, view: ViewRecord, limit: number): Promise<ViewRecord>;
  /** Replaces the record with this id. Resolves to null if not found. */
  replace(projectId: string, view: ViewRecord): Promise<ViewRecord | null>;
  delete(projectId: string, id: string): Promise<ViewRecord | null>;
}
