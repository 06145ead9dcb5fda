/**
 * Matches the names of embedding models, but not names that contain `embedded`, such as those of models for devices.
 */
const embeddingName = /embed(?!ded)/i;

/** Whether a model can answer messages. Connections do not say so, so its name decides. */
export function isChatModel(name: string): boolean {
  return !embeddingName.test(name);
}

/**
 * Returns the connections with only their chat models. Omits connections that only allow other models, because an empty
 * list means that all models are allowed.
 */
export function chatConnections<Connection extends { readonly models: readonly string[] }>(
  connections: readonly Connection[],
): readonly Connection[] {
  return connections
    .map((connection) => ({ ...connection, models: connection.models.filter(isChatModel) }))
    .filter(({ models }, index) => models.length > 0 || connections[index]?.models.length === 0);
}
