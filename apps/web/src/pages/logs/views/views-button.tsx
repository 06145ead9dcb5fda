import { Bookmark } from "lucide-react";
import { defineMessages } from "../../../messages/define-messages.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { classes } from "../../../ui/classes.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import { toolName } from "../tool-name.ts";
import styles from "./views-menu.module.css";

export const useViewsText = defineMessages("views", {
  en: {
    views: "Views",
    openView: "Views: {{name}}",
  },
  de: {
    views: "Ansichten",
    openView: "Ansichten: {{name}}",
  },
});

/** Button of the menu of saved views. It shows the name of the open view, if any. */
export function ViewsButton({ openName, ...rest }: ButtonProps & { readonly openName?: string | undefined }) {
  const t = useViewsText();
  return (
    <Button
      {...rest}
      size="small"
      aria-label={openName === undefined ? t("views") : t("openView", { name: visibleString(openName) })}
      title={openName && visibleString(openName)}
    >
      <Bookmark size={14} aria-hidden />
      <span className={classes(toolName, styles.opened)}>
        {openName === undefined ? t("views") : <VisibleText text={openName} />}
      </span>
    </Button>
  );
}
