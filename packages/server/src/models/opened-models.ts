import type { OpenConnection } from "./model-call.ts";
import { baseUrlOf } from "./open-model.ts";

const maxClients = 100;

/**
 * Clients of models. Each combination of connection, secrets and model has one client, which is kept for later calls:
 * creating a client takes more processor time than a call.
 */
export class OpenedModels<Client> {
  readonly #create: (open: OpenConnection, model: string) => Promise<Client>;
  readonly #clients = new Map<string, Promise<Client>>();

  constructor(create: (open: OpenConnection, model: string) => Promise<Client>) {
    this.#create = create;
  }

  get(open: OpenConnection, model: string): Promise<Client> {
    const key = keyOf(open, model);
    const client = this.#clients.get(key) ?? this.#create(open, model);
    this.#clients.delete(key);
    this.#clients.set(key, client);
    if (this.#clients.size > maxClients) {
      for (const oldest of this.#clients.keys()) {
        this.#clients.delete(oldest);
        break;
      }
    }
    client.catch(() => this.#clients.delete(key));
    return client;
  }
}

/**
 * Returns a key that changes whenever a new client is necessary. It contains the secrets in encrypted form. This form
 * differs between connections, and changes with the secrets.
 */
function keyOf({ connection, secrets }: OpenConnection, model: string): string {
  const { kind, sealedSecrets } = connection;
  const isOpen = secrets.apiKey !== null || secrets.headers.length > 0;
  return JSON.stringify([kind, baseUrlOf(connection), sealedSecrets, isOpen, model]);
}
