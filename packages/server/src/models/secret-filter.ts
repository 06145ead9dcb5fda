import type { JsonValue } from "../json/json-value.ts";
import type { OpenConnection } from "./model-call.ts";

const replacement = "[secret]";
/**
 * Minimum length of a secret that is removed from error messages. Shorter secrets, such as `ollama` or `true`, may be
 * ordinary words, and stay. For model output, the minimum is `minOutputLength`.
 */
const minErrorLength = 8;
const minOutputLength = 16;

/** Replaces the secrets of a connection in an error message. */
export function withoutSecrets(text: string, open: OpenConnection): string {
  return replaceAll(text, secretsOf(open, minErrorLength));
}

/**
 * Replaces the secrets of a connection in a provider's response. A response contains secrets if the provider repeats
 * the request in it.
 */
export class SecretFilter {
  readonly #secrets: readonly string[];
  #rest = "";

  constructor(open: OpenConnection) {
    // Header values count as secrets unless they are URLs. For example, OpenRouter expects the application's URL in a
    // header. This URL is not secret, and a response may contain it.
    this.#secrets = secretsOf(open, minOutputLength).filter((secret) => !URL.canParse(secret));
  }

  /**
   * Adds a part of a text, and returns the next piece of the text without secrets. Characters at the end that may be
   * the start of a secret are returned by a later call.
   */
  next(part: string): string {
    const text = replaceAll(this.#rest + part, this.#secrets);
    const held = Math.max(0, ...this.#secrets.map((secret) => startAtEnd(text, secret)));
    this.#rest = text.slice(text.length - held);
    return text.slice(0, text.length - held);
  }

  end(): string {
    const rest = this.#rest;
    this.#rest = "";
    return rest;
  }

  json(value: JsonValue): JsonValue {
    if (this.#secrets.length === 0) return value;
    const escaped = this.#secrets.map((secret) => JSON.stringify(secret).slice(1, -1));
    return JSON.parse(replaceAll(JSON.stringify(value), escaped)) as JsonValue;
  }
}

function secretsOf({ connection: { kind }, secrets }: OpenConnection, minLength: number): string[] {
  const apiKey = secrets.apiKey ?? "";
  // A key of AWS consists of several secrets.
  const keys = kind === "bedrock" ? [apiKey, ...apiKey.split(":")] : [apiKey];
  const values = [...keys, ...secrets.headers.map(({ value }) => value)];
  // Includes the words of values such as `Bearer <token>`.
  const all = new Set(values.flatMap((value) => [value, ...value.split(" ")]));
  return [...all].filter((value) => value.length >= minLength).toSorted((one, other) => other.length - one.length);
}

function replaceAll(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, replacement), text);
}

/** Returns the number of characters at the end of the text that may be the start of the secret. */
function startAtEnd(text: string, secret: string): number {
  for (let length = Math.min(secret.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(secret.slice(0, length))) return length;
  }
  return 0;
}
