import { defineMessages } from "../../../messages/define-messages.ts";

export const useServiceText = defineMessages("service", {
  en: {
    about:
      "Email and single sign-on settings of this service. The operator configures them. Owners and admins can test them.",
    mail: "Email",
    mailAbout: "Invitations and links to reset a forgotten password are sent by email.",
    noMail:
      "Email is not configured. Without email, you send invitation links yourself, and the operator resets forgotten passwords. To send both by email, start the service with an SMTP server:",
    server: "SMTP server",
    from: "Sender",
    sendTest: "Send test to {{to}}",
    testing: "Testing",
    result: "Test result",
    sent: "The server accepted the message. Check the inbox of {{to}}.",
    notSent: "The message was not sent",
    sso: "Single sign-on",
    ssoAbout:
      "Register the redirect URI with the provider. The test checks the provider’s configuration, without a sign-in.",
    noSso: "Not configured. Start the service with an OpenID Connect provider:",
    name: "Name",
    issuer: "Issuer",
    clientId: "Client ID",
    redirectUri: "Redirect URI",
    testSso: "Test provider",
    discovery_ok: "The provider’s discovery document is valid",
    discovery_failed: "The provider’s discovery document is missing or not valid",
    discovery_unknown: "The provider’s discovery document could not be tested",
    keys_ok: "The provider publishes keys for ID tokens",
    keys_failed: "ID tokens cannot be verified, so single sign-on fails",
    keys_unknown: "The provider’s keys for ID tokens could not be tested",
    client_ok: "The provider accepts the client ID and secret",
    client_failed: "The provider rejects the client ID or secret",
    client_unknown:
      "The test does not show whether the provider accepts the client ID and secret. Sign in to find out.",
  },
  de: {
    about:
      "Einstellungen für E-Mail und Single Sign-on dieses Dienstes. Der Betreiber richtet sie ein. Eigentümer und Administratoren können sie testen.",
    mail: "E-Mail",
    mailAbout: "Einladungen und Links zum Zurücksetzen eines vergessenen Passworts werden per E-Mail gesendet.",
    noMail:
      "E-Mail ist nicht eingerichtet. Ohne E-Mail sendest du Einladungslinks selbst, und der Betreiber setzt vergessene Passwörter zurück. Starte den Dienst mit einem SMTP-Server, um beides per E-Mail zu erledigen:",
    server: "SMTP-Server",
    from: "Absender",
    sendTest: "Test an {{to}} senden",
    testing: "Test läuft",
    result: "Testergebnis",
    sent: "Der Server hat die Nachricht angenommen. Sieh im Postfach von {{to}} nach.",
    notSent: "Die Nachricht wurde nicht gesendet",
    sso: "Single Sign-on",
    ssoAbout:
      "Trage die Weiterleitungs-URI beim Anbieter ein. Der Test prüft die Konfiguration des Anbieters, ohne Anmeldung.",
    noSso: "Nicht eingerichtet. Starte den Dienst mit einem OpenID-Connect-Anbieter:",
    name: "Name",
    issuer: "Aussteller",
    clientId: "Client-ID",
    redirectUri: "Weiterleitungs-URI",
    testSso: "Anbieter testen",
    discovery_ok: "Das Discovery-Dokument des Anbieters ist gültig",
    discovery_failed: "Das Discovery-Dokument des Anbieters fehlt oder ist ungültig",
    discovery_unknown: "Das Discovery-Dokument des Anbieters konnte nicht getestet werden",
    keys_ok: "Der Anbieter veröffentlicht Schlüssel für ID-Token",
    keys_failed: "ID-Token können nicht geprüft werden, Single Sign-on schlägt daher fehl",
    keys_unknown: "Die Schlüssel des Anbieters für ID-Token konnten nicht getestet werden",
    client_ok: "Der Anbieter akzeptiert Client-ID und -Secret",
    client_failed: "Der Anbieter lehnt Client-ID oder -Secret ab",
    client_unknown:
      "Der Test zeigt nicht, ob der Anbieter Client-ID und -Secret akzeptiert. Melde dich an, um es herauszufinden.",
  },
});
