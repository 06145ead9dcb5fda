import { foldPassword } from "./common-passwords.ts";

const knownWords: readonly string[] = ["threadline", "password", "passwort"];

/** Minimum length of a known word. Shorter words occur by chance in too many passwords. */
const minLetters = 3;

export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
  /** Host name of the service, as in the browser. */
  readonly host: string;
}

/**
 * Whether a password consists only of obvious words: the product name, or parts of the email, name or host. Digits and
 * punctuation between the words are ignored.
 */
export function consistsOfKnownWords(password: string, { email, name, host }: PasswordOwner): boolean {
  const letters = lettersOf(password);
  if (letters === "") return false;
  const texts = [email, name, host].flatMap((text) => [text, ...text.split(/\P{L}+/u), ...text.split(/[@\s]+/u)]);
  const words = [...knownWords, ...texts.map(lettersOf)].filter((word) => word.length >= minLetters);
  return isConcatenationOf(letters, new Set(words));
}

/** Whether the text is a concatenation of words. Visits each position once, so the running time is bounded. */
function isConcatenationOf(text: string, words: ReadonlySet<string>): boolean {
  const reached = new Set([0]);
  // Iterating over a `Set` also visits the positions that the loop adds, so `reached` ends up with all positions that
  // words can reach.
  for (const start of reached) {
    for (const word of words) if (text.startsWith(word, start)) reached.add(start + word.length);
  }
  return reached.has(text.length);
}

function lettersOf(text: string): string {
  return foldPassword(text).replaceAll(/\P{L}+/gu, "");
}
