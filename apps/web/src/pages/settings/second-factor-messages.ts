import { defineMessages } from "../../messages/define-messages.ts";

export const useSecondFactorText = defineMessages("second-factor", {
  en: {
    secondFactor: "Two-factor authentication",
    secondFactorAbout: "Require a code from an authenticator app, in addition to the password, when you sign in.",
    secondFactorOn: "Signing in requires a code from your authenticator app.",
    passwordForCodes: "Your password",
    setUpSecondFactor: "Set up",
    scanCode: "Scan this code with an authenticator app, or enter the secret manually.",
    qrCode: "QR code for the authenticator app",
    codesOnce: "Store these backup codes safely. Each one works once instead of the app. They are not shown again.",
    codeOfAuthenticator: "Code from the app",
    switchOn: "Enable",
    renewCodes: "Create new backup codes",
    switchOff: "Disable",
    neededTitle: "“{{project}}” requires two-factor authentication",
    neededAbout:
      "To open this project, set up an authenticator app for your account. You then need a code from the app each time you sign in.",
    rule: "Two-factor authentication for members",
    ruleOff: "Members can access this project with a password alone.",
    ruleOn: "Members need two-factor authentication to access this project.",
    ruleAbout:
      "API keys and shared links are not affected. With single sign-on, two-factor authentication is up to the identity provider.",
    ruleOwnFirst: "First set up two-factor authentication for your own account, under Settings > Account.",
    requireRule: "Require two-factor authentication",
    endRule: "Stop requiring two-factor authentication",
    requireTitle: "Require two-factor authentication for all members?",
    requireNone: "All members already use two-factor authentication or single sign-on.",
    requireSome_one:
      "{{count}} member signs in with a password alone and loses access to the project until they enable two-factor authentication: {{names}}",
    requireSome_other:
      "{{count}} members sign in with a password alone and lose access to the project until they enable two-factor authentication: {{names}}",
    column: "Two-factor",
    state_on: "On",
    state_off: "Off",
    state_provider: "Single sign-on",
    stateAbout_on: "Signing in requires a code from an authenticator app.",
    stateAbout_off: "Signs in with the password alone.",
    stateAbout_provider: "Signs in with single sign-on. Two-factor authentication is up to the identity provider.",
  },
  de: {
    secondFactor: "Zwei-Faktor-Authentifizierung",
    secondFactorAbout: "Bei der Anmeldung zusätzlich zum Passwort einen Code aus einer Authenticator-App verlangen.",
    secondFactorOn: "Für die Anmeldung brauchst du einen Code aus deiner Authenticator-App.",
    passwordForCodes: "Dein Passwort",
    setUpSecondFactor: "Einrichten",
    scanCode: "Scanne diesen Code mit einer Authenticator-App oder gib den geheimen Schlüssel ein.",
    qrCode: "QR-Code für die Authenticator-App",
    codesOnce:
      "Bewahre diese Backup-Codes sicher auf. Jeder ersetzt die App genau einmal. Sie werden nicht noch einmal angezeigt.",
    codeOfAuthenticator: "Code aus der App",
    switchOn: "Aktivieren",
    renewCodes: "Neue Backup-Codes erstellen",
    switchOff: "Deaktivieren",
    neededTitle: "„{{project}}“ verlangt Zwei-Faktor-Authentifizierung",
    neededAbout:
      "Richte eine Authenticator-App für dein Konto ein, um dieses Projekt zu öffnen. Danach brauchst du bei jeder Anmeldung einen Code aus der App.",
    rule: "Zwei-Faktor-Authentifizierung für Mitglieder",
    ruleOff: "Mitglieder können mit dem Passwort allein auf dieses Projekt zugreifen.",
    ruleOn: "Mitglieder brauchen Zwei-Faktor-Authentifizierung, um auf dieses Projekt zuzugreifen.",
    ruleAbout:
      "API-Schlüssel und geteilte Links sind nicht betroffen. Bei Single Sign-on ist der Identitätsanbieter für den zweiten Faktor zuständig.",
    ruleOwnFirst: "Richte zuerst für dein eigenes Konto die Zwei-Faktor-Authentifizierung ein: Einstellungen > Konto.",
    requireRule: "Zwei-Faktor-Authentifizierung verlangen",
    endRule: "Zwei-Faktor nicht mehr verlangen",
    requireTitle: "Zwei-Faktor-Authentifizierung für alle Mitglieder verlangen?",
    requireNone: "Alle Mitglieder verwenden bereits Zwei-Faktor-Authentifizierung oder Single Sign-on.",
    requireSome_one:
      "{{count}} Mitglied meldet sich mit dem Passwort allein an und verliert den Zugriff auf das Projekt, bis es die Zwei-Faktor-Authentifizierung aktiviert: {{names}}",
    requireSome_other:
      "{{count}} Mitglieder melden sich mit dem Passwort allein an und verlieren den Zugriff auf das Projekt, bis sie die Zwei-Faktor-Authentifizierung aktivieren: {{names}}",
    column: "Zwei-Faktor",
    state_on: "An",
    state_off: "Aus",
    state_provider: "Single Sign-on",
    stateAbout_on: "Die Anmeldung verlangt einen Code aus einer Authenticator-App.",
    stateAbout_off: "Meldet sich mit dem Passwort allein an.",
    stateAbout_provider:
      "Meldet sich mit Single Sign-on an. Für den zweiten Faktor ist der Identitätsanbieter zuständig.",
  },
});
