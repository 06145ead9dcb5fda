import type { Transporter } from "nodemailer";
import { type MailOptions, type MailServer, readMailServer } from "./mail-options.ts";

const timeoutMs = 10_000;
const maxReasonLength = 300;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Error of a message that the SMTP server did not accept. It states the reason, without the password. */
export class MailError extends Error {
  override readonly name = "MailError";
}

export interface Mailer {
  readonly server: MailServer;
  /** Resolves when the SMTP server has accepted the message. Rejects with a {@link MailError}. */
  send(mail: Mail): Promise<void>;
}

/** Sends messages over SMTP, each over its own connection. The library is loaded with the first message. */
export function createMailer(options: MailOptions): Mailer {
  const server = readMailServer(options);
  let opened: Promise<Transporter> | undefined;
  return {
    server,
    async send({ to, subject, text }) {
      opened ??= open(server);
      try {
        const transport = await opened;
        await transport.sendMail({
          from: server.from,
          // The recipient is an object, because the library would parse a string as a list of recipients.
          to: { name: "", address: to },
          subject,
          text,
          headers: { "Auto-Submitted": "auto-generated" },
        });
      } catch (error) {
        throw new MailError(explain(error, server), { cause: error });
      }
    },
  };
}

async function open({ host, port, tls, user, password }: MailServer): Promise<Transporter> {
  const { createTransport } = await import("nodemailer");
  return createTransport({
    host,
    port,
    secure: tls === "start",
    requireTLS: tls === "upgrade",
    ...(user === "" ? {} : { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

function explain(error: unknown, { host, port, password }: MailServer): string {
  const { code = "", message = String(error) } = Object(error) as { readonly code?: string; readonly message?: string };
  // Replaces the password before the text is shortened. A shortened text could end within the password, and the rest of
  // the password would not be replaced.
  const plain = password === "" ? message : message.replaceAll(password, "…");
  const reason = plain.replaceAll(/\s+/g, " ").slice(0, maxReasonLength);
  const place = `${host}:${port}`;
  switch (code) {
    case "EAUTH":
      return `${place} rejected the user name or password: ${reason}`;
    case "ETLS":
      return `${place} does not offer TLS (STARTTLS); use smtps:// if it expects TLS from the start: ${reason}`;
    case "EENVELOPE":
      return `${place} rejected the sender or the recipient: ${reason}`;
    case "EDNS":
    case "ECONNECTION":
    case "ESOCKET":
    case "ETIMEDOUT":
      return `No connection to ${place}: ${reason}`;
    default:
      return `${place} did not accept the message: ${reason}`;
  }
}
