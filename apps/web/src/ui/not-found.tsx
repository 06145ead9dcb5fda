import { Link } from "@tanstack/react-router";
import { EmptyState } from "./page-state.tsx";
import { useUiText } from "./messages.ts";

export function NotFound({ title }: { readonly title?: string | undefined }) {
  const t = useUiText();
  return (
    <EmptyState isPage title={title ?? t("notFound")}>
      <Link to="/">{t("home")}</Link>
    </EmptyState>
  );
}
