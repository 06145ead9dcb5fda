import { useFormats } from "../../../messages/formats.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { useInspectorText } from "../inspector/messages.ts";
import styles from "./compare.module.css";
import { Delta } from "./delta.tsx";

export interface ComparedFacts {
  readonly model: string | null;
  /** Duration in seconds. */
  readonly duration: number | null;
  readonly tokens: number | null;
  /** Cost in US dollars. */
  readonly cost: number | null;
  readonly error: string | null;
}

/** Properties of two steps, with their differences. A step without a counterpart is shown with its own properties. */
export function StepDifferences({
  before,
  after,
}: {
  readonly before: ComparedFacts | null;
  readonly after: ComparedFacts | null;
}) {
  const t = useInspectorText();
  const formats = useFormats();
  const read = (facts: ComparedFacts | null): readonly (string | null)[] => {
    if (facts === null) return [];
    const { model, duration, tokens, cost, error } = facts;
    return [
      model,
      duration === null ? null : formats.duration(duration),
      tokens === null ? null : formats.number(tokens),
      cost === null ? null : formats.cost(cost),
      error,
    ];
  };
  const [olds, news] = [read(before), read(after)];
  const labels = [t("model"), t("duration"), t("allTokens"), t("cost"), t("error")];
  const figures = [null, "duration", "tokens", "cost", null] as const;
  return (
    <dl className={styles.facts}>
      {labels.map((label, at) => {
        const [old, fresh] = [olds[at] ?? null, news[at] ?? null];
        const figure = figures[at] ?? null;
        if (old === null && fresh === null) return null;
        return (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <VisibleText text={before === null ? (fresh ?? "–") : (old ?? "–")} />
              {before !== null && after !== null && old !== fresh && (
                <>
                  {" → "}
                  <VisibleText text={fresh ?? "–"} />{" "}
                  {figure !== null && (
                    <Delta name={figure} before={before[figure]} after={after[figure]} isNeutral share="added" />
                  )}
                </>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
