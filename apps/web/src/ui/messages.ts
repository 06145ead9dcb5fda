import { defineMessages } from "../messages/define-messages.ts";

export const useUiText = defineMessages("ui", {
  en: {
    loading: "Loading",
    updating: "Updating …",
    loadingMore: "Loading more …",
    moreFailed: "More could not be loaded",
    failed: "This could not be loaded",
    unreachable: "The service cannot be reached. Is it running?",
    unanswered: "The service does not answer, so this is not stored for certain. Try again once it is back.",
    missingPart: "A part of this page cannot be fetched. Is the service running? To try again loads the page anew.",
    noPermission: "You have no permission to see this",
    retry: "Try again",
    close: "Close",
    copy: "Copy",
    copied: "Copied",
    cancel: "Cancel",
    more: "More",
    noDifference: "No difference",
    notFound: "There is no such page",
    home: "Back to the start",
    hiddenSign: "Hidden sign {{label}}",
    reason_COMMON: "This password is one of the most common ones. Choose another.",
    reason_OWN_WORDS:
      "This password is made of your name, your e-mail address, the name of the service or the word “password”. Add something that nobody would guess.",
    reason_TOO_SHORT: "The new password must have at least 10 characters.",
    reason_SIGN_IN_AGAIN:
      "You signed in more than ten minutes ago. Sign in again first, so that it is certain that it is you.",
  },
  de: {
    loading: "Lädt",
    updating: "Wird aktualisiert …",
    loadingMore: "Lädt mehr …",
    moreFailed: "Mehr konnte nicht geladen werden",
    failed: "Das konnte nicht geladen werden",
    unreachable: "Der Dienst ist nicht zu erreichen. Läuft er?",
    unanswered:
      "Der Dienst antwortet nicht; es ist nicht sicher, dass das gespeichert ist. Versuche es noch einmal, sobald er wieder da ist.",
    missingPart:
      "Ein Teil dieser Seite ist nicht zu bekommen. Läuft der Dienst? Ein neuer Versuch lädt die ganze Seite.",
    noPermission: "Du darfst das nicht sehen",
    retry: "Noch einmal versuchen",
    close: "Schließen",
    copy: "Kopieren",
    copied: "Kopiert",
    cancel: "Abbrechen",
    more: "Mehr",
    noDifference: "Kein Unterschied",
    notFound: "Diese Seite gibt es nicht",
    home: "Zurück zum Anfang",
    hiddenSign: "Verborgenes Zeichen {{label}}",
    reason_COMMON: "Dieses Passwort gehört zu den häufigsten. Wähle ein anderes.",
    reason_OWN_WORDS:
      "Dieses Passwort besteht aus deinem Namen, deiner E-Mail-Adresse, dem Namen des Dienstes oder dem Wort „Passwort“. Ergänze etwas, das niemand errät.",
    reason_TOO_SHORT: "Das neue Passwort muss mindestens 10 Zeichen haben.",
    reason_SIGN_IN_AGAIN:
      "Du hast dich vor mehr als zehn Minuten angemeldet. Melde dich erst noch einmal an, damit feststeht, dass du es bist.",
  },
});
