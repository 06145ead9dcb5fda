import {
  CREATE_ALERT,
  DELETE_ALERT,
  GET_ALERT,
  GET_ALERT_CHANGES,
  GET_ALERTS,
  PREVIEW_ALERT,
  SILENCE_ALERT,
  UPDATE_ALERT,
} from "../documents/generated/documents.ts";
import type { CallOptions, Transport } from "../transport/transport.ts";
import type { Alert, AlertChange, AlertPreview, NewAlert } from "../types/alerts.ts";
import { found } from "./found.ts";

/** Operations for alerts, which notify channels when a metric meets a condition. */
export interface AlertOperations {
  /** Lists all alerts, in order of their names. */
  getAlerts(options?: CallOptions): Promise<Alert[]>;
  /** Returns an alert. Null if there is none. */
  getAlert(id: string, options?: CallOptions): Promise<Alert | null>;
  /**
   * Returns a page of an alert's state changes and early warnings, newest first. Default: the first 50. For an alert
   * with `groupBy`, `groupId` limits the page to the changes and warnings of one group.
   */
  getAlertChanges(
    id: string,
    page?: { groupId?: string; first?: number; skip?: number },
    options?: CallOptions,
  ): Promise<AlertChange[]>;
  /**
   * Returns the times at which an alert would have fired in the last 30 days. Works for new settings and for those of a
   * stored alert.
   */
  previewAlert(alert: NewAlert, options?: CallOptions): Promise<AlertPreview>;
  createAlert(alert: NewAlert, options?: CallOptions): Promise<Alert>;
  /** Changes an alert, and evaluates it again. Absent fields stay as they are, and null removes a value. */
  updateAlert(id: string, alert: NewAlert, options?: CallOptions): Promise<Alert>;
  /** Silences an alert until a time, as ISO 8601, epoch milliseconds or `Date`. Null ends the silence. */
  silenceAlert(id: string, until: string | number | Date | null, options?: CallOptions): Promise<Alert>;
  /** Deletes an alert with its changes, and resolves to its id. */
  deleteAlert(id: string, options?: CallOptions): Promise<string>;
}

export function createAlertOperations(transport: Transport): AlertOperations {
  return {
    async getAlerts(options) {
      return (await transport.graphql(GET_ALERTS, {}, options)).alerts;
    },
    async getAlert(id, options) {
      return (await transport.graphql(GET_ALERT, { id }, options)).alert;
    },
    async getAlertChanges(id, page = {}, options) {
      const { alert } = await transport.graphql(GET_ALERT_CHANGES, { id, ...page }, options);
      return found("getAlertChanges", id, alert).changes;
    },
    async previewAlert(alert, options) {
      return (await transport.graphql(PREVIEW_ALERT, { alert }, options)).alertPreview;
    },
    async createAlert(alert, options) {
      return (await transport.graphql(CREATE_ALERT, { alert }, options)).createAlert;
    },
    async updateAlert(id, alert, options) {
      return (await transport.graphql(UPDATE_ALERT, { id, alert }, options)).updateAlert;
    },
    async silenceAlert(id, until, options) {
      const variables = { id, until: until === null ? null : new Date(until).toISOString() };
      return (await transport.graphql(SILENCE_ALERT, variables, options)).silenceAlert;
    },
    async deleteAlert(id, options) {
      const data = await transport.graphql(DELETE_ALERT, { id }, options);
      return found("deleteAlert", id, data.deleteAlert).id;
    },
  };
}
