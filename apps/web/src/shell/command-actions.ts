import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  BellPlus,
  ChartNoAxesCombined,
  ClipboardPlus,
  Coins,
  Database,
  Gavel,
  GitCompareArrows,
  KeyRound,
  Languages,
  Link2,
  type LucideIcon,
  MessageSquarePlus,
  Rocket,
  SlidersHorizontal,
  SunMoon,
  UserPlus,
} from "lucide-react";
import type { Permission } from "../api/role-permissions.ts";
import { sessionOptions } from "../api/session.ts";
import { usePermission } from "../api/use-permission.ts";
import { applyTheme, themes } from "../design/theme.ts";
import { i18n, type Language, languages, setLanguage } from "../messages/i18n.ts";
import { copyText } from "../ui/copy-text.ts";
import { useToast } from "../ui/toasts.tsx";
import { newHash } from "../ui/use-new-hash.ts";
import { useShellText } from "./messages.ts";

export interface CommandAction {
  readonly key: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** Commands that open a creation dialog. `path` is the page that contains the dialog. */
const dialogs = [
  { key: "newPrompt", path: "prompts", icon: MessageSquarePlus, permission: "write" },
  { key: "newDataset", path: "datasets", icon: Database, permission: "write" },
  { key: "newDashboard", path: "dashboard/list", icon: ChartNoAxesCombined, permission: "write" },
  { key: "newSchema", path: "score-schemas", icon: SlidersHorizontal, permission: "write" },
  { key: "newPrice", path: "model-prices", icon: Coins, permission: "write" },
  { key: "inviteMember", path: "settings/members", icon: UserPlus, permission: "admin" },
  { key: "newKey", path: "settings/keys", icon: KeyRound, permission: "admin" },
] as const satisfies readonly { readonly permission: Permission; readonly [name: string]: unknown }[];

const pages = [
  { key: "newQueue", path: "review-queues/new", icon: ClipboardPlus },
  { key: "newAlert", path: "alerts/new", icon: BellPlus },
  { key: "newEvaluator", path: "evaluators/new", icon: Gavel },
] as const;

export function useCommandActions(projectId: string): readonly CommandAction[] {
  const t = useShellText();
  const navigate = useNavigate();
  const toast = useToast();
  const { data: session } = useSuspenseQuery(sessionOptions);
  const may = { write: usePermission("write"), admin: usePermission("admin") };
  const copyLink = async (): Promise<void> => {
    await copyText(location.href);
    toast({ text: t("linkCopied") });
  };
  return [
    ...dialogs
      .filter(({ key, permission }) => may[permission] && !(key === "inviteMember" && session.noLogin))
      .map(({ key, path, icon }) => ({
        key,
        icon,
        name: t(key),
        run: () => void navigate({ to: `/projects/${projectId}/${path}` as "/", hash: newHash }),
      })),
    ...(may.write ? pages : []).map(({ key, path, icon }) => ({
      key,
      icon,
      name: t(key),
      run: () => void navigate({ to: `/projects/${projectId}/${path}` as "/" }),
    })),
    {
      key: "getStarted",
      icon: Rocket,
      name: t("getStarted"),
      run: () => void navigate({ to: "/projects/$projectId/start", params: { projectId } }),
    },
    {
      key: "compareThreads",
      icon: GitCompareArrows,
      name: t("compareThreads"),
      run: () => void navigate({ to: "/projects/$projectId/logs/compare", params: { projectId } }),
    },
    { key: "copyLink", icon: Link2, name: t("copyLink"), run: () => void copyLink() },
    ...themes.map((theme) => ({
      key: `theme ${theme}`,
      icon: SunMoon,
      name: `${t("theme")}: ${t(`theme_${theme}`)}`,
      run: () => applyTheme(theme),
    })),
    ...Object.entries(languages)
      .filter(([code]) => code !== i18n.language)
      .map(([code, name]) => ({
        key: `language ${code}`,
        icon: Languages,
        name: `${t("language")}: ${name}`,
        run: () => setLanguage(code as Language), // a key of `languages`
      })),
  ];
}
