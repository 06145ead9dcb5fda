import { useFormats } from "../../../messages/formats.ts";
import { Table } from "../../../ui/table.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "../evaluators-page.module.css";
import type { Calibration } from "./agreement-figures.tsx";
import { useAgreementText } from "./messages.ts";

/**
 * Table with the number of labeled records per pair of values. Each row is a value of the judge, and each column is a
 * value of the human label.
 */
export function ConfusionMatrix({ calibration: { categories, matrix } }: { readonly calibration: Calibration }) {
  const t = useAgreementText();
  const formats = useFormats();
  const counts = new Map(matrix.map(({ judgeValue, peopleValue, count }) => [`${judgeValue} ${peopleValue}`, count]));
  const columns = [
    { key: "judge", label: t("judgeOrPeople") },
    ...categories.map(({ value, label }) => ({
      key: String(value),
      label: t("peopleSay", { label }),
      isNumber: true,
    })),
  ];
  return (
    <section className={styles.main}>
      <h3>{t("matrix")}</h3>
      <Table label={t("matrix")} columns={columns}>
        {categories.map((judge) => (
          <tr key={judge.value}>
            <th scope="row">
              <VisibleText text={t("judgeSays", { label: judge.label })} />
            </th>
            {categories.map((people) => {
              const count = counts.get(`${judge.value} ${people.value}`) ?? 0;
              return (
                <td key={people.value} data-number>
                  {judge.value === people.value ? <strong>{formats.number(count)}</strong> : formats.number(count)}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
    </section>
  );
}
