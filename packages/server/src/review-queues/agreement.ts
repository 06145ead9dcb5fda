import { cohensKappa, krippendorffsAlpha, rawAgreement } from "@threadline/evaluation/statistics";
import type { ReviewRatings } from "../store/review-queues.ts";
import type { ScoreSchemaRecord } from "../store/score-schemas.ts";

export interface Agreement {
  readonly name: string;
  /** Number of items to which at least two reviewers gave the score. */
  readonly itemCount: number;
  readonly agreement: number | null;
  /** Null unless the score is categorical and there are exactly two reviewers. */
  readonly kappa: number | null;
  readonly alpha: number | null;
}

export function agreementOn({ id, name, type }: ScoreSchemaRecord, reviews: readonly ReviewRatings[]): Agreement {
  const raters = [...new Set(reviews.map(raterOf))];
  const items = [...Map.groupBy(reviews, ({ itemId }) => itemId).values()].map((ofItem) => {
    const byRater = new Map(ofItem.map((review) => [raterOf(review), valueOf(review, id)]));
    return raters.map((rater) => byRater.get(rater) ?? null);
  });
  const pairs = items.flatMap(([one, other]) => (one == null || other == null ? [] : [[one, other] as const]));
  const isCategorical = type === "CATEGORICAL";
  return {
    name,
    itemCount: items.filter((ratings) => ratings.filter((rating) => rating !== null).length > 1).length,
    agreement: rawAgreement(items),
    kappa: isCategorical && raters.length === 2 ? cohensKappa(pairs) : null,
    alpha: krippendorffsAlpha(items, isCategorical ? "nominal" : "interval"),
  };
}

function raterOf({ reviewerKind, reviewerId }: ReviewRatings): string {
  return `${reviewerKind} ${reviewerId}`;
}

function valueOf({ scores }: ReviewRatings, scoreSchemaId: string): number | null {
  return scores.find((score) => score.scoreSchemaId === scoreSchemaId)?.value ?? null;
}
