import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { usePermission } from "../../api/use-permission.ts";
import { usePages } from "../../api/use-pages.ts";
import { priceList, removePrice } from "../../generated/model-prices.ts";
import { useFormats } from "../../messages/formats.ts";
import { Button } from "../../ui/button.tsx";
import { RemoveDialog } from "../remove-dialog.tsx";
import { EmptyState } from "../../ui/page-state.tsx";
import { ListFrame } from "../../ui/list-frame.tsx";
import { Page } from "../../ui/page.tsx";
import { SearchField } from "../../ui/search-field.tsx";
import { useDebounced } from "../../ui/use-debounced.ts";
import { useModelPricesText } from "./messages.ts";
import styles from "./model-prices-page.module.css";
import { PriceDialog } from "./price-dialog.tsx";
import { draftOf, draftOfModel, type PriceDraft, type StoredPrice } from "./price-draft.ts";
import { readPriceSearch } from "./price-search.ts";
import { PriceTable } from "./price-table.tsx";
import { UsedModelsTable } from "./used-models-table.tsx";
import { useNewHash } from "../../ui/use-new-hash.ts";

const pageSize = 100;

/**
 * Time after a price was saved or deleted in which the page reloads the costs of the models repeatedly, in
 * milliseconds. In this time, the service computes the costs again.
 */
const recountingMs = 60_000;

/** Model prices. Prices of the project take precedence over the built-in ones. */
export function ModelPricesPage() {
  const t = useModelPricesText();
  const formats = useFormats();
  const mayWrite = usePermission("write");
  const { search = "", all, sort } = useSearch({ from: "/projects/$projectId/model-prices" });
  const navigate = useNavigate({ from: "/projects/$projectId/model-prices" });
  const [edited, setEdited] = useState<{ readonly price: StoredPrice | null; readonly draft: PriceDraft } | null>(null);
  const edit = (price: StoredPrice | null): void => setEdited({ price, draft: draftOf(price) });
  useNewHash(() => edit(null));
  const [changedAt, setChangedAt] = useState<number | null>(null);
  useEffect(() => {
    if (changedAt === null) return;
    const timer = setTimeout(() => setChangedAt(null), recountingMs);
    return () => clearTimeout(timer);
  }, [changedAt]);
  const [removed, setRemoved] = useState<StoredPrice | null>(null);
  const settled = useDebounced(search);
  // There are more than a thousand built-in prices, and most projects use only a few of them. So they are listed only
  // on demand, or for a search.
  const showsAll = all === true || settled !== "";
  const list = usePages({
    isTyping: search !== settled,
    operation: priceList,
    variables: (from) => ({
      search: settled || null,
      source: showsAll ? null : ("PROJECT" as const),
      first: pageSize,
      skip: Number(from ?? 0),
    }),
    read: ({ modelPrices }, from) => {
      const passed = Number(from ?? 0) + modelPrices.nodes.length;
      return { ...modelPrices, next: passed < modelPrices.totalCount ? String(passed) : null };
    },
  });
  const { nodes, totalCount } = list;

  return (
    <Page
      title={t("title")}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => edit(null)}>
            <Plus size={16} aria-hidden />
            {t("add")}
          </Button>
        )
      }
    >
      <p className={styles.about}>{t("about")}</p>
      <SearchField
        label={t("search")}
        value={search}
        onChange={(text) =>
          void navigate({ search: (old) => readPriceSearch({ ...old, search: text }), replace: true })
        }
      />
      <UsedModelsTable
        search={settled}
        mayWrite={mayWrite}
        isRecounting={changedAt !== null}
        sort={sort}
        onSort={(next) =>
          void navigate({ search: (old) => ({ ...old, sort: next }), replace: true, resetScroll: false })
        }
        onSetPrice={(model, price) =>
          setEdited({ price, draft: price?.source === "PROJECT" ? draftOf(price) : draftOfModel(model, price) })
        }
      />
      {(showsAll || (nodes !== undefined && nodes.length > 0)) && (
        <h2>
          {t(showsAll ? "allPrices" : "projectPrices")}{" "}
          {nodes && <span className={styles.count}>{formats.number(totalCount)}</span>}
        </h2>
      )}
      <ListFrame list={list} empty={showsAll ? <EmptyState drawing="search" title={t("nothingFound")} /> : null}>
        {nodes && (
          <PriceTable prices={nodes} isWhole={!list.hasMore} mayWrite={mayWrite} onEdit={edit} onRemove={setRemoved} />
        )}
      </ListFrame>
      {!showsAll && (
        <div>
          <Button onClick={() => void navigate({ search: (old) => ({ ...old, all: true }) })}>{t("showAll")}</Button>
        </div>
      )}
      {edited && (
        <PriceDialog
          price={edited.price}
          initial={edited.draft}
          onClose={(isSaved) => {
            setEdited(null);
            if (isSaved) setChangedAt(Date.now());
          }}
        />
      )}
      <RemoveDialog
        id={removed?.id ?? null}
        operation={removePrice}
        title={t("removeTitle", { name: removed?.name ?? removed?.match ?? "" })}
        action={t("remove")}
        onClose={() => setRemoved(null)}
        onRemoved={() => {
          setRemoved(null);
          setChangedAt(Date.now());
        }}
      >
        {t("removeAbout")}
      </RemoveDialog>
    </Page>
  );
}
