import { X } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../ui/button.tsx";
import { useInspectorText } from "./messages.ts";
import styles from "./inspector.module.css";
import { VisibleText } from "../../../ui/visible-text.tsx";

export function TagsEditor({
  tags,
  isBusy,
  isReadOnly = false,
  onChange,
}: {
  readonly tags: readonly string[];
  readonly isBusy: boolean;
  readonly isReadOnly?: boolean | undefined;
  readonly onChange: (tags: string[]) => void;
}) {
  const t = useInspectorText();
  const [draft, setDraft] = useState("");
  const add = (): void => {
    const tag = draft.trim();
    if (tag !== "" && !tags.includes(tag)) onChange([...tags, tag]);
    setDraft("");
  };
  return (
    <div className={styles.chips}>
      {tags.map((tag) => (
        <span key={tag} className={styles.tag}>
          <VisibleText text={tag} />
          {!isReadOnly && (
            <IconButton
              size="small"
              label={t("removeTag", { tag })}
              disabled={isBusy}
              onClick={() => onChange(tags.filter((each) => each !== tag))}
            >
              <X size={12} />
            </IconButton>
          )}
        </span>
      ))}
      {isReadOnly ? null : (
        <input
          className={styles.tagInput}
          aria-label={t("addTag")}
          placeholder={t("addTag")}
          value={draft}
          disabled={isBusy}
          onChange={(event) => setDraft(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            add();
          }}
        />
      )}
    </div>
  );
}
