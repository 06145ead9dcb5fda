import { Download } from "lucide-react";
import { saveFile } from "../../csv/save-file.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import styles from "./backup-codes.module.css";
import { useSecondFactorText } from "./second-factor-messages.ts";

/** Numbered backup codes, each on one line, with buttons to copy and to save them. */
export function BackupCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = useSecondFactorText();
  const text = codes.join("\n");
  return (
    <div className={styles.codes}>
      <ol aria-label={t("backupCodes")}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <CopyButton text={text} label={t("copyCodes")} />
      <Button size="small" onClick={() => saveFile("threadline-backup-codes.txt", `${text}\n`, "text/plain")}>
        <Download size={14} aria-hidden />
        {t("saveCodes")}
      </Button>
    </div>
  );
}
