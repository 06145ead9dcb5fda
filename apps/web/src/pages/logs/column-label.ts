import { visibleString } from "../../messages/hidden-characters.ts";
import type { ColumnName } from "./columns.ts";
import type { useLogsText } from "./messages.ts";
import { isScoreColumn, scoreNameIn } from "./score-columns.ts";

/** Header of a column. A column for the scores of one name is labeled with that name. */
export function columnLabel(t: ReturnType<typeof useLogsText>, name: ColumnName): string {
  return isScoreColumn(name) ? visibleString(scoreNameIn(name)) : t(`column_${name}`);
}
