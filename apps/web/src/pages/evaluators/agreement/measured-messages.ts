import { defineMessages } from "../../../messages/define-messages.ts";

export const useMeasuredText = defineMessages("measured", {
  en: {
    MEASURED: "Measured",
    NOT_MEASURED: "Not measured",
    OUT_OF_DATE: "Out of date",
    unmeasuredHint: "Too few of the judge’s scores were labeled by people",
    outdatedHint: "The labels of the judge’s scores are older than 90 days",
    judges: "Judge not measured: {{names}}",
  },
  de: {
    MEASURED: "Gemessen",
    NOT_MEASURED: "Nicht gemessen",
    OUT_OF_DATE: "Veraltet",
    unmeasuredHint: "Zu wenige Bewertungen des Richters haben ein Label von Menschen",
    outdatedHint: "Die Labels zu den Bewertungen des Richters sind älter als 90 Tage",
    judges: "Richter nicht gemessen: {{names}}",
  },
});
