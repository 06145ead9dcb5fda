import { defineMessages } from "../messages/define-messages.ts";

export const useNoProjectsText = defineMessages("no-projects", {
  en: {
    title: "No projects yet",
    about: "Your account is not a member of any project. Ask an owner or admin of a project to invite you.",
    signedIn: "You are signed in as {{email}}.",
    signOut: "Sign out",
  },
  de: {
    title: "Noch keine Projekte",
    about:
      "Dein Konto ist in keinem Projekt Mitglied. Bitte Eigentümer oder Administratoren eines Projekts um eine Einladung.",
    signedIn: "Du bist als {{email}} angemeldet.",
    signOut: "Abmelden",
  },
});
