import { request } from "../../../api/request.ts";
import { deleteUserData } from "../../../generated/users.ts";

export const deletedKinds = [
  "threads",
  "steps",
  "generations",
  "scores",
  "comments",
  "attachments",
  "files",
  "threadShares",
  "datasetItems",
  "experimentItems",
] as const;

export type DeletedCounts = Readonly<Record<(typeof deletedKinds)[number], number>>;

export const nothingDeleted: DeletedCounts = {
  threads: 0,
  steps: 0,
  generations: 0,
  scores: 0,
  comments: 0,
  attachments: 0,
  files: 0,
  threadShares: 0,
  datasetItems: 0,
  experimentItems: 0,
};

/**
 * Deletes all data of a user. The service deletes only a part per request, so the request is repeated until nothing is
 * left. `onPart` is called with the numbers of records that each request deleted.
 */
export async function deleteData(
  projectId: string | null,
  user: { readonly id: string; readonly identifier: string },
  onPart: (deleted: DeletedCounts) => void,
): Promise<void> {
  const variables = { id: user.id, identifier: user.identifier };
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one request after the other
    const { deleteParticipantData: part } = await request({ projectId, operation: deleteUserData, variables });
    // A concurrent deletion has already removed the user.
    if (part === null) return;
    onPart(part);
    if (part.isComplete) return;
  }
}

export function addCounts(one: DeletedCounts, other: DeletedCounts): DeletedCounts {
  return Object.fromEntries(deletedKinds.map((kind) => [kind, one[kind] + other[kind]])) as DeletedCounts; // with all kinds
}
