/** Returns the emails of a text in which they are separated by commas or semicolons, each once. */
export function emailsIn(text: string): readonly string[] {
  const emails = text
    .split(/[,;]/)
    .map((email) => email.trim())
    .filter((email) => email !== "");
  return [...new Map(emails.map((email) => [email.toLowerCase(), email])).values()];
}
