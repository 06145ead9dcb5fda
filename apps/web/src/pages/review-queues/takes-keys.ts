/** Whether the shortcuts of the review page apply to a key event. They do not in dialogs, menus and text fields. */
export function takesKeys({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return false;
  const others = '[role="dialog"], [role="menu"], [role="listbox"], textarea, select, input:not([type=radio])';
  return !(target instanceof Element && target.closest(others));
}
