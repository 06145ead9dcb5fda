import { Bookmark } from "lucide-react";
import { defineMessages } from "../../../messages/define-messages.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { toolName } from "../tool-name.ts";

export const useViewsText = defineMessages("views", {
  en: {
    views: "Views",
  },
  de: {
    views: "Ansichten",
  },
});

/** Button of the menu of saved views. The label and the children describe the open view, if any. */
export function ViewsButton({ label, children, ...rest }: ButtonProps & { readonly label?: string | undefined }) {
  const t = useViewsText();
  return (
    <Button
      {...rest}
      size="small"
      aria-label={visibleString(label ?? t("views"))}
      title={label && visibleString(label)}
    >
      <Bookmark size={14} aria-hidden />
      <span className={toolName}>{children ?? t("views")}</span>
    </Button>
  );
}
