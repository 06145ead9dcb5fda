import { readFeedbackPermit } from "../records/feedback.ts";
import type { MutationResolvers } from "./resolver-types.ts";

export const feedbackMutations: MutationResolvers = {
  createFeedbackToken(_parent, args, { project, now, newId, baseUrl, feedbackTokenOf }) {
    const permit = readFeedbackPermit(args, { projectId: project.id, id: newId(), now: now() });
    return { token: feedbackTokenOf(permit), url: `${baseUrl}/api/feedback`, expiresAt: permit.expiresAt };
  },
};
