/**
 * Copies a text. `navigator.clipboard` only exists over HTTPS and on localhost; elsewhere, copies the selection of a
 * hidden field.
 */
export async function copyText(text: string): Promise<void> {
  // The declared type is wrong: the property may be missing.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.cssText = "position: fixed; inset: 0; opacity: 0;";
  // Adds the field inside the open dialog, if any: a dialog takes the focus back from fields outside of it.
  (focused.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused.focus({ preventScroll: true });
  if (!isCopied)
    throw new Error("The browser did not allow copying to the clipboard. Select the text and copy it yourself.");
}
