import { Combobox } from "@base-ui/react/combobox";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useOperation } from "../../../api/use-request.ts";
import { threadChoices, type ThreadChoiceFragment } from "../../../generated/thread-choices.ts";
import { useFormats } from "../../../messages/formats.ts";
import { visibleString } from "../../../messages/hidden-characters.ts";
import { classes } from "../../../ui/classes.ts";
import fieldStyles from "../../../ui/field.module.css";
import { keepOwnKeys } from "../../../ui/select-keys.ts";
import selectStyles from "../../../ui/select.module.css";
import { useDebounced } from "../../../ui/use-debounced.ts";
import { VisibleText } from "../../../ui/visible-text.tsx";
import styles from "./compare.module.css";
import { useCompareText } from "./messages.ts";
import { threadIdIn } from "./thread-id-in.ts";

export function ThreadPicker(props: {
  readonly label: string;
  readonly value: string | null;
  readonly name: string | null;
  readonly error: string | null;
  readonly onChange: (id: string) => void;
}) {
  const { label, value, name, error, onChange } = props;
  const t = useCompareText();
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState("");
  const wanted = useDebounced(threadIdIn(text), 250);
  const { data, isPlaceholderData } = useOperation(
    threadChoices,
    { id: wanted, filters: wanted === "" ? [] : [{ field: "name", operator: "ilike", value: wanted }] },
    { enabled: isOpen, keepsPrevious: true },
  );
  const choices = data ? choicesIn(data) : [];
  return (
    <div className={styles.picker}>
      <label htmlFor={id} className={styles.side}>
        {label}
      </label>
      <Combobox.Root
        open={isOpen}
        onOpenChange={setIsOpen}
        items={choices}
        filter={null}
        value={choices.find((choice) => choice.id === value) ?? null}
        onValueChange={(chosen: ThreadChoiceFragment | null) => chosen && onChange(chosen.id)}
        itemToStringLabel={(choice: ThreadChoiceFragment) => choice.name ?? choice.id}
        isItemEqualToValue={(one: ThreadChoiceFragment, other: ThreadChoiceFragment) => one.id === other.id}
        inputValue={text}
        onInputValueChange={setText}
        autoHighlight
      >
        <Combobox.Trigger
          id={id}
          className={classes(fieldStyles.input, selectStyles.trigger)}
          onKeyDown={keepOwnKeys}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? undefined : `${id}-error`}
        >
          <span className={selectStyles.value}>
            {value === null ? t("choose") : <VisibleText text={name ?? value} />}
          </span>
          <ChevronDown aria-hidden size={14} className={selectStyles.arrow} />
        </Combobox.Trigger>
        <Combobox.Portal>
          <Combobox.Positioner className={selectStyles.positioner} sideOffset={4} align="start">
            <Combobox.Popup
              className={classes(selectStyles.popup, selectStyles.searched)}
              aria-label={label}
              onKeyDown={keepOwnKeys}
            >
              <Combobox.Input
                className={fieldStyles.input}
                placeholder={t("searchThreads")}
                aria-label={t("searchThreads")}
              />
              <Combobox.Empty className={selectStyles.none}>{data ? t("noThreads") : null}</Combobox.Empty>
              <Combobox.List className={selectStyles.list} aria-busy={isPlaceholderData}>
                {(choice: ThreadChoiceFragment) => (
                  <Combobox.Item key={choice.id} value={choice} className={selectStyles.option}>
                    <Choice choice={choice} />
                  </Combobox.Item>
                )}
              </Combobox.List>
            </Combobox.Popup>
          </Combobox.Positioner>
        </Combobox.Portal>
      </Combobox.Root>
      {error !== null && (
        <p id={`${id}-error`} className={fieldStyles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function Choice({ choice: { id, name, createdAt, inputPreview } }: { readonly choice: ThreadChoiceFragment }) {
  const formats = useFormats();
  return (
    <span className={styles.choice}>
      <span className={styles.choiceName}>{visibleString(name ?? id)}</span>
      <span className={styles.quiet}>
        {formats.shortTime(createdAt)}
        {inputPreview !== null && ` · ${visibleString(inputPreview)}`}
      </span>
    </span>
  );
}

function choicesIn(data: {
  readonly threadDetail: ThreadChoiceFragment | null;
  readonly threads: { readonly edges: readonly { readonly node: ThreadChoiceFragment }[] };
}): readonly ThreadChoiceFragment[] {
  const found = data.threads.edges.map(({ node }) => node);
  const byId = data.threadDetail;
  return byId === null ? found : [byId, ...found.filter(({ id }) => id !== byId.id)];
}
