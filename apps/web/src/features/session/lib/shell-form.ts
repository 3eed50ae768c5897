const shellForm = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('#casco form');

/** Name of the field of the shell's form (index.html) in which the caret stands, until the drawn form takes the focus. */
export const focusedInShell = (): string | null =>
  shellForm()?.contains(document.activeElement) ? document.activeElement!.getAttribute('name') : null;

/** Moves into `form` what a person typed into the shell's form before this code ran, and submits it if they had, or had begun to. */
export function takeOver(form: HTMLFormElement, focused: string | null): void {
  const shell = shellForm();
  if (!shell) return;
  for (const { name, value } of shell.querySelectorAll('input')) {
    const field = form.querySelector<HTMLInputElement>(`input[name="${name}"]`);
    if (!field) continue;
    if (name === focused) field.focus();
    // After the focus: it puts the caret behind the text.
    field.value = value;
  }
  // A press that ends on another button than it began on is no click.
  const isSubmitted = shell.dataset['enviado'] !== undefined || shell.dataset['pulsado'] !== undefined;
  // Two forms with the same ids would answer for each other.
  shell.closest('.casco-login')?.replaceChildren();
  if (isSubmitted) form.requestSubmit();
}
