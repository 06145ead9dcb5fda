import { useOperation } from "../../api/use-request.ts";
import { priceList, pricesOfModel } from "../../generated/model-prices.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/page-state.tsx";
import { useModelPricesText } from "./messages.ts";
import { PriceDialog } from "./price-dialog.tsx";
import { draftOf, draftOfModel, type StoredPrice } from "./price-draft.ts";

/**
 * Maximum number of prices to read. This is more than the built-in prices of any provider, and more than a project is
 * expected to have.
 */
const maxPrices = 1_000;

/**
 * Dialog to set a project's price for a model. The form starts with the price that the service used for the latest
 * calls of the model. A built-in price is copied to a new price of the project.
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
  // Only the ids of built-in prices contain a colon, after the provider: `openai:gpt-4o`.
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

/**
 * Whether the price has the id `priceId` and is valid now. For a built-in price with a start date, `id` ends with that
 * date, as in `openai:gpt-4o@2026-01-31`, but `priceId` does not.
 */
function isNow({ id, validFrom, validTo }: StoredPrice, priceId: string | null): boolean {
  if (id !== priceId && !id.startsWith(`${priceId}@`)) return false;
  const now = Date.now();
  return (validFrom === null || Date.parse(validFrom) <= now) && (validTo === null || now < Date.parse(validTo));
}
