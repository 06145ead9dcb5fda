import { useOperation } from "../../api/use-request.ts";
import { priceList, pricesOfModel } from "../../generated/model-prices.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/page-state.tsx";
import { useModelPricesText } from "./messages.ts";
import { PriceDialog } from "./price-dialog.tsx";
import { draftOf, draftOfModel, type StoredPrice } from "./price-draft.ts";

/** Maximum page size of the list of prices. No provider has as many built-in prices, and no project is expected to. */
const maxPrices = 1_000;

/**
 * Form of the price from which the service computes the cost of a model: the project's price, or a copy of the built-in
 * one.
 */
export function ModelPriceDialog({
  model,
  onClose,
}: {
  readonly model: string;
  /** Called when the dialog closes, with whether a price was saved. */
  readonly onClose: (isSaved: boolean) => void;
}) {
  const t = useModelPricesText();
  const calls = useOperation(pricesOfModel, { model });
  const priceId = calls.data?.generations.edges.find(({ node }) => node.costDetails)?.node.costDetails?.priceId ?? null;
  // The id of a built-in price starts with its provider.
  const end = priceId?.indexOf(":") ?? -1;
  const prices = useOperation(
    priceList,
    end === -1
      ? { source: "PROJECT", first: maxPrices }
      : { source: "SHIPPED", search: priceId?.slice(0, end) ?? null, first: maxPrices },
    { enabled: priceId !== null },
  );
  const error = (!calls.data && calls.error) || (!prices.data && prices.error);
  if (error) {
    const retry = (): void => {
      void calls.refetch();
      if (priceId !== null) void prices.refetch();
    };
    return (
      <Dialog title={t("add")} isOpen onClose={() => onClose(false)}>
        <ErrorState error={error} onRetry={retry} />
      </Dialog>
    );
  }
  if (!calls.data || (priceId !== null && !prices.data)) return null;
  const price = prices.data?.modelPrices.nodes.find((each) => isNow(each, priceId)) ?? null;
  const draft = price?.source === "PROJECT" ? draftOf(price) : draftOfModel(model, price);
  return <PriceDialog price={price} initial={draft} onClose={onClose} />;
}

/** Whether a price has the id and is valid. Built-in prices with a start add it to the id. */
function isNow({ id, validFrom, validTo }: StoredPrice, priceId: string | null): boolean {
  if (id !== priceId && !id.startsWith(`${priceId}@`)) return false;
  const now = Date.now();
  return (validFrom === null || Date.parse(validFrom) <= now) && (validTo === null || now < Date.parse(validTo));
}
