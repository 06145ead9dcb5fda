import { defineMessages } from "../../../messages/define-messages.ts";

export const useHistogramText = defineMessages("histogram", {
  en: {
    overTime: "Records over time",
    hint: "Arrow keys move the selection, Shift extends it, and Enter narrows the time range to it.",
    dragHint: "Drag to narrow the time range",
    records_one: "{{formatted}} record",
    records_other: "{{formatted}} records",
    failed_one: "{{formatted}} with an error",
    failed_other: "{{formatted}} with an error",
    estimate: "Estimated from a sample",
    nothing: "No records in this period",
  },
  de: {
    overTime: "Einträge im Zeitverlauf",
    hint: "Pfeiltasten bewegen die Auswahl, Umschalt erweitert sie, und Enter grenzt den Zeitraum darauf ein.",
    dragHint: "Ziehen, um den Zeitraum einzugrenzen",
    records_one: "{{formatted}} Eintrag",
    records_other: "{{formatted}} Einträge",
    failed_one: "{{formatted}} mit Fehler",
    failed_other: "{{formatted}} mit Fehler",
    estimate: "Aus einer Stichprobe geschätzt",
    nothing: "Keine Einträge in diesem Zeitraum",
  },
});

export type HistogramText = ReturnType<typeof useHistogramText>;
