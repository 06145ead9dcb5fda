import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { mentionableMembers } from "../../../generated/comments.ts";
import { Button } from "../../../ui/button.tsx";
import { DialogActions, DialogError } from "../../../ui/dialog-parts.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "./comments.module.css";
import { useDraft } from "../use-draft.ts";
import { type Mentionable, matchingMembers, mentionedIn, mentionQueryAt } from "./mention-query.ts";
import { useCommentText } from "./messages.ts";

export interface CommentDraft {
  readonly text: string;
  readonly mentionIds: string[];
}

interface CommentState {
  readonly text: string;
  readonly mentions: readonly Mentionable[];
}

const empty: CommentState = { text: "", mentions: [] };

/**
 * Form to write or edit a comment. Typing `@` suggests members to mention. A comment that was not sent is kept as a
 * draft of `draftId`.
 */
export function CommentForm({
  draftId,
  initial,
  action,
  isBusy,
  error,
  onSubmit,
  onCancel,
}: {
  readonly draftId: string;
  readonly initial?: CommentState | undefined;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSubmit: (draft: CommentDraft) => Promise<void>;
  readonly onCancel?: (() => void) | undefined;
}) {
  const t = useCommentText();
  const listId = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft<CommentState>("comment", draftId);
  const { text, mentions: chosen } = draft ?? initial ?? empty;
  const [cursor, setCursor] = useState<number | null>(null);
  const [active, setActive] = useState(0);
  const [hasFocus, setHasFocus] = useState(false);
  /** The field has only one line until it is used. */
  const isOpen = hasFocus || text !== "" || initial !== undefined;
  const nextCursor = useRef<number | null>(null);
  const query = cursor === null ? null : mentionQueryAt(text, cursor);
  const { data } = useOperation(mentionableMembers, {}, { enabled: query !== null });
  const matches = query ? matchingMembers(data?.mentionableMembers ?? empty.mentions, query.text) : [];
  const activeIndex = Math.min(active, matches.length - 1);
  const optionId = (index: number): string => `${listId}-${index}`;

  useEffect(() => {
    if (nextCursor.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(nextCursor.current, nextCursor.current);
    nextCursor.current = null;
  }, [text]);

  const follow = (target: HTMLTextAreaElement): void => {
    field.current = target;
    setCursor(target.selectionStart === target.selectionEnd ? target.selectionStart : null);
    setActive(0);
  };
  const choose = (member: Mentionable | undefined): void => {
    if (!query || !member) return;
    const before = `${text.slice(0, query.start)}@${member.name} `;
    nextCursor.current = before.length;
    setDraft({
      text: before + text.slice(query.start + 1 + query.text.length),
      mentions: [...chosen.filter(({ accountId }) => accountId !== member.accountId), member],
    });
    setCursor(null);
  };
  const submit = async (): Promise<void> => {
    if (text.trim() === "" || isBusy) return;
    await onSubmit({ text, mentionIds: mentionedIn(chosen, text).map(({ accountId }) => accountId) });
    setDraft(null);
  };
  const cancel =
    onCancel &&
    ((): void => {
      setDraft(null);
      onCancel();
    });
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const { key } = event;
    if (key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    } else if (matches.length > 0 && ["ArrowDown", "ArrowUp", "Enter", "Tab", "Escape"].includes(key)) {
      event.preventDefault();
      event.stopPropagation();
      if (key === "Escape") setCursor(null);
      else if (key === "ArrowDown") setActive((activeIndex + 1) % matches.length);
      else if (key === "ArrowUp") setActive((activeIndex + matches.length - 1) % matches.length);
      else choose(matches[activeIndex]);
    } else if (key === "Escape" && cancel) {
      event.stopPropagation();
      cancel();
    }
  };

  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit().catch(() => undefined);
      }}
    >
      <TextArea
        label={t("write")}
        hideLabel
        hint={isOpen ? t("hint") : undefined}
        placeholder={t("placeholder")}
        rows={isOpen ? 3 : 1}
        maxLength={20_000}
        value={text}
        autoFocus={initial !== undefined}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={matches.length > 0 ? listId : undefined}
        aria-activedescendant={matches.length > 0 ? optionId(activeIndex) : undefined}
        onChange={(event) => {
          const entered = event.target.value;
          setDraft(entered === "" && initial === undefined ? null : { text: entered, mentions: chosen });
          follow(event.target);
        }}
        onClick={(event) => follow(event.currentTarget)}
        onFocus={() => setHasFocus(true)}
        onBlur={() => {
          setHasFocus(false);
          setCursor(null);
        }}
        onKeyDown={handleKey}
      />
      {matches.length > 0 && (
        <div className={styles.members} id={listId} role="listbox" aria-label={t("members")}>
          {matches.map((member, index) => (
            <div
              key={member.accountId}
              id={optionId(index)}
              role="option"
              aria-selected={index === activeIndex}
              // Pointer-down is used because a click would move the focus out of the text field first.
              onPointerDown={(event) => {
                event.preventDefault();
                choose(member);
              }}
            >
              <VisibleText text={member.name} />
            </div>
          ))}
        </div>
      )}
      <DialogError error={error} />
      {isOpen && (
        <DialogActions>
          {cancel && <Button onClick={cancel}>{t("cancel")}</Button>}
          <Button look="primary" type="submit" disabled={text.trim() === "" || isBusy}>
            {action}
          </Button>
        </DialogActions>
      )}
    </form>
  );
}
