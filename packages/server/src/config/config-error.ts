/**
 * Error for a setting that is missing, malformed or unknown. The message names the setting and every place where it can
 * be set.
 */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}
