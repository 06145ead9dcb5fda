import { defineMessages } from "../../messages/define-messages.ts";

export const useShortcutText = defineMessages("thread-shortcuts", {
  en: {
    nextStep: "Next step",
    previousStep: "Previous step",
    jumpKeys: "Next error, slowest or most expensive step",
    walkKeys: "Next or previous in the list",
    viewKeys: "Chat, tree, waterfall, transcript, graph",
    toMatch: "In the search: next match (Shift: previous match)",
    closeStep: "Close the step",
    collapseStep: "Collapse the step, or go to its parent",
    expandStep: "Expand the step, or go to its first child",
    search: "Search in this thread",
    shortcuts: "Keyboard shortcuts",
  },
  de: {
    nextStep: "Nächster Schritt",
    previousStep: "Vorheriger Schritt",
    jumpKeys: "Nächster fehlgeschlagener, langsamster oder teuerster Schritt",
    walkKeys: "Nächster oder vorheriger in der Liste",
    viewKeys: "Chat, Baum, Wasserfall, Transkript, Graph",
    toMatch: "In der Suche: nächster Treffer (Umschalt: vorheriger)",
    closeStep: "Schritt schließen",
    collapseStep: "Schritt einklappen oder zum übergeordneten Schritt gehen",
    expandStep: "Schritt ausklappen oder zum ersten untergeordneten Schritt gehen",
    search: "In diesem Thread suchen",
    shortcuts: "Tastenkürzel",
  },
});
