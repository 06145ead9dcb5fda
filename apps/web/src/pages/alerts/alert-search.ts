export interface NewAlertSearch {
  readonly budget?: true | undefined;
  /** Name of the metric that the form starts with. Set by the links in charts. Unknown names have no effect. */
  readonly metric?: string | undefined;
  readonly query?: string | undefined;
  readonly channel?: string | undefined;
}

export function readNewAlertSearch({ budget, metric, query, channel }: Record<string, unknown>): NewAlertSearch {
  if (budget === true) return { budget };
  const hasMetric = typeof metric === "string" && metric !== "";
  return {
    ...(hasMetric && { metric }),
    ...(hasMetric && typeof query === "string" && query !== "" && { query }),
    ...(typeof channel === "string" && channel !== "" && { channel }),
  };
}
