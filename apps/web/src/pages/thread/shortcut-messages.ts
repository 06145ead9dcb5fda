import { defineMessages } from "../../messages/define-messages.ts";

export const useShortcutText = defineMessages("thread-shortcuts", {
  en: {
    nextStep: "Next step",
    previousStep: "Previous step",
    walkKeys: "Next or previous of the list that this was opened from",
    viewKeys: "Chat, tree, waterfall, transcript",
    toMatch: "In the search: next match (with Shift the previous one)",
    closeStep: "Close the step",
    collapseStep: "Collapse the step, or go to the step around it",
    expandStep: "Expand the step, or go into it",
    search: "Search in this thread",
    shortcuts: "Keyboard shortcuts",
  },
  de: {
    nextStep: "Nächster Schritt",
    previousStep: "Voriger Schritt",
    walkKeys: "Nächster oder voriger der Liste, aus der dies geöffnet wurde",
    viewKeys: "Chat, Baum, Wasserfall, Mitschrift",
    toMatch: "In der Suche: nächster Treffer (mit Umschalt der vorige)",
    closeStep: "Schritt schließen",
    collapseStep: "Schritt einklappen oder zum umgebenden Schritt",
    expandStep: "Schritt ausklappen oder hinein",
    search: "In diesem Thread suchen",
    shortcuts: "Tastenkürzel",
  },
});
