import type { ComponentProps, ReactNode } from "react";
import { classes } from "./classes.ts";
import styles from "./button.module.css";
import { visibleString } from "../messages/hidden-characters.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  readonly look?: "normal" | "primary" | "plain" | "danger" | undefined;
  readonly size?: "normal" | "small" | undefined;
  /** Whether a toggle button is pressed; undefined for other buttons. */
  readonly isPressed?: boolean | undefined;
  /** Whether the part that the button opens is shown; undefined for other buttons. */
  readonly isExpanded?: boolean | undefined;
}

/** A button that does not submit the form around it, unless `type` is set. */
export function Button({ look = "normal", size = "normal", isPressed, isExpanded, className, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-pressed={isPressed}
      aria-expanded={isExpanded ?? rest["aria-expanded"]}
      className={buttonClass({ look, size, isPressed: isPressed ?? isExpanded, className })}
    />
  );
}

/** A button with an icon. The label is its accessible name and its tooltip. */
export function IconButton({
  label,
  children,
  className,
  ...rest
}: ButtonProps & { readonly label: string; readonly children: ReactNode }) {
  return (
    <Button
      look="plain"
      {...rest}
      aria-label={visibleString(label)}
      title={visibleString(label)}
      className={classes(styles.icon, className)}
    >
      {children}
    </Button>
  );
}

export function buttonClass({
  look = "normal",
  size = "normal",
  isPressed,
  isIcon,
  className,
}: Pick<ButtonProps, "look" | "size" | "isPressed" | "className"> & {
  /** Whether the button contains only an icon. */
  readonly isIcon?: boolean;
}): string {
  return classes(
    styles.button,
    look !== "normal" && styles[look],
    size === "small" && styles.small,
    isPressed && styles.pressed,
    isIcon && styles.icon,
    className,
  );
}
