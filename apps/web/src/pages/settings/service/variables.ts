/** Environment variables with which the service sends email. */
export function mailVariables(): string {
  return (
    "THREADLINE_MAIL_URL=smtp://user:password@smtp.example.com:587\n" +
    "THREADLINE_MAIL_FROM=Threadline <threadline@example.com>\n" +
    `THREADLINE_BASE_URL=${location.origin}`
  );
}

/** Environment variables of single sign-on, in addition to `THREADLINE_BASE_URL`. */
export const ssoVariables =
  "THREADLINE_SSO_ISSUER=https://login.example.com\n" +
  "THREADLINE_SSO_CLIENT_ID=threadline\n" +
  "THREADLINE_SSO_CLIENT_SECRET=...";
