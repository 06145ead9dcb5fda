import { Dialog } from "@base-ui/react/dialog";
import { useNavigate, useParams } from "@tanstack/react-router";
import { Command } from "cmdk";
import { useRef, useState } from "react";
import { applyTheme, themes } from "../design/theme.ts";
import styles from "./command-palette.module.css";
import { useShellText } from "./messages.ts";
import { sectionGroups } from "./sections.ts";

/** Everything that can be reached by typing, under Ctrl K or ⌘K. A pasted id opens its thread. */
export function CommandPalette({
  isOpen,
  onOpenChange,
}: {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}) {
  const t = useShellText();
  const navigate = useNavigate();
  const { projectId } = useParams({ from: "/projects/$projectId" });
  const [text, setText] = useState("");
  const input = useRef<HTMLInputElement>(null);

  const run = (action: () => void) => () => {
    onOpenChange(false);
    setText("");
    action();
  };
  const id = text.trim();

  return (
    // The dialog that the list of commands brings along writes a style sheet into the page, which the policy refuses.
    <Dialog.Root open={isOpen} onOpenChange={(open) => onOpenChange(open)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Popup className={styles.dialog} initialFocus={input} aria-label={t("commands")}>
          <Command label={t("commands")}>
            <Command.Input
              ref={input}
              className={styles.input}
              value={text}
              onValueChange={setText}
              placeholder={t("search")}
            />
            <Command.List className={styles.list}>
              <Command.Empty className={styles.empty}>{t("noResults")}</Command.Empty>
              {sectionGroups.map((group) => (
                <Command.Group key={group.key} heading={t(group.key)} className={styles.group}>
                  {group.sections.map(({ key, path, icon: Icon }) => (
                    <Command.Item
                      key={key}
                      className={styles.item}
                      onSelect={run(() => void navigate({ to: `/projects/${projectId}/${path}` as "/" }))}
                    >
                      <Icon size={16} aria-hidden />
                      {t(key)}
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
              <Command.Group heading={t("theme")} className={styles.group}>
                {themes.map((theme) => (
                  <Command.Item key={theme} className={styles.item} onSelect={run(() => applyTheme(theme))}>
                    {t("theme")}: {t(`theme_${theme}`)}
                  </Command.Item>
                ))}
              </Command.Group>
              {id.length > 7 && (
                <Command.Item
                  forceMount
                  className={styles.item}
                  value={id}
                  onSelect={run(
                    () =>
                      void navigate({
                        to: "/projects/$projectId/logs/threads/$threadId",
                        params: { projectId, threadId: id },
                      }),
                  )}
                >
                  {t("openThread", { id })}
                </Command.Item>
              )}
            </Command.List>
          </Command>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
