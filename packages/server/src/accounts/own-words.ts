import { foldPassword } from "./common-passwords.ts";

/** First guesses at a service of this name. */
const knownWords: readonly string[] = ["threadline", "password", "passwort"];

/** Shorter ones are in too many words. */
const minLetters = 3;

/** Data of the account that a password is for. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
  /** Under which the browser knows the service. */
  readonly host: string;
}

/**
 * Whether a password consists only of obvious words: the product name, parts of the email, name or host, in any
 * combination, with any digits and punctuation in between.
 */
export function isOfOwnWords(password: string, { email, name, host }: PasswordOwner): boolean {
  const letters = lettersOf(password);
  if (letters === "") return false;
  const texts = [email, name, host].flatMap((text) => [text, ...text.split(/\P{L}+/u), ...text.split(/[@\s]+/u)]);
  const words = [...knownWords, ...texts.map(lettersOf)].filter((word) => word.length >= minLetters);
  return isMadeOf(letters, new Set(words));
}

/** Each place is reached once, so the time does not grow with the ways to cut the text up. */
function isMadeOf(text: string, words: ReadonlySet<string>): boolean {
  const reached = new Set([0]);
  // Elements added during iteration are visited later.
  for (const start of reached) {
    for (const word of words) if (text.startsWith(word, start)) reached.add(start + word.length);
  }
  return reached.has(text.length);
}

function lettersOf(text: string): string {
  return foldPassword(text).replaceAll(/\P{L}+/gu, "");
}
