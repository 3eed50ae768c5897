/**
 * What a label names and what names a field, as HTML defines it, by the page's index of ids. jsdom walks the whole page for each label of
 * each field, which was a fifth of the time of a spec with a long form.
 */
const FIELDS = 'button, input:not([type=hidden]), meter, output, progress, select, textarea';
const KINDS = [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement];

const controlOf = (label: HTMLLabelElement): Element | null => {
  if (!label.hasAttribute('for')) return label.querySelector(FIELDS);
  const named = label.ownerDocument.getElementById(label.htmlFor);
  return named?.matches(FIELDS) ? named : null;
};

Object.defineProperty(HTMLLabelElement.prototype, 'control', {
  get(this: HTMLLabelElement) {
    return controlOf(this);
  },
});
for (const kind of KINDS)
  Object.defineProperty(kind.prototype, 'labels', {
    get(this: HTMLElement) {
      return [...this.ownerDocument.querySelectorAll('label')].filter((label) => controlOf(label) === this);
    },
  });

export {};
