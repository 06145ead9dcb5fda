import { useEffect } from "react";
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
 * Assigns the error of a request to the field of the form that the error names. `names` are the names of the fields. A
 * prefix of the named field is ignored: an error of `channel.name` belongs to the field `name`. The focus moves to the
 * field.
 */
export function useFormErrors<Name extends string>(error: Error | null, names: readonly Name[]): FormErrors<Name> {
  const t = useErrorText();
  const formats = useFormats();
  const fields: Partial<Record<Name, string>> = {};
  const named = error instanceof RequestError ? error.field?.replace(/^\w+\./, "") : undefined;
  const field = names.find((name) => name === named);
  useEffect(() => {
    if (error !== null && field !== undefined) focusInvalidField();
  }, [error, field]);
  if (!(error instanceof RequestError)) return { fields, other: error };
  const text = textOf(error, t, formats);
  if (field === undefined) return { fields, other: text === null ? error : new Error(text) };
  fields[field] = text ?? withoutField(error);
  return { fields, other: null };
}

/** Moves the focus to the first invalid field of the dialog or, without one, of the page. */
function focusInvalidField(): void {
  const dialog = [...document.querySelectorAll('[role="dialog"]')].at(-1);
  (dialog ?? document).querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}

function textOf(error: RequestError, t: ReturnType<typeof useErrorText>, formats: Formats): string | null {
  const reason = reasons.find((each) => error.reason === each);
  if (reason === undefined) return null;
  const { limit, retryAfter } = error;
  if (reason === "TOO_MANY_ATTEMPTS" && retryAfter !== undefined)
    return t("waitAfterAttempts", { time: formats.duration(Math.ceil(retryAfter / 60) * 60) });
  if (limit === undefined) return t(reason);
  if (reason === "TOO_LONG") return t("longerThan", { limit: formats.number(limit) });
  return t(reason, { limit: reason === "DURATION_TOO_LONG" ? formats.duration(limit) : formats.number(limit) });
}

/** Converts a message such as `name: must be short` to `Must be short`. */
function withoutField({ message, field }: RequestError): string {
  const prefix = `${field}: `;
  const text = message.startsWith(prefix) ? message.slice(prefix.length) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const reasons = [
  "ALREADY_MEMBER",
  "AT_LEAST_THRESHOLD",
  "AT_MOST_THRESHOLD",
  "COMMON",
  "CONTROL_CHARACTERS",
  "DURATION_TOO_LONG",
  "EMPTY",
  "INVALID_PATTERN",
  "LABEL_TAKEN",
  "LIMIT_REACHED",
  "LINK_INVALID",
  "LOCKED",
  "MORE_THAN_REVIEWERS",
  "NAME_TAKEN",
  "NOT_ABOVE_MINIMUM",
  "NOT_AFTER_START",
  "NOT_AN_EMAIL",
  "NOT_A_SHARE",
  "NO_PASSWORD",
  "OWN_WORDS",
  "PATTERN_TOO_COMPLEX",
  "PATTERNS_TOO_COMPLEX",
  "SIGN_IN_AGAIN",
  "START_OVER",
  "TOO_LARGE",
  "TOO_LONG",
  "TOO_MANY_ATTEMPTS",
  "TOO_SHORT",
  "TOO_SMALL",
  "WRONG_CODE",
  "WRONG_PASSWORD",
] as const;

const useErrorText = defineMessages("form-errors", {
  en: {
    ALREADY_MEMBER: "This person is already a member of the project.",
    AT_LEAST_THRESHOLD: "Enter at least the threshold.",
    AT_MOST_THRESHOLD: "Enter at most the threshold.",
    COMMON: "This password is one of the most common ones. Choose another.",
    CONTROL_CHARACTERS: "Enter one line without control characters.",
    DURATION_TOO_LONG: "Enter at most {{limit}}.",
    EMPTY: "This field must not be empty.",
    INVALID_PATTERN: "Enter a valid regular expression in RE2 syntax.",
    LABEL_TAKEN: "Another category has this label.",
    LIMIT_REACHED: "The project has the maximum number of these ({{limit}}). Delete one first.",
    LINK_INVALID: "This link is not valid, has expired or was used. Ask for a new one.",
    LOCKED: "Too many wrong codes. Try again in 15 minutes.",
    MORE_THAN_REVIEWERS: "Enter at most {{limit}}, the number of reviewers.",
    NAME_TAKEN: "This name is taken. Choose another one.",
    NOT_ABOVE_MINIMUM: "The maximum must be above the minimum.",
    NOT_AFTER_START: "The end must be after the start.",
    NOT_AN_EMAIL: "Enter an email address, such as ada@example.com.",
    NOT_A_SHARE: "Enter a percentage from 0 to 100.",
    NO_PASSWORD: "Your account has no password, because you sign in with single sign-on.",
    OWN_WORDS:
      "This password contains only your name, your email, the name of the service, the word “password” or digits. Choose one that is harder to guess.",
    PATTERN_TOO_COMPLEX: "This pattern is too complex. Enter a simpler one.",
    PATTERNS_TOO_COMPLEX: "All patterns of the project together are too complex. Simplify this one, or delete prices.",
    SIGN_IN_AGAIN: "Your last sign-in was more than ten minutes ago. Sign in again to confirm your identity.",
    START_OVER: "The sign-in has expired. Start over and enter your email and password again.",
    TOO_LARGE: "Enter at most {{limit}}.",
    TOO_LONG: "This text is too long.",
    longerThan: "This text is too long: at most {{limit}} characters are allowed.",
    TOO_MANY_ATTEMPTS: "Too many attempts. Try again later.",
    waitAfterAttempts: "Too many attempts. Try again in {{time}}.",
    TOO_SHORT: "The new password must have at least 10 characters.",
    TOO_SMALL: "Enter at least {{limit}}.",
    WRONG_CODE: "This code is wrong or was already used. Enter the next one.",
    WRONG_PASSWORD: "This password is wrong.",
  },
  de: {
    ALREADY_MEMBER: "Diese Person ist bereits Mitglied des Projekts.",
    AT_LEAST_THRESHOLD: "Gib mindestens die Schwelle ein.",
    AT_MOST_THRESHOLD: "Gib höchstens die Schwelle ein.",
    COMMON: "Dieses Passwort ist eines der häufigsten. Wähle ein anderes.",
    CONTROL_CHARACTERS: "Gib eine Zeile ohne Steuerzeichen ein.",
    DURATION_TOO_LONG: "Gib höchstens {{limit}} ein.",
    EMPTY: "Dieses Feld darf nicht leer sein.",
    INVALID_PATTERN: "Gib einen gültigen regulären Ausdruck in RE2-Syntax ein.",
    LABEL_TAKEN: "Eine andere Kategorie hat dieses Label.",
    LIMIT_REACHED: "Das Projekt hat die Höchstzahl davon ({{limit}}). Lösche zuerst etwas.",
    LINK_INVALID: "Dieser Link ist ungültig, abgelaufen oder schon benutzt. Bitte um einen neuen.",
    LOCKED: "Zu viele falsche Codes. Versuche es in 15 Minuten wieder.",
    MORE_THAN_REVIEWERS: "Gib höchstens {{limit}} ein, die Zahl der Prüfenden.",
    NAME_TAKEN: "Dieser Name ist vergeben. Wähle einen anderen.",
    NOT_ABOVE_MINIMUM: "Das Maximum muss größer als das Minimum sein.",
    NOT_AFTER_START: "Das Ende muss nach dem Anfang liegen.",
    NOT_AN_EMAIL: "Gib eine E-Mail-Adresse ein, zum Beispiel ada@example.com.",
    NOT_A_SHARE: "Gib einen Prozentsatz von 0 bis 100 ein.",
    NO_PASSWORD: "Dein Konto hat kein Passwort, weil du dich mit Single Sign-on anmeldest.",
    OWN_WORDS:
      "Dieses Passwort enthält nur deinen Namen, deine E-Mail-Adresse, den Namen des Dienstes, das Wort „Passwort“ oder Ziffern. Wähle eines, das schwerer zu erraten ist.",
    PATTERN_TOO_COMPLEX: "Dieses Muster ist zu komplex. Gib ein einfacheres ein.",
    PATTERNS_TOO_COMPLEX: "Alle Muster des Projekts zusammen sind zu komplex. Vereinfache dieses oder lösche Preise.",
    SIGN_IN_AGAIN:
      "Deine letzte Anmeldung liegt mehr als zehn Minuten zurück. Melde dich erneut an, um deine Identität zu bestätigen.",
    START_OVER: "Die Anmeldung ist abgelaufen. Fange von vorn an und gib E-Mail-Adresse und Passwort erneut ein.",
    TOO_LARGE: "Gib höchstens {{limit}} ein.",
    TOO_LONG: "Dieser Text ist zu lang.",
    longerThan: "Dieser Text ist zu lang: höchstens {{limit}} Zeichen sind erlaubt.",
    TOO_MANY_ATTEMPTS: "Zu viele Versuche. Versuche es später wieder.",
    waitAfterAttempts: "Zu viele Versuche. Versuche es in {{time}} wieder.",
    TOO_SHORT: "Das neue Passwort muss mindestens 10 Zeichen lang sein.",
    TOO_SMALL: "Gib mindestens {{limit}} ein.",
    WRONG_CODE: "Dieser Code ist falsch oder schon benutzt. Gib den nächsten ein.",
    WRONG_PASSWORD: "Dieses Passwort ist falsch.",
  },
});
