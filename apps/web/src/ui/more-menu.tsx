import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "./button.tsx";
import { Menu } from "./menu.tsx";
import { useUiText } from "./messages.ts";

export function MoreMenu({ children }: { readonly children: ReactNode }) {
  const t = useUiText();
  return (
    <Menu
      trigger={
        <IconButton label={t("more")} look="normal">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      {children}
    </Menu>
  );
}
