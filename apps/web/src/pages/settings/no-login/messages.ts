import { defineMessages } from "../../../messages/define-messages.ts";

export const useNoLoginText = defineMessages("no-login", {
  en: {
    account: "This service has no login, so you have no account",
    members: "This service has no login, so projects have no members",
    service: "This service has no login, so email and single sign-on are not available",
    serviceAbout:
      "With an SMTP server, the service sends invitations, password reset links and notifications by email. With an OpenID Connect provider, members can use single sign-on. Set these variables as needed:",
    about: "Everyone on this machine has all permissions. To use accounts, start the service with login:",
    stop: "Stop the service. Remove the variable THREADLINE_NO_LOGIN if it is set.",
    start: "Start the service again without --no-login. Keep its other options:",
    open: "Open the setup link that the service prints, and create the first account. Your records are kept.",
  },
  de: {
    account: "Dieser Dienst hat keine Anmeldung, du hast daher kein Konto",
    members: "Dieser Dienst hat keine Anmeldung, Projekte haben daher keine Mitglieder",
    service: "Dieser Dienst hat keine Anmeldung, daher gibt es weder E-Mail noch Single Sign-on",
    serviceAbout:
      "Mit einem SMTP-Server sendet der Dienst Einladungen, Links zum Zurücksetzen des Passworts und Benachrichtigungen per E-Mail. Mit einem OpenID-Connect-Anbieter können Mitglieder Single Sign-on verwenden. Setze diese Variablen nach Bedarf:",
    about: "Alle an diesem Rechner haben alle Rechte. Starte den Dienst mit Anmeldung, um Konten zu verwenden:",
    stop: "Beende den Dienst. Entferne die Variable THREADLINE_NO_LOGIN, falls sie gesetzt ist.",
    start: "Starte den Dienst ohne --no-login neu. Behalte seine anderen Optionen bei:",
    open: "Öffne den Einrichtungslink, den der Dienst ausgibt, und erstelle das erste Konto. Deine Einträge bleiben erhalten.",
  },
});
