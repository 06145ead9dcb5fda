import { Eye, EyeOff } from "lucide-react";
import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from "react";
import { IconButton } from "./button.tsx";
import { Field, type FieldTexts, invalid } from "./field.tsx";
import fieldStyles from "./field.module.css";
import { usePasswordFieldText } from "./password-field-messages.ts";
import styles from "./password-field.module.css";

/** Field of a secret, with a button that shows the entered characters. Sending the form hides them. */
export function PasswordField({
  label,
  hint,
  error,
  hideLabel,
  ...rest
}: FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, "className" | "type">) {
  const t = usePasswordFieldText();
  const id = useId();
  const [isShown, setIsShown] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const form = input.current?.form;
    const hide = (): void => setIsShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <Field id={id} texts={{ label, hint, error, hideLabel }}>
      <div className={styles.frame}>
        <input
          autoCapitalize="off"
          spellCheck={false}
          {...rest}
          {...invalid(id, error)}
          ref={input}
          id={id}
          type={isShown ? "text" : "password"}
          className={fieldStyles.input}
        />
        <IconButton
          size="small"
          label={t(isShown ? "hide" : "show")}
          aria-controls={id}
          disabled={rest.disabled}
          onClick={() => setIsShown(!isShown)}
        >
          {isShown ? <EyeOff size={14} /> : <Eye size={14} />}
        </IconButton>
      </div>
    </Field>
  );
}
