/** What the service shows to an S3-compatible store, by the variables that other programs use for it. */
export interface S3Credentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** Of credentials that expire. */
  readonly sessionToken?: string | undefined;
}
