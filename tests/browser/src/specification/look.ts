/** What a part of the page shows at one moment. */
export interface Seen {
  title: string;
  path: string;
  menu: string[];
  columns: string[];
  rows: string[];
  fields: string[];
  figures: string[];
  headings: string[];
  /** Whether the button of this name can be pressed. */
  buttons: Record<string, boolean>;
  links: string[];
  texts: string[];
  colours: Record<string, string>;
  options: Record<string, string[]>;
  values: Record<string, string>;
  drawn: string[];
  images: number;
  height: number;
  maxWidth: number;
}

type Drawn = Element & { drawn?: Set<string> };

/** In the page, before its own code: remembers which words each canvas draws. */
export function rememberDrawnWords(): void {
  const context = CanvasRenderingContext2D.prototype;
  const draw = context.fillText;
  context.fillText = function (text, ...place) {
    const canvas = this.canvas as Drawn;
    (canvas.drawn ??= new Set()).add(text);
    draw.call(this, text, ...place);
  };
}

/** In the page: reads the first shown element of this CSS selector; null = none is shown. */
export function look(where: string): Seen | null {
  const isShown = (one: Element): boolean => one.checkVisibility({ visibilityProperty: true });
  const plain = (text: string | null | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();
  const part = [...document.querySelectorAll(where)].find(isShown);
  if (!part) return null;
  const all = <T extends Element = HTMLElement>(selector: string): T[] =>
    [...part.querySelectorAll<T>(selector)].filter(isShown);
  const textsOf = (selector: string): string[] => all(selector).map(({ textContent }) => plain(textContent));
  const nameOf = (one: Element): string =>
    plain(one.getAttribute('aria-label') ?? (one.querySelector('h1, h2, h3') ?? one).textContent);

  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const controls = all<Control>('input, select, textarea');
  const labelOf = (one: Control): string =>
    plain(one.labels?.[0]?.textContent ?? one.getAttribute('aria-label')).replace(/\s*\*$/, '');
  const kindOf = (one: Control): string => {
    if (one instanceof HTMLSelectElement) return 'select';
    if (one.type === 'checkbox') return 'switch';
    if (one.getAttribute('role') === 'combobox') return 'several';
    if (one.autocomplete === 'new-password') return 'new password';
    return one.inputMode === 'decimal' ? 'number' : one.type;
  };
  const fieldOf = (one: Control): string =>
    [
      `${labelOf(one)}: ${kindOf(one)}`,
      ...(one.required ? ['required'] : []),
      ...('readOnly' in one && one.readOnly ? ['read-only'] : []),
      ...(one.disabled ? ['disabled'] : []),
    ].join(', ');
  const selects = controls.filter((one) => one instanceof HTMLSelectElement);
  const valueOf = (one: Control): string =>
    plain(one instanceof HTMLSelectElement ? one.selectedOptions[0]?.textContent : one.value);

  const hueOf = (css: string): string => {
    const [red = 0, green = 0, blue = 0, opacity = 1] = (css.match(/[\d.]+/g) ?? []).map(Number);
    const [most, span] = [Math.max(red, green, blue), Math.max(red, green, blue) - Math.min(red, green, blue)];
    if (span < 30 || opacity === 0) return 'grey';
    const turn =
      most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span;
    const hue = (turn * 60 + 360) % 360;
    return hue < 20 || hue > 340 ? 'red' : hue < 70 ? 'amber' : hue < 170 ? 'green' : 'blue';
  };
  const colours: Record<string, string> = {};
  for (const one of all('*')) {
    const word = plain(one.textContent);
    if (one.childElementCount > 0 || !/^[A-Z][A-Z ]+$/.test(word)) continue;
    const style = getComputedStyle(one);
    const hue = [hueOf(style.color), hueOf(style.backgroundColor)].find((each) => each !== 'grey') ?? 'grey';
    colours[word] = colours[word] === undefined || colours[word] === hue ? hue : `${colours[word]} and ${hue}`;
  }

  const firstMenu = document.querySelector('header nav');
  const style = getComputedStyle(part);
  return {
    title: document.title,
    path: location.pathname,
    menu: [...(firstMenu?.querySelectorAll('a') ?? [])].map(({ textContent }) => plain(textContent)),
    columns: textsOf('thead th').filter(Boolean),
    rows: textsOf('tbody tr > :first-child'),
    fields: controls.map(fieldOf),
    figures: all('dt').map((one) => `${plain(one.textContent)}: ${plain(one.nextElementSibling?.textContent)}`),
    headings: textsOf('h1, h2, h3'),
    buttons: Object.fromEntries(
      all<HTMLButtonElement>('button').map((one) => [nameOf(one), !one.disabled && one.ariaDisabled !== 'true']),
    ),
    links: all<HTMLAnchorElement>('a[href]').map((one) => `${nameOf(one)} → ${new URL(one.href).pathname}`),
    texts: [...new Set(textsOf('*').filter((text) => text !== '' && text.length < 300))],
    colours,
    options: Object.fromEntries(
      selects.map((one) => [
        labelOf(one),
        [...one.options].filter(({ value }) => value !== '').map(({ textContent }) => plain(textContent)),
      ]),
    ),
    values: Object.fromEntries(controls.map((one) => [labelOf(one), valueOf(one)])),
    drawn: [...((part as Drawn).drawn ?? [])],
    images: all('img').length,
    height: Math.round(part.getBoundingClientRect().height),
    maxWidth: Number.parseInt(style.maxWidth, 10),
  };
}
