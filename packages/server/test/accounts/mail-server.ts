import { onTestFinished } from "vitest";
import { SMTPServer } from "smtp-server";

export interface ReceivedMail {
  readonly to: readonly string[];
  readonly from: string;
  readonly subject: string;
  readonly text: string;
}

export interface MailServer {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Resolves to the next message that was not returned before. */
  next(): Promise<ReceivedMail>;
}

export const mailUser = { user: "threadline", password: "CANARY-smtp-password" };

/** Starts a real SMTP server on this machine. It requires a user and a password, and stops with the test. */
export async function startMailServer(
  options: { readonly rejects?: ((recipient: string) => boolean) | undefined } = {},
): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const waiting: ((mail: ReceivedMail) => void)[] = [];
  let returned = 0;
  const server = new SMTPServer({
    authOptional: false,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username, password }, _session, done) {
      const isKnown = username === mailUser.user && password === mailUser.password;
      if (isKnown) done(null, { user: username });
      else done(new Error("Unknown user or password"));
    },
    onRcptTo({ address }, _session, done) {
      done(options.rejects?.(address) ? new Error("No such mailbox") : null);
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const mail = { to: envelope.rcptTo.map(({ address }) => address), from, ...parse(Buffer.concat(chunks)) };
        received.push(mail);
        done();
        const next = waiting.shift();
        if (next) {
          returned += 1;
          next(mail);
        }
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(resolve)));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("The SMTP server has no port");
  return {
    port: address.port,
    received,
    next() {
      const mail = received[returned];
      if (mail === undefined) return new Promise((resolve) => waiting.push(resolve));
      returned += 1;
      return Promise.resolve(mail);
    },
  };
}

/** Parses a message of one part, in any encoding that the sender may choose. */
function parse(message: Buffer): { readonly subject: string; readonly text: string } {
  const [head = "", ...rest] = message.toString("latin1").split("\r\n\r\n");
  const headers = head.replaceAll(/\r\n[ \t]+/g, " ");
  const valueOf = (name: string): string =>
    headers
      .split("\r\n")
      .find((line) => line.toLowerCase().startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim() ?? "";
  const body = rest.join("\r\n\r\n");
  const encoding = valueOf("content-transfer-encoding");
  const bytes =
    encoding === "base64"
      ? Buffer.from(body, "base64")
      : Buffer.from(encoding === "quoted-printable" ? decodeQuoted(body) : body, "latin1");
  return { subject: valueOf("subject"), text: bytes.toString("utf8").replaceAll("\r\n", "\n") };
}

function decodeQuoted(text: string): string {
  return text
    .replaceAll("=\r\n", "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}
