import { useEffect, useMemo, useState } from "react";
import { useOperation } from "../../api/use-request.ts";
import { firstRecord } from "../../generated/dashboard.ts";
import type { QuickRange } from "../logs/log-search.ts";
import { type DashboardSearch, type Period, periodOf, rangeFor, zoomPeriod } from "./dashboard-search.ts";

export interface DashboardPeriod {
  /** Null while the period is unknown. */
  readonly period: Period | null;
  readonly range: QuickRange;
  readonly isZoomed: boolean;
  readonly change: (changed: Partial<DashboardSearch>) => void;
  readonly zoom: (wanted: Period) => void;
  /** Moves the end of the period to the end of the current minute. Does not reload data by itself. */
  readonly refresh: () => void;
}

/**
 * Maximum age of a period that ends now, in milliseconds. When the user returns to the page after a longer time, the
 * end of the period is moved to the current time.
 */
const renewAfter = 5 * 60_000;

/** Returns the period of a dashboard. If none is selected, its range depends on the age of the project's records. */
export function usePeriod(
  search: DashboardSearch,
  onChange: (changed: Partial<DashboardSearch>) => void,
): DashboardPeriod {
  const [now, setNow] = useState(Date.now);
  const isZoomed = search.from !== undefined;
  useEffect(() => {
    const renew = (): void => {
      if (document.visibilityState !== "visible") return;
      setNow((old) => (Date.now() - old > renewAfter ? Date.now() : old));
    };
    document.addEventListener("visibilitychange", renew);
    return () => document.removeEventListener("visibilitychange", renew);
  }, []);
  const isOpen = search.range === undefined && !isZoomed;
  const first = useOperation(firstRecord, {}, { enabled: isOpen });
  const isAsking = isOpen && first.isPending;
  const range = search.range ?? rangeFor(first.data?.steps.edges[0]?.node.createdAt ?? null, now);
  const period = useMemo(() => (isAsking ? null : periodOf(search, now, range)), [isAsking, search, now, range]);
  const change = (changed: Partial<DashboardSearch>): void => {
    if (changed.range) setNow(Date.now());
    onChange(changed);
  };
  return {
    period,
    range,
    isZoomed,
    change,
    zoom: (wanted) => {
      const zoomed = zoomPeriod(wanted);
      if (!zoomed) return;
      const { from, to } = zoomed;
      change({ range: undefined, from: new Date(from).toISOString(), to: new Date(to).toISOString() });
    },
    refresh: () => setNow(Date.now()),
  };
}
