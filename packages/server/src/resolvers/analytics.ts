import { readAnalysis, readFacets, readMetadataPaths, readTimeSeries } from "../records/analytics.ts";
import type { QueryResolvers, TimeSeriesResolvers } from "./resolver-types.ts";

export const analyticsQueries: QueryResolvers = {
  facets: (_parent, args, { store, project, now }) => store.analytics.facets(project.id, readFacets(args, now())),
  statistics: (_parent, args, { store, project, now }) =>
    store.analytics.statistics(project.id, readAnalysis(args, now())),
  timeSeries: (_parent, args, { store, project, now }) =>
    store.analytics.timeSeries(project.id, readTimeSeries(args, now())),
  async metadataPaths(_parent, args, { store, project }) {
    const paths = await store.analytics.metadataPaths(project.id, readMetadataPaths(args));
    return paths.map((path) => ({ path }));
  },
};

export const TimeSeries: TimeSeriesResolvers = {
  bucketSeconds: ({ bucketLength }) => bucketLength / 1_000,
};
