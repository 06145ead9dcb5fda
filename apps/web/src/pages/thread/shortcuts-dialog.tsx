import { Dialog } from "../../ui/dialog.tsx";
import { isEnabledKey } from "../../ui/use-shortcuts.ts";
import { useShortcutText } from "./shortcut-messages.ts";
import styles from "./thread-view.module.css";

const shortcuts = [
  [["J"], "nextStep"],
  [["K"], "previousStep"],
  [["H"], "collapseStep"],
  [["L"], "expandStep"],
  [["E", "S", "C"], "jumpKeys"],
  [["N", "P"], "walkKeys"],
  [["1", "2", "3", "4", "5"], "viewKeys"],
  [["/"], "search"],
  [["Enter"], "toMatch"],
  [["Esc"], "closeStep"],
  [["?"], "shortcuts"],
] as const;

export function ShortcutsDialog({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const t = useShortcutText();
  // A row has either keys of a single character or others.
  const shown = shortcuts.filter(([keys]) => keys.every(isEnabledKey));
  return (
    <Dialog title={t("shortcuts")} isOpen={isOpen} onClose={onClose}>
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
