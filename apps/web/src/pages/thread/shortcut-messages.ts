import { defineMessages } from "../../messages/define-messages.ts";

export const useShortcutText = defineMessages("thread-shortcuts", {
  en: {
    nextStep: "Next step",
    previousStep: "Previous step",
    jumpKeys: "Next error, next slowest step, next most expensive step",
    walkKeys: "Next or previous record in the list",
    viewKeys: "Show chat, tree, waterfall, run log or graph",
    toMatch: "Next search match (with Shift: previous match)",
    closeStep: "Close the step",
    collapseStep: "Collapse the step, or go to its parent",
    expandStep: "Expand the step, or go to its first child",
    search: "Search in this thread",
    shortcuts: "Keyboard shortcuts",
  },
  de: {
    nextStep: "Nächster Schritt",
    previousStep: "Vorheriger Schritt",
    jumpKeys: "Nächster Fehler, nächstlangsamster Schritt, nächstteuerster Schritt",
    walkKeys: "Nächster oder vorheriger Eintrag der Liste",
    viewKeys: "Chat, Baum, Wasserfall, Laufprotokoll oder Graph anzeigen",
    toMatch: "Nächster Suchtreffer (mit Umschalt: vorheriger Treffer)",
    closeStep: "Schritt schließen",
    collapseStep: "Schritt einklappen oder zum übergeordneten Schritt gehen",
    expandStep: "Schritt ausklappen oder zum ersten untergeordneten Schritt gehen",
    search: "In diesem Thread suchen",
    shortcuts: "Tastenkürzel",
  },
});
