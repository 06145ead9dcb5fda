import { Link, useParams } from "@tanstack/react-router";
import type { JsonValue } from "@threadline/schema/sdk";
import type { ReactNode } from "react";
import { Fields } from "../thread/content/fields.tsx";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";
import type { TakenReview } from "./taken-review.ts";

export function References({ item: { reference, reviews } }: { readonly item: TakenReview["item"] }) {
  const t = useReviewText();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const corrected = reviews.filter(({ state, isOwn, correction }) => state === "DONE" && !isOwn && correction !== null);
  return (
    <>
      {reference !== null && reference.expectedOutput !== null && (
        <Reference title={t("expected")} value={reference.expectedOutput}>
          <Link to="/projects/$projectId/datasets/$datasetId" params={{ projectId, datasetId: reference.datasetId }}>
            {t("dataset")}
          </Link>
        </Reference>
      )}
      {corrected.map(({ id, reviewer, correction }) => (
        <Reference key={id} title={t("correctedBy", { name: reviewer.name ?? t("noLogin") })} value={correction} />
      ))}
    </>
  );
}

function Reference({
  title,
  value,
  children,
}: {
  readonly title: string;
  readonly value: JsonValue;
  readonly children?: ReactNode;
}) {
  return (
    <section aria-label={title} className={styles.reference}>
      <h2>{title}</h2>
      <Fields value={value} />
      {children}
    </section>
  );
}
