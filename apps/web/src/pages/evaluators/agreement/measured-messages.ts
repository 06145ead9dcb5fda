import { defineMessages } from "../../../messages/define-messages.ts";

export const useMeasuredText = defineMessages("measured", {
  en: {
    MEASURED: "Measured",
    NOT_MEASURED: "Not measured",
    OUT_OF_DATE: "Out of date",
    unmeasuredHint: "Too few of the evaluator's scores have a human label",
    outdatedHint: "Too few of the evaluator's scores of the last 90 days have a human label",
    judges: "Too few human labels: {{names}}",
    drifting: "Drifting judge: {{names}}",
  },
  de: {
    MEASURED: "Gemessen",
    NOT_MEASURED: "Nicht gemessen",
    OUT_OF_DATE: "Veraltet",
    unmeasuredHint: "Zu wenige Bewertungen des Evaluators haben ein Label von Menschen",
    outdatedHint: "Zu wenige Bewertungen des Evaluators aus den letzten 90 Tagen haben ein Label von Menschen",
    judges: "Zu wenige Labels von Menschen: {{names}}",
    drifting: "Richter driftet: {{names}}",
  },
});
