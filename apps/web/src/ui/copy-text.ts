/**
 * Copies a text. Browsers provide `navigator.clipboard` only over HTTPS or on localhost; otherwise, the text is
 * selected and copied.
 */
export async function copyText(text: string): Promise<void> {
  // The declared type wrongly guarantees that the property is present.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.cssText = "position: fixed; inset: 0; opacity: 0;";
  // The field is added inside the open dialog, because the dialog keeps the focus.
  (focused.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error("The browser does not allow the page to copy.");
}
