/** The key of a file: its project and an id of ours. Nothing that a client chose is in it. */
export function createObjectKey(projectId: string, fileId: string): string {
  return `${projectId}/${fileId}`;
}

/** The project that a key belongs to; empty when the text is not a key of ours. */
export function projectIdOf(objectKey: string): string {
  return objectKey.slice(0, Math.max(objectKey.lastIndexOf("/"), 0));
}
