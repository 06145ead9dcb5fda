import {
  CREATE_DASHBOARD,
  DELETE_DASHBOARD,
  GET_DASHBOARD,
  GET_DASHBOARDS,
  UPDATE_DASHBOARD,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Dashboard, NewDashboard } from "../types/dashboards.ts";
import { found } from "./found.ts";

/** Operations on dashboards, which are charts in a grid. All project members share them. */
export interface DashboardOperations {
  /** Lists all dashboards of the project, in order of their names. */
  getDashboards(options?: CallOptions): Promise<Dashboard[]>;
  /** Returns the dashboard; null when not found. */
  getDashboard(id: string, options?: CallOptions): Promise<Dashboard | null>;
  createDashboard(dashboard: NewDashboard, options?: CallOptions): Promise<Dashboard>;
  /** Replaces the name, the description and all widgets of a dashboard. */
  updateDashboard(id: string, dashboard: NewDashboard, options?: CallOptions): Promise<Dashboard>;
  /** Deletes a dashboard, and resolves to it. */
  deleteDashboard(id: string, options?: CallOptions): Promise<Dashboard>;
}

export function createDashboardOperations(transport: Transport): DashboardOperations {
  return {
    async getDashboards(options) {
      return (await transport.graphql(GET_DASHBOARDS, {}, options)).dashboards;
    },
    async getDashboard(id, options) {
      return (await transport.graphql(GET_DASHBOARD, { id }, options)).dashboard;
    },
    async createDashboard(dashboard, options) {
      return (await transport.graphql(CREATE_DASHBOARD, { dashboard }, options)).createDashboard;
    },
    async updateDashboard(id, dashboard, options) {
      return (await transport.graphql(UPDATE_DASHBOARD, { id, dashboard }, options)).updateDashboard;
    },
    async deleteDashboard(id, options) {
      const data = await transport.graphql(DELETE_DASHBOARD, { id }, options);
      return found("deleteDashboard", id, data.deleteDashboard);
    },
  };
}
