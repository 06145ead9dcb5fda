/** Returns the name of a draft. An empty id returns the start of the names of the project's drafts. */
export function draftName(accountId: string, projectId: string, id: string): string {
  return `playground.${accountId}/${encodeURIComponent(projectId)}/${id}`;
}
