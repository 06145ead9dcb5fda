import { Dialog } from "../../ui/dialog.tsx";
import { isEnabledKey } from "../../ui/use-shortcuts.ts";
import { useReviewText } from "./messages.ts";
import styles from "./review.module.css";

const shortcuts = [
  [["1", "…", "9"], "keyLabel"],
  [["J", "K"], "keyMove"],
  [["PageDown", "PageUp"], "keyScroll"],
  [["Enter"], "keySubmit"],
  [["S"], "keySkip"],
  [["F"], "keyFlag"],
  [["C"], "keyComment"],
  [["E"], "keyCorrect"],
  [["U"], "keyUndo"],
  [["Esc"], "hintLeave"],
  [["?"], "keyHelp"],
] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useReviewText();
  // A row has either keys of a single character or others.
  const shown = shortcuts.filter(([keys]) => keys.every(isEnabledKey));
  return (
    <Dialog title={t("shortcuts")} isOpen onClose={onClose}>
      <dl className={styles.keys}>
        {shown.map(([keys, text]) => (
          <div key={text} style={{ display: "contents" }}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{t(text)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
