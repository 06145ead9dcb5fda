import type { Logger } from "pino";
import type { InvitationMessage } from "../resolvers/context.ts";
import { invitationMail } from "./account-mails.ts";
import { type Mailer, MailError } from "./create-mailer.ts";

/**
 * Sends an invitation. Resolves to null, or to the reason if the SMTP server did not accept the message. It does not
 * reject, because the link of the invitation works anyway.
 */
export async function sendInvitation(mailer: Mailer, message: InvitationMessage, log: Logger): Promise<string | null> {
  try {
    await mailer.send(invitationMail(message));
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    log.warn({ err: error }, "an invitation was not sent");
    return error.message;
  }
}
