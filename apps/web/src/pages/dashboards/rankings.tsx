import { defineMessages } from "../../messages/define-messages.ts";
import { AgentRanking } from "./agent-ranking.tsx";
import { FrequentErrors } from "./frequent-errors.tsx";
import type { Widget } from "./widget.ts";
import { type SharedFilter, WidgetCard } from "./widget-card.tsx";

const useRankingsText = defineMessages("rankings", {
  en: { users: "Cost by user" },
  de: { users: "Kosten nach Nutzer" },
});

const users: Omit<Widget, "title"> = {
  chart: "bar",
  metrics: ["cost"],
  groupBy: "participant",
  groupLimit: 6,
  resource: null,
  query: null,
  column: 0,
  row: 0,
  width: 4,
  height: 5,
};

/** Ranks agents by number of runs, users by cost, and errors by frequency. Each entry opens its records. */
export function Rankings({ shared }: { readonly shared: SharedFilter }) {
  const t = useRankingsText();
  return (
    <>
      <AgentRanking shared={shared} />
      <FrequentErrors shared={shared} />
      <WidgetCard widget={{ ...users, title: t("users") }} shared={shared} />
    </>
  );
}
