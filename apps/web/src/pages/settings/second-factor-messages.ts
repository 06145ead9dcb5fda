import { defineMessages } from "../../messages/define-messages.ts";

export const useSecondFactorText = defineMessages("second-factor", {
  en: {
    secondFactor: "Second factor",
    secondFactorAbout: "Beside the password, ask for a code of an authenticator app when somebody signs in.",
    secondFactorOn: "Signing in asks for a code of your authenticator app.",
    passwordForCodes: "Your password",
    setUpSecondFactor: "Set up",
    scanCode: "Scan this with an authenticator app, or type the secret into it.",
    qrCode: "QR code for the authenticator app",
    codesOnce: "Keep these backup codes safe: each signs you in once without the app. They are not shown again.",
    codeOfAuthenticator: "Code of the app",
    switchOn: "Switch on",
    renewCodes: "New backup codes",
    switchOff: "Switch off",
  },
  de: {
    secondFactor: "Zweiter Faktor",
    secondFactorAbout: "Bei der Anmeldung neben dem Passwort einen Code einer Authenticator-App verlangen.",
    secondFactorOn: "Die Anmeldung verlangt einen Code deiner Authenticator-App.",
    passwordForCodes: "Dein Passwort",
    setUpSecondFactor: "Einrichten",
    scanCode: "Scanne dies mit einer Authenticator-App oder gib das Geheimnis dort ein.",
    qrCode: "QR-Code für die Authenticator-App",
    codesOnce:
      "Bewahre diese Ersatzcodes sicher auf: Jeder meldet dich einmal ohne die App an. Sie werden nicht noch einmal gezeigt.",
    codeOfAuthenticator: "Code der App",
    switchOn: "Einschalten",
    renewCodes: "Neue Ersatzcodes",
    switchOff: "Ausschalten",
  },
});
