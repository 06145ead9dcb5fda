import { isLoopbackHost } from "../access/loopback.ts";
import { parseSmtpUrl } from "../config/smtp-url.ts";
import { canonicalEmail } from "../records/accounts.ts";

/** SMTP server and sender of the service's messages. */
export interface MailOptions {
  /**
   * `smtp://user:password@host:587` for a connection that must use STARTTLS, unless the server is on this machine.
   * `smtps://` for TLS from the start (port 465). With `smtp://...?tls=off`, the connection may be unencrypted; this is
   * meant for a relay in a network that you trust.
   */
  readonly url: string;
  /** An email address, or a name with an email address: `Threadline <threadline@example.com>`. */
  readonly from: string;
}

export interface MailServer {
  readonly host: string;
  readonly port: number;
  /**
   * With `start`, TLS is used from the start. With `upgrade`, STARTTLS is required. With `off`, STARTTLS is used if the
   * server offers it.
   */
  readonly tls: "off" | "start" | "upgrade";
  readonly user: string;
  readonly password: string;
  readonly from: { readonly name: string; readonly address: string };
}

/** Checks the mail options. Throws a `TypeError` that names the invalid option, without the password. */
export function checkMail(options: {
  readonly mail?: MailOptions | undefined;
  readonly baseUrl?: string | undefined;
}): void {
  if (!options.mail) return;
  readMailServer(options.mail);
  if (options.baseUrl === undefined)
    throw new TypeError("baseUrl: is required to send email, because messages contain links");
}

export function readMailServer({ url: text, from }: MailOptions): MailServer {
  const url = readUrl(text);
  const isSecure = url.protocol === "smtps:";
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  const isOff = url.search === "?tls=off" || isLoopbackHost(host);
  return {
    host,
    port: Number(url.port || (isSecure ? 465 : 587)),
    tls: isSecure ? "start" : isOff ? "off" : "upgrade",
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    from: readSender(from),
  };
}

function readUrl(text: string): URL {
  try {
    return parseSmtpUrl(text);
  } catch (error) {
    throw new TypeError(`mail.url: ${(error as Error).message}`, { cause: error });
  }
}

function readSender(text: string): MailServer["from"] {
  const start = text.lastIndexOf("<");
  const isNamed = start > 0 && text.endsWith(">");
  const name = isNamed ? text.slice(0, start).trim() : "";
  const address = canonicalEmail(isNamed ? text.slice(start + 1, -1) : text.trim());
  if (address === null || /[\p{Cc}<>"]/u.test(name)) {
    throw new TypeError("mail.from: must be an email, such as Threadline <threadline@example.com>");
  }
  return { name, address };
}
