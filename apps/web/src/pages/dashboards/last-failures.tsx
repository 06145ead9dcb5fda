import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useEach } from "../../api/use-each.ts";
import { type LastFailureQuery, lastFailure } from "../../generated/dashboards.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { conditionsOf } from "../logs/log-conditions.ts";
import type { LogSearch } from "../logs/log-search.ts";
import { newestFirst } from "./newest-first.ts";
import { stepTarget } from "../logs/record-target.ts";

type Failure = LastFailureQuery["steps"]["edges"][number]["node"];

/** Reads the newest failed step of each search. The order of `failures` is that of `searches`. */
export function LastFailures({
  searches,
  children,
}: {
  readonly searches: readonly LogSearch[];
  readonly children: (failures: readonly (Failure | undefined)[]) => ReactNode;
}) {
  const calls = searches.map((search) => ({
    filters: conditionsOf(search, { textField: "name", now: 0, resource: "steps" }),
    query: search.query,
    orderBy: newestFirst,
  }));
  return children(useEach(lastFailure, calls).data.map((each) => each?.steps.edges[0]?.node));
}

export function LastFailureCell({
  failure,
  projectId,
}: {
  readonly failure: Failure | undefined;
  readonly projectId: string;
}) {
  const formats = useFormats();
  if (failure === undefined) return "–";
  return (
    <Link {...stepTarget(failure, projectId)} title={visibleString(failure.error ?? "")} preload={false}>
      {formats.relativeTime(failure.createdAt)}
    </Link>
  );
}
