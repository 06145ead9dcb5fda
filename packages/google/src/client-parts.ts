import { toObject } from "@threadline/core/internal";

export interface ClientParts {
  requests: object | undefined;
  models: object | undefined;
  chats: object | undefined;
}

export function clientParts(client: object): ClientParts {
  const { apiClient, models, chats } = toObject(client);
  return { requests: asObject(apiClient), models: asObject(models), chats: asObject(chats) };
}

function asObject(value: unknown): object | undefined {
  return typeof value === "object" && value !== null ? value : undefined;
}
