import { useOperation } from "../../api/use-request.ts";
import { recordFacets } from "../../generated/analytics.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { Button } from "../../ui/button.tsx";
import { InlineError } from "../../ui/page-state.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../logs/log-view.module.css";
import { isScoreColumn, scoreNameIn } from "../logs/score-columns.ts";
import { useUsersText } from "./messages.ts";
import { inOrder, maxScoreColumns, scoreColumnsOf, type UserColumn, userColumns } from "./user-columns.ts";

export interface UserColumnChoicesProps {
  readonly columns: readonly UserColumn[];
  /** Called with the chosen columns, or with null to restore the default. */
  readonly onChange: (columns: readonly UserColumn[] | null) => void;
}

/** Checkboxes for all columns of the list of users. Each score name of the project has its own column. */
export function UserColumnChoices({ columns, onChange }: UserColumnChoicesProps) {
  const t = useUsersText();
  const { data, error, refetch } = useOperation(recordFacets, {
    resource: "scores",
    fields: [{ field: "name" }],
    limit: 100,
  });
  const names = data?.facets.facets[0]?.values.map(({ value }) => value) ?? [];
  const isFull = columns.filter((name) => isScoreColumn(name)).length >= maxScoreColumns;
  const choice = (name: UserColumn, label: string) => {
    const isShown = columns.includes(name);
    return (
      <div key={name} className={styles.choice}>
        <label>
          <input
            type="checkbox"
            checked={isShown}
            disabled={!isShown && isFull && isScoreColumn(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(inOrder(checked ? [...columns, name] : columns.filter((each) => each !== name)))
            }
          />
          <span title={visibleString(label)}>
            <VisibleText text={label} />
          </span>
        </label>
      </div>
    );
  };
  const scores = scoreColumnsOf(names, columns);
  return (
    <div className={styles.chooser}>
      {userColumns.map((name) => choice(name, t(name)))}
      {error && !data && <InlineError error={error} onRetry={() => void refetch()} />}
      {scores.length > 0 && <p className={styles.about}>{t("scoreColumns")}</p>}
      {scores.map((name) => choice(name, scoreNameIn(name)))}
      <Button size="small" look="plain" onClick={() => onChange(null)}>
        {t("resetColumns")}
      </Button>
    </div>
  );
}
