import type { Context } from "hono";
import type { AppEnv } from "../http/app-env.ts";
import type { PublicUrl } from "../http/public-url.ts";
import type { Mail, Mailer } from "../mail/create-mailer.ts";

/** Sends an email to an account about a change of its sign-in. `url` opens the sign-in page. */
export type NotifyAccount = (
  context: Context<AppEnv>,
  email: string,
  create: (link: { readonly to: string; readonly url: string }) => Mail,
) => void;

/** Without a mailer, the returned function does nothing. */
export function createNotifyAccount(mailer: Mailer | null, publicUrl: PublicUrl): NotifyAccount {
  return (context, email, create) => {
    if (mailer === null) return;
    const mail = create({ to: email, url: `${publicUrl.forRequest(context.req.url)}/login` });
    sendLater(context, mailer.send(mail));
  };
}

/**
 * Logs the error if an email about an account is not sent. The email is not awaited, so the request completes even if
 * the mail server is slow or rejects the message.
 */
export function sendLater(context: Context<AppEnv>, sending: Promise<unknown>): void {
  sending.catch((error: unknown) => context.get("log").error({ err: error }, "an email about an account was not sent"));
}
