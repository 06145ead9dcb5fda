import { useNavigate, useParams } from "@tanstack/react-router";
import { Command } from "cmdk";
import { TextSearch } from "lucide-react";
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useCommandActions } from "./command-actions.ts";
import dialogStyles from "./command-dialog.module.css";
import styles from "./command-palette.module.css";
import { FoundGroup } from "./found-group.tsx";
import type { FoundRecord } from "./found-records.ts";
import { useShellText } from "./messages.ts";
import { ProjectGroup, useOtherProjects } from "./project-group.tsx";
import { RecentGroup } from "./recent-group.tsx";
import { sectionGroups } from "./sections.ts";
import { SettingsGroup, useSettingsSections } from "./settings-group.tsx";
import { useFoundRecords } from "./use-found-records.ts";

export function CommandPalette({
  text,
  onTextChange,
  caret,
  isEntered,
  onEnter,
  onClose,
}: {
  readonly text: string;
  readonly onTextChange: (text: string) => void;
  /**
   * Cursor position or selection in the input that `CommandDialog` shows while the palette loads. The palette's own
   * input replaces that input and starts with the same selection.
   */
  readonly caret: RefObject<readonly [number, number]>;
  /** Whether the user pressed Enter before the records that match the text had loaded. */
  readonly isEntered: boolean;
  readonly onEnter: () => void;
  readonly onClose: () => void;
}) {
  const t = useShellText();
  const navigate = useNavigate();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { records, isPending, error } = useFoundRecords(text, projectId);
  const wanted = text.trim().toLowerCase();
  const isNamed = (name: string): boolean => name.toLowerCase().includes(wanted);
  const actions = useCommandActions(projectId).filter(({ name }) => isNamed(name));
  const settings = useSettingsSections(wanted);
  const projects = useOtherProjects(projectId, wanted);
  const isNothing =
    records.length === 0 &&
    projects.length === 0 &&
    actions.length === 0 &&
    settings.length === 0 &&
    !sectionGroups.some(({ sections }) => sections.some((section) => isNamed(t(section.key))));

  const run = (action: () => void) => () => {
    onClose();
    action();
  };
  const open = ({ target }: FoundRecord): void => run(() => void navigate(target as { to: "/" }))();

  useLayoutEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(...caret.current);
  }, [caret]);

  // If the user pressed Enter before the records had loaded, opens the first entry as soon as they have loaded.
  const openEntered = useEffectEvent(() => {
    list.current?.querySelector<HTMLElement>("[role=option]")?.click();
  });
  useEffect(() => {
    if (isEntered && !isPending) openEntered();
  }, [isEntered, isPending]);

  return (
    // The library's own dialog would add a style sheet to the page, which the content security policy rejects.
    <Command
      label={t("commands")}
      shouldFilter={false}
      onKeyDown={(event) => {
        if (event.key === "Enter" && isPending) onEnter();
      }}
    >
      <Command.Input
        ref={input}
        className={dialogStyles.input}
        value={text}
        onValueChange={onTextChange}
        placeholder={t("search")}
      />
      <Command.List ref={list} className={styles.list}>
        {wanted === "" && <RecentGroup projectId={projectId} run={run} />}
        <FoundGroup records={records.filter(({ isById }) => isById)} onOpen={open} />
        {sectionGroups.map(({ key, sections }) => {
          const named = sections.filter((section) => isNamed(t(section.key)));
          if (named.length === 0) return null;
          return (
            <Command.Group key={key} heading={t(key)} className={styles.group}>
              {named.map((section) => (
                <Command.Item
                  key={section.key}
                  value={section.path}
                  className={styles.item}
                  onSelect={run(() => void navigate({ to: `/projects/${projectId}/${section.path}` as "/" }))}
                >
                  <section.icon size={16} aria-hidden />
                  {t(section.key)}
                </Command.Item>
              ))}
            </Command.Group>
          );
        })}
        <SettingsGroup projectId={projectId} found={settings} run={run} />
        <FoundGroup records={records.filter(({ isById }) => !isById)} onOpen={open} />
        {actions.length > 0 && (
          <Command.Group heading={t("actions")} className={styles.group}>
            {actions.map((action) => (
              <Command.Item key={action.key} value={action.key} className={styles.item} onSelect={run(action.run)}>
                <action.icon size={16} aria-hidden />
                {action.name}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        <ProjectGroup projects={projects} run={run} />
        {!isPending && !error && isNothing && <p className={styles.empty}>{t("noResults")}</p>}
        {/* This group follows the records, because Enter opens the first entry of the list. */}
        {wanted !== "" && !isPending && !records.some(({ isById }) => isById) && (
          <Command.Group heading={t("contents")} className={styles.group}>
            <Command.Item
              value="contents"
              className={styles.item}
              onSelect={run(
                () =>
                  void navigate({
                    to: "/projects/$projectId/logs/$resource",
                    params: { projectId, resource: "threads" },
                    search: { q: text.trim() },
                  }),
              )}
            >
              <TextSearch size={16} aria-hidden />
              <span className={styles.name}>{t("searchContents", { text: text.trim() })}</span>
            </Command.Item>
          </Command.Group>
        )}
      </Command.List>
      <div className={styles.footer}>
        <p role="status" className={dialogStyles.status}>
          {error ? t("searchFailed", { message: error.message }) : isPending ? t("searching") : t("searchHint")}
        </p>
        <p className={styles.keys} aria-hidden>
          <kbd>↑</kbd> <kbd>↓</kbd> {t("keySelect")} <kbd>Enter</kbd> {t("keyOpen")} <kbd>Esc</kbd> {t("keyClose")}
        </p>
      </div>
    </Command>
  );
}
