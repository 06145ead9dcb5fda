import { ConfigError } from "./config-error.ts";
import type { Configuration } from "./settings.ts";

/** Credentials of an S3-compatible store, as in the usual AWS variables. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Only for temporary credentials. */
  readonly sessionToken?: string | undefined;
}

/**
 * Returns the configured credentials; undefined if one of the two keys is missing. Throws a {@link ConfigError} instead
 * if files are stored in S3.
 */
export function readS3Credentials(configuration: Configuration): S3Credentials | undefined {
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken, filesUrl } = configuration;
  if (awsAccessKeyId !== undefined && awsSecretAccessKey !== undefined) {
    return { accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, sessionToken: awsSessionToken };
  }
  if (filesUrl === undefined) return undefined;
  throw new ConfigError(
    "Files are stored in an S3 bucket (THREADLINE_FILES_URL), but its credentials are missing. " +
      "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  );
}
