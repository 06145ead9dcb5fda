import type { S3Credentials } from "../files/s3-credentials.ts";
import { ConfigError } from "./config-error.ts";
import type { Configuration } from "./settings.ts";

/** What the configuration shows to an S3-compatible store; undefined when there is no such store, or no login to it. */
export function readS3Credentials(configuration: Configuration): S3Credentials | undefined {
  const { awsAccessKeyId, awsSecretAccessKey, awsSessionToken, filesUrl } = configuration;
  if (awsAccessKeyId !== undefined && awsSecretAccessKey !== undefined) {
    return { accessKeyId: awsAccessKeyId, secretAccessKey: awsSecretAccessKey, sessionToken: awsSessionToken };
  }
  if (filesUrl === undefined) return undefined;
  throw new ConfigError(
    "The files are in an S3 bucket (THREADLINE_FILES_URL), which needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
  );
}
