import { defineMessages } from "../../../messages/define-messages.ts";

export const useNoLoginText = defineMessages("no-login", {
  en: {
    account: "This service has no login, so you have no account",
    members: "This service has no login, so projects have no members",
    service: "Email and single sign-on need a service with login",
    serviceAbout:
      "With login, an SMTP server sends invitations, links for forgotten passwords and notifications of email channels, and members can sign in with an OpenID Connect provider. Set these variables as needed:",
    about: "Everyone on this machine has all permissions. To use accounts, start the service with login:",
    stop: "Stop the service. Remove the variable THREADLINE_NO_LOGIN if it is set.",
    start: "Start the service with its other options, but without --no-login:",
    open: "Open the link that it prints, and create the first account. All records stay.",
  },
  de: {
    account: "Dieser Dienst hat keine Anmeldung, du hast daher kein Konto",
    members: "Dieser Dienst hat keine Anmeldung, Projekte haben daher keine Mitglieder",
    service: "E-Mail und Single Sign-on brauchen einen Dienst mit Anmeldung",
    serviceAbout:
      "Mit Anmeldung sendet ein SMTP-Server Einladungen, Links für vergessene Passwörter und Nachrichten von E-Mail-Kanälen, und Mitglieder können sich mit einem OpenID-Connect-Anbieter anmelden. Setze diese Variablen nach Bedarf:",
    about: "Alle an diesem Rechner haben alle Rechte. Starte den Dienst mit Anmeldung, um Konten zu verwenden:",
    stop: "Beende den Dienst. Entferne die Variable THREADLINE_NO_LOGIN, falls sie gesetzt ist.",
    start: "Starte den Dienst mit seinen anderen Optionen, aber ohne --no-login:",
    open: "Öffne den Link, den er ausgibt, und erstelle das erste Konto. Alle Einträge bleiben.",
  },
});
