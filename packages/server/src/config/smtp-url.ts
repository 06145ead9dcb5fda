/** Parses the URL of an SMTP server. Throws an `Error` that describes the valid format. */
export function parseSmtpUrl(text: string): URL {
  const url = URL.parse(text);
  const isSecure = url?.protocol === "smtps:";
  const isOff = url?.search === "?tls=off";
  const isPlain = url !== null && /^\/?$/.test(url.pathname) && url.hash === "" && (url.search === "" || isOff);
  if (!isPlain || (!isSecure && url.protocol !== "smtp:") || url.hostname === "" || !isDecodable(url)) {
    throw new Error("must be an SMTP URL, such as smtp://user:password@smtp.example.com:587");
  }
  if (isSecure && isOff) throw new Error("must not have ?tls=off with smtps://, which always uses TLS");
  return url;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}
