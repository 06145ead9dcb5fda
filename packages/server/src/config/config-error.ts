/** A setting is missing, malformed or unknown. The message names the setting and every place it can be given. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
