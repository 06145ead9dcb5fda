import { RequestError } from "../api/request-error.ts";
import { defineMessages } from "../messages/define-messages.ts";
import { type Formats, useFormats } from "../messages/formats.ts";

/** Error of a form, as texts: one for the field that the error names, or one for the whole form. */
export interface FormErrors<Name extends string> {
  readonly fields: Readonly<Partial<Record<Name, string>>>;
  /** Error that belongs to none of the fields. */
  readonly other: Error | null;
}

/**
 * Assigns the error of a request to the field of a form that the service names in it. `names` are the names of the
 * fields. A prefix of the named field is ignored: an error of `channel.name` belongs to the field `name`.
 */
export function useFormErrors<Name extends string>(error: Error | null, names: readonly Name[]): FormErrors<Name> {
  const t = useErrorText();
  const formats = useFormats();
  const fields: Partial<Record<Name, string>> = {};
  if (!(error instanceof RequestError)) return { fields, other: error };
  const text = textOf(error, t, formats);
  const named = error.field?.replace(/^\w+\./, "");
  const field = names.find((name) => name === named);
  if (field === undefined) return { fields, other: text === null ? error : new Error(text) };
  fields[field] = text ?? withoutField(error);
  return { fields, other: null };
}

function textOf(error: RequestError, t: ReturnType<typeof useErrorText>, formats: Formats): string | null {
  const reason = reasons.find((each) => error.reason === each);
  if (reason === undefined) return null;
  if (reason !== "TOO_MANY_ATTEMPTS" || error.retryAfter === undefined) return t(reason);
  return t("waitAfterAttempts", { time: formats.duration(Math.ceil(error.retryAfter / 60) * 60) });
}

/** Converts a message such as `name: must be short` to `Must be short`. */
function withoutField({ message, field }: RequestError): string {
  const prefix = `${field}: `;
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const reasons = [
  "ALREADY_MEMBER",
  "COMMON",
  "CONTROL_CHARACTERS",
  "EMPTY",
  "LINK_INVALID",
  "LOCKED",
  "NOT_AN_EMAIL",
  "NO_PASSWORD",
  "OWN_WORDS",
  "SIGN_IN_AGAIN",
  "START_OVER",
  "TOO_LONG",
  "TOO_MANY_ATTEMPTS",
  "TOO_SHORT",
  "WRONG_CODE",
  "WRONG_PASSWORD",
] as const;

const useErrorText = defineMessages("form-errors", {
  en: {
    ALREADY_MEMBER: "This person is already a member of the project.",
    COMMON: "This password is one of the most common ones. Choose another.",
    CONTROL_CHARACTERS: "Enter one line without control characters.",
    EMPTY: "This field must not be empty.",
    LINK_INVALID: "This link is not valid, has expired or was used. Ask for a new one.",
    LOCKED: "Too many wrong codes. Try again in 15 minutes.",
    NOT_AN_EMAIL: "Enter an email address, such as ada@example.com.",
    NO_PASSWORD: "Your account has no password, because you sign in with single sign-on.",
    OWN_WORDS:
      "This password contains only your name, your email, the name of the service, the word “password” or digits. Choose one that is harder to guess.",
    SIGN_IN_AGAIN: "Your last sign-in was more than ten minutes ago. Sign in again to confirm your identity.",
    START_OVER: "The sign-in has expired. Start over and enter your email and password again.",
    TOO_LONG: "This text is too long.",
    TOO_MANY_ATTEMPTS: "Too many attempts. Try again later.",
    waitAfterAttempts: "Too many attempts. Try again in {{time}}.",
    TOO_SHORT: "The new password must have at least 10 characters.",
    WRONG_CODE: "This code is wrong or was already used. Enter the next one.",
    WRONG_PASSWORD: "This password is wrong.",
  },
  de: {
    ALREADY_MEMBER: "Diese Person ist bereits Mitglied des Projekts.",
    COMMON: "Dieses Passwort ist eines der häufigsten. Wähle ein anderes.",
    CONTROL_CHARACTERS: "Gib eine Zeile ohne Steuerzeichen ein.",
    EMPTY: "Dieses Feld darf nicht leer sein.",
    LINK_INVALID: "Dieser Link ist ungültig, abgelaufen oder schon benutzt. Bitte um einen neuen.",
    LOCKED: "Zu viele falsche Codes. Versuche es in 15 Minuten wieder.",
    NOT_AN_EMAIL: "Gib eine E-Mail-Adresse ein, zum Beispiel ada@example.com.",
    NO_PASSWORD: "Dein Konto hat kein Passwort, weil du dich mit Single Sign-on anmeldest.",
    OWN_WORDS:
      "Dieses Passwort enthält nur deinen Namen, deine E-Mail-Adresse, den Namen des Dienstes, das Wort „Passwort“ oder Ziffern. Wähle eines, das schwerer zu erraten ist.",
    SIGN_IN_AGAIN:
      "Deine letzte Anmeldung liegt mehr als zehn Minuten zurück. Melde dich erneut an, um deine Identität zu bestätigen.",
    START_OVER: "Die Anmeldung ist abgelaufen. Fange von vorn an und gib E-Mail-Adresse und Passwort erneut ein.",
    TOO_LONG: "Dieser Text ist zu lang.",
    TOO_MANY_ATTEMPTS: "Zu viele Versuche. Versuche es später wieder.",
    waitAfterAttempts: "Zu viele Versuche. Versuche es in {{time}} wieder.",
    TOO_SHORT: "Das neue Passwort muss mindestens 10 Zeichen lang sein.",
    WRONG_CODE: "Dieser Code ist falsch oder schon benutzt. Gib den nächsten ein.",
    WRONG_PASSWORD: "Dieses Passwort ist falsch.",
  },
});
