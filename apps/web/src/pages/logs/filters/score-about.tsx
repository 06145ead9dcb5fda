import { useOperation } from "../../../api/use-request.ts";
import { scoreSchemaList } from "../../../generated/score-schemas.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "./filters.module.css";
import { useFiltersText } from "./messages.ts";

/** Description of a score in a suggestion; the word "Score" if its name has no schema with a description. */
export function ScoreAbout({ name }: { readonly name: string }) {
  const t = useFiltersText();
  const { data } = useOperation(scoreSchemaList, {});
  const description = data?.scoreSchemas.find((schema) => schema.name === name)?.description;
  return (
    <span className={`${styles.offerField} ${styles.about}`}>
      <VisibleText text={description ?? t("field_scoreValue")} />
    </span>
  );
}
