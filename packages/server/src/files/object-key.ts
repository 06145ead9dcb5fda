/** Key of a file: its project and a generated id, without any input of the client. */
export function createObjectKey(projectId: string, fileId: string): string {
  return `${projectId}/${fileId}`;
}

/** Project of a key; empty if the text is not one of our keys. */
export function projectIdOf(objectKey: string): string {
  return objectKey.slice(0, Math.max(objectKey.lastIndexOf("/"), 0));
}
