import { defineMessages } from "../../../messages/define-messages.ts";

export const usePeekText = defineMessages("peek", {
  en: {
    input: "Input",
    output: "Output",
    error: "Error",
    scores: "Scores",
    value: "Value",
    scorer: "Scored by",
    comment: "Comment",
    previous: "Previous record (K)",
    next: "Next record (J)",
    open: "Open page",
    missing: "Record not found",
    ofExperiment: "Score of an experiment item",
    noTarget: "The target of this score was deleted",
  },
  de: {
    input: "Eingabe",
    output: "Ausgabe",
    error: "Fehler",
    scores: "Bewertungen",
    value: "Wert",
    scorer: "Bewertet von",
    comment: "Kommentar",
    previous: "Vorheriger Eintrag (K)",
    next: "Nächster Eintrag (J)",
    open: "Seite öffnen",
    missing: "Eintrag nicht gefunden",
    ofExperiment: "Bewertung eines Experimenteintrags",
    noTarget: "Das Ziel dieser Bewertung wurde gelöscht",
  },
});
