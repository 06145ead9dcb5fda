import { useState } from "react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { onDemand } from "../../ui/on-demand.tsx";
import { useToast } from "../../ui/toasts.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";
import { useNarrow } from "../thread/use-narrow.ts";
import { freePlace, type Nudge, nudge } from "./grid-layout.ts";
import { useDashboardsText } from "./messages.ts";
import { addChartHash, maxWidgets, type Widget } from "./widget.ts";
import { WidgetActions } from "./widget-actions.tsx";
import { type SharedFilter, WidgetCard } from "./widget-card.tsx";
import { newWidget } from "./widget-draft.ts";
import { type PlacedWidget, WidgetGrid } from "./widget-grid.tsx";
import { useWidgetNames } from "./widget-names.ts";

const EditableGrid = onDemand(async () => (await import("./editable-grid.tsx")).EditableGrid<Widget>);
const WidgetDialog = onDemand(async () => (await import("./widget-dialog.tsx")).WidgetDialog);

const usualSize = { width: 6, height: 5 };

/** Grid of widgets that a user can move, resize, edit, duplicate and delete. */
export function DashboardEditor({
  widgets,
  shared,
  isAdding,
  onAdd,
  onAdded,
  onChange,
}: {
  readonly widgets: readonly Widget[];
  readonly shared: SharedFilter;
  readonly isAdding: boolean;
  /** Called if the URL asks for a new chart. */
  readonly onAdd: () => void;
  readonly onAdded: () => void;
  /**
   * Changes and stores the widgets. `change` receives the latest known widgets, because `widgets` may be outdated, for
   * example when the user undoes a deletion. Returns the widgets after the change.
   */
  readonly onChange: (change: (newest: readonly Widget[]) => Widget[]) => readonly Widget[];
}) {
  const t = useDashboardsText();
  const names = useWidgetNames();
  const toast = useToast();
  const isNarrow = useNarrow();
  useNewHash(onAdd, addChartHash);
  const [edited, setEdited] = useState<number | null>(null);
  const [announced, setAnnounced] = useState("");
  const editedWidget = edited === null ? undefined : widgets[edited];
  const move = (index: number, change: Nudge): void => {
    const place = onChange((newest) => nudge(newest, index, change))[index];
    if (!place) return;
    const { column, row, width, height } = place;
    setAnnounced(t("placed", { column: column + 1, row: row + 1, width, height }));
  };
  const card = ({ widget, index }: PlacedWidget<Widget>) => {
    const title = widget.title || names.title(widget);
    return (
      <WidgetCard
        widget={widget}
        shared={shared}
        actions={
          <WidgetActions
            title={title}
            mayAdd={widgets.length < maxWidgets}
            onNudge={(change) => move(index, change)}
            onEdit={() => setEdited(index)}
            onDuplicate={() => onChange((newest) => [...newest, { ...widget, ...freePlace(newest, widget) }])}
            onRemove={() => {
              onChange((newest) => newest.toSpliced(index, 1));
              toast({
                text: t("removed", { title: visibleString(title) }),
                undo: () => onChange((newest) => newest.toSpliced(index, 0, widget)),
              });
            }}
          />
        }
      />
    );
  };
  const plain = <WidgetGrid widgets={widgets}>{card}</WidgetGrid>;
  return (
    <>
      <p className="visually-hidden" role="status">
        {announced}
      </p>
      {isNarrow ? (
        plain
      ) : (
        <EditableGrid widgets={widgets} onArrange={onChange} whileLoading={plain}>
          {card}
        </EditableGrid>
      )}
      {isAdding && (
        <WidgetDialog
          isNew
          widget={{ ...newWidget, ...freePlace(widgets, usualSize) }}
          shared={shared}
          onSave={(widget) => {
            onChange((newest) => [...newest, { ...widget, ...freePlace(newest, widget) }]);
            onAdded();
          }}
          onClose={onAdded}
        />
      )}
      {edited !== null && editedWidget && (
        <WidgetDialog
          isNew={false}
          widget={editedWidget}
          shared={shared}
          onSave={(widget) => {
            onChange((newest) => newest.with(edited, widget));
            setEdited(null);
          }}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}
