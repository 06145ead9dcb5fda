import { Link, useNavigate } from "@tanstack/react-router";
import { ChevronDown, GitCompareArrows } from "lucide-react";
import { visibleString } from "../../messages/hidden-characters.ts";
import { buttonClass, IconButton } from "../../ui/button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "./experiments-page.module.css";
import { useExperimentsText } from "./messages.ts";

interface Earlier {
  readonly id: string;
  readonly name: string;
}

/** Link that compares an experiment with the previous one on the same dataset, and a menu of earlier ones. */
export function ComparePrevious({
  projectId,
  id,
  row,
  earlier,
}: {
  readonly projectId: string;
  readonly id: string;
  /** Key of the open row, which stays open. */
  readonly row: string | undefined;
  /** Earlier experiments, newest first. */
  readonly earlier: readonly Earlier[];
}) {
  const t = useExperimentsText();
  const navigate = useNavigate();
  const [previous, ...others] = earlier;
  if (previous === undefined) return null;
  // The earlier experiment comes first, as the baseline.
  const targetOf = (baseline: Earlier) =>
    ({
      to: "/projects/$projectId/experiments/compare",
      params: { projectId },
      search: { ids: `${baseline.id},${id}`, ...(row !== undefined && { row }) },
    }) as const;
  return (
    <span className={styles.group}>
      <Link
        className={buttonClass({ look: "primary" })}
        title={visibleString(t("compareWith", { name: previous.name }))}
        {...targetOf(previous)}
      >
        <GitCompareArrows size={16} aria-hidden />
        {t("comparePrevious")}
      </Link>
      {others.length > 0 && (
        <Menu
          trigger={
            <IconButton label={t("compareOther")} look="normal">
              <ChevronDown size={16} />
            </IconButton>
          }
        >
          {others.map((other) => (
            <MenuItem key={other.id} onSelect={() => void navigate(targetOf(other))}>
              <VisibleText text={t("compareWith", { name: other.name })} />
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
}
