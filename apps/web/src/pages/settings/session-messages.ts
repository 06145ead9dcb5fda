import { defineMessages } from "../../messages/define-messages.ts";

export const useSessionText = defineMessages("sessions", {
  en: {
    sessions: "Sessions",
    about:
      "Devices on which your account is signed in. If you don’t recognize a session, revoke it and change your password.",
    device: "Device",
    address: "IP address",
    signedIn: "Signed in",
    lastSeen: "Last seen",
    actions: "Actions",
    thisOne: "This session",
    unknownDevice: "Unknown device",
    unknownAddress: "Unknown",
    end: "Revoke",
    endOf: "Revoke session on {{device}}, signed in {{time}}",
    endOthers: "Revoke all other sessions",
    signOutEverywhere: "Sign out everywhere",
    endTitle: "Revoke session on {{device}}?",
    endAbout: "That device has to sign in again.",
    endOthersTitle: "Revoke all other sessions?",
    endOthersAbout: "All other devices have to sign in again. You stay signed in on this device.",
    everywhereTitle: "Sign out everywhere?",
    everywhereAbout: "Revokes all sessions of this account on all devices, including this one.",
    password: "Your password",
    signInAgain: "Sign in again with {{name}}",
    singleSignOn: "Single sign-on",
    singleSignOnAbout: "Sign in with {{name}} instead of a password.",
    singleSignOnOnly:
      "You sign in with {{name}}. Your account has no password here, and {{name}} decides about two-factor authentication.",
    connect: "Connect {{name}}",
    connectAbout:
      "Next, you sign in with {{name}}. This removes your password and two-factor authentication and revokes all sessions. From then on, you can only sign in with {{name}}.",
  },
  de: {
    sessions: "Sitzungen",
    about:
      "Geräte, auf denen dein Konto angemeldet ist. Wenn du eine Sitzung nicht kennst, beende sie und ändere dein Passwort.",
    device: "Gerät",
    address: "IP-Adresse",
    signedIn: "Angemeldet",
    lastSeen: "Zuletzt aktiv",
    actions: "Aktionen",
    thisOne: "Diese Sitzung",
    unknownDevice: "Unbekanntes Gerät",
    unknownAddress: "Unbekannt",
    end: "Beenden",
    endOf: "Sitzung auf {{device}} beenden, angemeldet {{time}}",
    endOthers: "Alle anderen Sitzungen beenden",
    signOutEverywhere: "Überall abmelden",
    endTitle: "Sitzung auf {{device}} beenden?",
    endAbout: "Auf diesem Gerät ist dann eine neue Anmeldung nötig.",
    endOthersTitle: "Alle anderen Sitzungen beenden?",
    endOthersAbout:
      "Auf allen anderen Geräten ist dann eine neue Anmeldung nötig. Auf diesem Gerät bleibst du angemeldet.",
    everywhereTitle: "Überall abmelden?",
    everywhereAbout: "Beendet alle Sitzungen dieses Kontos auf allen Geräten, auch diese.",
    password: "Dein Passwort",
    signInAgain: "Erneut mit {{name}} anmelden",
    singleSignOn: "Single Sign-on",
    singleSignOnAbout: "Melde dich mit {{name}} statt mit einem Passwort an.",
    singleSignOnOnly:
      "Du meldest dich mit {{name}} an. Dein Konto hat hier kein Passwort, und {{name}} ist für die Zwei-Faktor-Authentifizierung zuständig.",
    connect: "{{name}} verbinden",
    connectAbout:
      "Als Nächstes meldest du dich mit {{name}} an. Dabei werden dein Passwort und die Zwei-Faktor-Authentifizierung entfernt und alle Sitzungen beendet. Danach kannst du dich nur noch mit {{name}} anmelden.",
  },
});
