import { Link } from "@tanstack/react-router";
import { EmptyState } from "../ui/page-state.tsx";
import { useShellText } from "./messages.ts";

export function NotFound() {
  const t = useShellText();
  return (
    <EmptyState title={t("notFound")}>
      <Link to="/">{t("home")}</Link>
    </EmptyState>
  );
}
