import { visibleString } from "../../messages/hidden-characters.ts";
import { Badge } from "../../ui/badge.tsx";
import { VisibleText } from "../../ui/visible-text.tsx";
import { useModelPricesText } from "./messages.ts";
import styles from "./model-prices-page.module.css";
import type { StoredPrice } from "./price-draft.ts";

/** Source, provider and pattern of the price that applies to a model, in one line. */
export function PriceMatch({ price: { source, provider, match } }: { readonly price: StoredPrice }) {
  const t = useModelPricesText();
  return (
    <span className={styles.applied} title={visibleString(match)}>
      <Badge tone={source === "PROJECT" ? "accent" : undefined}>{t(source === "PROJECT" ? "ours" : "builtIn")}</Badge>
      <span>
        {provider !== null && (
          <>
            <VisibleText text={provider} />{" "}
          </>
        )}
        <code>
          <VisibleText text={match} />
        </code>
      </span>
    </span>
  );
}
