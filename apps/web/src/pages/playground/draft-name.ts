/**
 * Returns the name under which a draft is stored. With an empty id, returns the start that all names of the project's
 * drafts share.
 */
export function draftName(accountId: string, projectId: string, id: string): string {
  return `playground.${accountId}/${encodeURIComponent(projectId)}/${id}`;
}
