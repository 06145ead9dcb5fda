/** Creates the key of a file from its project and a generated id. It contains no client input. */
export function createObjectKey(projectId: string, fileId: string): string {
  return `${projectId}/${fileId}`;
}

/** Returns the project of a key; empty if the service did not create the key. */
export function projectIdOf(objectKey: string): string {
  return objectKey.slice(0, Math.max(objectKey.lastIndexOf("/"), 0));
}
