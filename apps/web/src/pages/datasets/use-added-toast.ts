import { useProjectId } from "../../api/project-id.ts";
import { useFormats } from "../../messages/formats.ts";
import { visibleString } from "../../messages/hidden-characters.ts";
import { useToast } from "../../ui/toasts.tsx";
import { useDatasetChoiceText } from "./dataset-choice-messages.ts";
import type { ChosenDataset } from "./use-dataset-choice.ts";

/**
 * Returns a function that confirms how many items were added, with a link to the dataset. With the id of an added item,
 * the link opens this item.
 */
export function useAddedToast(): (dataset: ChosenDataset, count: number, itemId?: string) => void {
  const t = useDatasetChoiceText();
  const formats = useFormats();
  const toast = useToast();
  const projectId = useProjectId() ?? "";
  return ({ id, name }, count, itemId) =>
    toast({
      text: t("added", { count, formatted: formats.number(count), name: visibleString(name) }),
      link: {
        text: t("open"),
        target: {
          to: "/projects/$projectId/datasets/$datasetId",
          params: { projectId, datasetId: id },
          ...(itemId !== undefined && { search: { item: itemId } }),
        },
      },
    });
}
