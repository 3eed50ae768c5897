/** Copies by selecting: the only way on a page that is not secure (plain HTTP by another name than localhost). */
function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  Object.assign(field.style, { position: 'fixed', top: '0', opacity: '0' });
  // Inside an open dialog: its focus trap takes the focus away from anything outside.
  const dialog = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1);
  (dialog ?? document.body).append(field);
  const before = document.activeElement;
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}

/** Puts a text on the clipboard. False when the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!window.isSecureContext) return copySelected(text);
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
