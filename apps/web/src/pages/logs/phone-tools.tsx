import { Ellipsis } from "lucide-react";
import { type ReactNode, useState } from "react";
import { defineMessages } from "../../messages/define-messages.ts";
import { IconButton } from "../../ui/button.tsx";
import { SelectField } from "../../ui/field.tsx";
import { Popover } from "../../ui/popover.tsx";
import { sortColumns } from "./columns.ts";
import type { LogResource } from "./log-resource.ts";
import styles from "./log-view.module.css";

const usePhoneText = defineMessages("phoneLogs", {
  en: {
    tools: "More tools",
    sort: "Sort by",
    createdAt_DESC: "Newest first",
    createdAt_ASC: "Oldest first",
    startTime_DESC: "Newest first",
    startTime_ASC: "Oldest first",
    duration_DESC: "Slowest first",
    duration_ASC: "Fastest first",
    tokenCount_DESC: "Most tokens first",
    tokenCount_ASC: "Fewest tokens first",
    cost_DESC: "Highest cost first",
    cost_ASC: "Lowest cost first",
    value_DESC: "Highest value first",
    value_ASC: "Lowest value first",
    participant_DESC: "User, Z to A",
    participant_ASC: "User, A to Z",
    model_DESC: "Model, Z to A",
    model_ASC: "Model, A to Z",
    provider_DESC: "Provider, Z to A",
    provider_ASC: "Provider, A to Z",
  },
  de: {
    tools: "Weitere Werkzeuge",
    sort: "Sortierung",
    createdAt_DESC: "Neueste zuerst",
    createdAt_ASC: "Älteste zuerst",
    startTime_DESC: "Neueste zuerst",
    startTime_ASC: "Älteste zuerst",
    duration_DESC: "Langsamste zuerst",
    duration_ASC: "Schnellste zuerst",
    tokenCount_DESC: "Meiste Tokens zuerst",
    tokenCount_ASC: "Wenigste Tokens zuerst",
    cost_DESC: "Höchste Kosten zuerst",
    cost_ASC: "Niedrigste Kosten zuerst",
    value_DESC: "Höchster Wert zuerst",
    value_ASC: "Niedrigster Wert zuerst",
    participant_DESC: "Nutzer, Z bis A",
    participant_ASC: "Nutzer, A bis Z",
    model_DESC: "Modell, Z bis A",
    model_ASC: "Modell, A bis Z",
    provider_DESC: "Anbieter, Z bis A",
    provider_ASC: "Anbieter, A bis Z",
  },
});

type Column = (typeof sortColumns)[LogResource][number];
type Order = `${Column}:${"ASC" | "DESC"}`;

const newest: Order = "createdAt:DESC";
const names: readonly Column[] = ["participant", "model", "provider"];

/** Returns the orders of a list: both directions of times and scores, and the usual one of other columns. */
function ordersOf(resource: LogResource): readonly Order[] {
  return sortColumns[resource].flatMap((column): readonly Order[] => {
    if (names.includes(column)) return [`${column}:ASC`];
    return column === "createdAt" || column === "value" ? [`${column}:DESC`, `${column}:ASC`] : [`${column}:DESC`];
  });
}

/** Tools of a list on a phone. Cards have no column headers, so a select sorts them. Other tools are in a menu. */
export function PhoneTools({
  resource,
  order = newest,
  onOrder,
  count,
  children,
}: {
  readonly resource: LogResource;
  readonly order: string | undefined;
  readonly onOrder: (order: string | undefined) => void;
  /** Number of records. */
  readonly count: ReactNode;
  /** Buttons of the menu. */
  readonly children: ReactNode;
}) {
  const t = usePhoneText();
  const [isOpen, setIsOpen] = useState(false);
  const orders: readonly string[] = ordersOf(resource);
  const offered = orders.includes(order) ? orders : [...orders, order];
  return (
    <div className={styles.phoneTools}>
      <SelectField
        label={t("sort")}
        hideLabel
        value={order}
        onChange={(next) => onOrder(next === newest ? undefined : next)}
        options={offered.map((value) => ({ value, label: t(value.replace(":", "_") as "createdAt_DESC") }))}
      />
      {count}
      <Popover
        title={t("tools")}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        trigger={
          <IconButton size="small" look="normal" label={t("tools")}>
            <Ellipsis size={16} />
          </IconButton>
        }
      >
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the buttons inside handle the keys */}
        <div
          className={styles.menu}
          onClick={({ currentTarget, target }) => {
            const button = target instanceof Element && currentTarget.contains(target) && target.closest("button");
            if (button && !button.hasAttribute("aria-haspopup")) setIsOpen(false);
          }}
        >
          {children}
        </div>
      </Popover>
    </div>
  );
}
