import { defineMessages } from "../../../messages/define-messages.ts";

/**
 * Labels of audit details, as on the pages where these details are set. Details of experiments keep their own names.
 */
const english = {
  yes: "yes",
  no: "no",
  field_addedCount: "Added",
  field_address: "Address",
  field_baseUrl: "URL",
  field_dailySpendLimit: "Daily limit ($)",
  field_from: "From",
  field_fromName: "Previous name",
  field_isBlind: "Blind",
  field_isOn: "On",
  field_kind: "Kind",
  field_link: "Link",
  field_mode: "Mode",
  field_ok: "Accepted",
  field_origins: "Origins",
  field_replacedHeaders: "Headers replaced",
  field_replacedKey: "Key replaced",
  field_reviewsPerItem: "Reviews per item",
  field_role: "Role",
  field_sampleRate: "Sample",
  field_scopes: "Scopes",
  field_source: "Items",
  field_status: "Status",
  field_until: "Until",
  value_MANUAL: "added by hand",
  value_FILTER: "matching records",
  value_DISAGREEMENT: "disagreements",
  value_ON: "on",
  value_OFF: "off",
  value_DRY_RUN: "dry run",
  value_WEBHOOK: "Webhook",
  value_SLACK: "Slack",
  value_DISCORD: "Discord",
  value_EMAIL: "Email",
} as const;

export const useAuditDetailText = defineMessages("auditDetail", {
  en: english,
  de: {
    yes: "ja",
    no: "nein",
    field_addedCount: "Hinzugefügt",
    field_address: "Adresse",
    field_baseUrl: "URL",
    field_dailySpendLimit: "Tagesgrenze ($)",
    field_from: "Von",
    field_fromName: "Bisheriger Name",
    field_isBlind: "Blind",
    field_isOn: "Eingeschaltet",
    field_kind: "Art",
    field_link: "Link",
    field_mode: "Modus",
    field_ok: "Angenommen",
    field_origins: "Ursprünge",
    field_replacedHeaders: "Header ersetzt",
    field_replacedKey: "Schlüssel ersetzt",
    field_reviewsPerItem: "Prüfungen je Element",
    field_role: "Rolle",
    field_sampleRate: "Stichprobe",
    field_scopes: "Berechtigungen",
    field_source: "Elemente",
    field_status: "Status",
    field_until: "Bis",
    value_MANUAL: "von Hand hinzugefügt",
    value_FILTER: "passende Einträge",
    value_DISAGREEMENT: "Abweichungen",
    value_ON: "ein",
    value_OFF: "aus",
    value_DRY_RUN: "Probelauf",
    value_WEBHOOK: "Webhook",
    value_SLACK: "Slack",
    value_DISCORD: "Discord",
    value_EMAIL: "E-Mail",
  },
});

type DetailText = keyof typeof english;

/** Whether the UI has a text for this key. It has none for details that only a later version of the service stores. */
export function isDetailText(key: string): key is DetailText {
  return Object.hasOwn(english, key);
}
