import type { MailFailure, NotificationMail } from "../alerts/notifier.ts";
import { type Mailer, MailError } from "./create-mailer.ts";

/** Codes of errors that occur before the server could accept a message. */
const rejectedCodes: ReadonlySet<unknown> = new Set(["EAUTH", "EDNS", "EENVELOPE", "EMESSAGE", "ETLS"]);
/**
 * Error messages of timeouts that occur before the server could accept a mail. Later timeouts have the same error code,
 * so an early timeout can only be recognized by its error message.
 */
const earlyTimeouts: ReadonlySet<unknown> = new Set(["Connection timeout", "Greeting never received"]);

/** Sends a notification. Resolves to null, or to the reason if the SMTP server did not accept the message. */
export async function sendNotification(mailer: Mailer, mail: NotificationMail): Promise<MailFailure | null> {
  try {
    await mailer.send(mail);
    return null;
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return { message: error.message, mayBeSent: !wasRejected(error.cause) };
  }
}

/** Whether the server certainly did not accept the message, so that sending it again cannot deliver it twice. */
function wasRejected(cause: unknown): boolean {
  const { code, responseCode, syscall, message } = Object(cause) as Readonly<Record<string, unknown>>;
  const isAnswered = typeof responseCode === "number" && responseCode >= 400;
  return isAnswered || rejectedCodes.has(code) || syscall === "connect" || earlyTimeouts.has(message);
}
