/** Copies a text. Over plain HTTP from another host, pages have no `navigator.clipboard`: a selected text is copied. */
export async function copyText(text: string): Promise<void> {
  // The type does not know that it is missing there.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard !== undefined) return clipboard.writeText(text);
  const focused = document.activeElement instanceof HTMLElement ? document.activeElement : document.body;
  const area = document.createElement("textarea");
  area.value = text;
  area.readOnly = true;
  area.style.cssText = "position: fixed; inset: 0; opacity: 0;";
  // Inside the open dialog, which keeps the focus.
  (focused.closest("[role=dialog]") ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  focused.focus({ preventScroll: true });
  if (!isCopied) throw new Error("The browser does not allow the page to copy.");
}
