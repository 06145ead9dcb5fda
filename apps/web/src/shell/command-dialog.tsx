import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { onDemand } from "../ui/on-demand.tsx";
import styles from "./command-dialog.module.css";
import { CommandInput } from "./command-input.tsx";
import { useShellText } from "./messages.ts";

const CommandPalette = onDemand(async () => (await import("./command-palette.tsx")).CommandPalette);

/** Preloads the dialog's content, so that it opens faster. */
export const preloadCommands = CommandPalette.preload;

/**
 * Dialog of the command palette. Its input has the focus at once, so that no key press is lost while the list loads.
 */
export function CommandDialog({
  ref: dialog,
  onClose,
}: {
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly onClose: () => void;
}) {
  const t = useShellText();
  const [text, setText] = useState("");
  const [isEntered, setIsEntered] = useState(false);
  const caret = useRef<readonly [number, number]>([0, 0]);
  const changeText = (changed: string): void => {
    setIsEntered(false);
    setText(changed);
  };

  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    opened?.querySelector("input")?.focus();
    // `close` returns the focus to the element that had it before. Without `close`, removing the open dialog would lose
    // the focus.
    return () => opened?.close();
  }, [dialog]);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label={t("commands")}
      onClose={({ currentTarget }) => !currentTarget.open && onClose()}
      closedby="any"
    >
      <CommandPalette
        text={text}
        onTextChange={changeText}
        caret={caret}
        isEntered={isEntered}
        onEnter={() => setIsEntered(true)}
        onClose={onClose}
        whileLoading={
          <CommandInput
            ref={(input) => () => {
              if (input) caret.current = [input.selectionStart ?? 0, input.selectionEnd ?? 0];
            }}
            text={text}
            onTextChange={changeText}
            onEnter={() => setIsEntered(true)}
          />
        }
      />
    </dialog>
  );
}
