import { Check, Copy } from "lucide-react";
import { type ReactNode, useState } from "react";
import { copyText } from "./copy-text.ts";
import { IconButton } from "./button.tsx";
import { useUiText } from "./messages.ts";

/** Copies a text, and confirms it for two seconds. */
export function CopyButton({
  text,
  label,
  icon = <Copy size={14} />,
}: {
  readonly text: string | (() => string);
  readonly label?: string | undefined;
  readonly icon?: ReactNode;
}) {
  const t = useUiText();
  const [isCopied, setIsCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await copyText(typeof text === "string" ? text : text());
    setIsCopied(true);
    setTimeout(() => setIsCopied(false), 2000);
  };
  return (
    <IconButton size="small" label={isCopied ? t("copied") : (label ?? t("copy"))} onClick={() => void copy()}>
      {isCopied ? <Check size={14} /> : icon}
    </IconButton>
  );
}
