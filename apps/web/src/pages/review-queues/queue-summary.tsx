import type { ReviewQueueDetailQuery } from "../../generated/review-queues.ts";
import { useFormats } from "../../messages/formats.ts";
import { Facts } from "../../ui/facts.tsx";
import { Table } from "../../ui/table.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import styles from "../evaluators/evaluators-page.module.css";
import { useReviewText } from "./messages.ts";
import { QueueProgressBar } from "./queue-progress-bar.tsx";
import own from "./review.module.css";

export type Queue = NonNullable<ReviewQueueDetailQuery["reviewQueue"]>;

export function QueueSummary({ queue }: { readonly queue: Queue }) {
  return (
    <div className={own.summary}>
      <Progress queue={queue} />
      <Reviewers queue={queue} />
      <Agreement queue={queue} />
    </div>
  );
}

function Progress({ queue: { progress } }: { readonly queue: Queue }) {
  const t = useReviewText();
  const formats = useFormats();
  return (
    <section aria-label={t("progress")} className={styles.section}>
      <h2>{t("progress")}</h2>
      <QueueProgressBar counts={progress} />
      <Facts
        facts={[
          { label: t("forYou"), value: formats.number(progress.availableCount) },
          { label: t("waiting"), value: formats.number(progress.waitingCount) },
          { label: t("inReview"), value: formats.number(progress.inReviewCount) },
          { label: t("skipped"), value: formats.number(progress.skippedCount) },
          { label: t("flagged"), value: formats.number(progress.flaggedCount) },
        ]}
      />
    </section>
  );
}

function Reviewers({ queue: { progress, reviewers: allowed } }: { readonly queue: Queue }) {
  const t = useReviewText();
  const formats = useFormats();
  const { reviewers } = progress;
  const columns = [
    { key: "reviewer", label: t("reviewer") },
    { key: "reviews", label: t("reviews"), isNumber: true },
    { key: "skipped", label: t("skipped"), isNumber: true },
    { key: "last", label: t("lastReview") },
  ];
  return (
    <section className={styles.section}>
      <h2>{t("reviewers")}</h2>
      <p className={styles.muted}>
        {t("mayReview")} <VisibleText text={allowed.map(({ name }) => name).join(", ") || t("everyone")} />
      </p>
      {reviewers.length > 0 && (
        <Table label={t("reviewers")} columns={columns}>
          {reviewers.map(({ reviewer, doneCount, skippedCount, lastReviewAt }, index) => (
            <tr key={reviewer.id ?? index}>
              <td>
                <VisibleText text={reviewer.name ?? t("noLogin")} />
              </td>
              <td data-number>{formats.number(doneCount)}</td>
              <td data-number>{formats.number(skippedCount)}</td>
              <td data-time title={formats.dateTime(lastReviewAt)}>
                {formats.relativeTime(lastReviewAt)}
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

function Agreement({ queue: { agreement, reviewsPerItem } }: { readonly queue: Queue }) {
  const t = useReviewText();
  const formats = useFormats();
  const isEmpty = agreement.every(({ itemCount }) => itemCount === 0);
  if (reviewsPerItem === 1 && isEmpty) return null;
  const coefficient = (value: number | null): string => (value === null ? "–" : formats.number(value));
  const columns = [
    { key: "name", label: t("score") },
    { key: "items", label: t("pairs"), isNumber: true },
    { key: "equal", label: t("equal"), isNumber: true },
    { key: "kappa", label: t("kappa"), isNumber: true },
    { key: "alpha", label: t("alpha"), isNumber: true },
  ];
  return (
    <section className={styles.section}>
      <h2>{t("agreement")}</h2>
      {isEmpty ? (
        <p className={styles.muted}>{t("noAgreement")}</p>
      ) : (
        <>
          <Table label={t("agreement")} columns={columns}>
            {agreement.map(({ name, itemCount, agreement: equal, kappa, alpha }) => (
              <tr key={name}>
                <td>
                  <VisibleText text={name} />
                </td>
                <td data-number>{formats.number(itemCount)}</td>
                <td data-number>{equal === null ? "–" : formats.percent(equal)}</td>
                <td data-number>{coefficient(kappa)}</td>
                <td data-number>{coefficient(alpha)}</td>
              </tr>
            ))}
          </Table>
          <p className={styles.muted}>{t("agreementAbout")}</p>
        </>
      )}
    </section>
  );
}
