/** Who looks: people of the test's farm. */
export type Who = 'nobody' | 'admin_global' | 'admin_empresa' | 'usuario' | 'usuario without anything';

/**
 * What is fixed of a part of a screen. Texts are templates: `{empresa}` and its like are names of the test's farm ({@link Names}), `{n}`
 * is a number, `{decimals}` one with two decimals, `{age}` "hace 5s" or "hace 5m", `{time}` dd/mm/yyyy hh:mm.
 */
export interface Looks {
  /** Titles of columns: these and no others, in this order. */
  columns?: readonly string[];
  /** First cells of the rows: these and no others, in this order. */
  rows?: readonly string[];
  /** "label: kind, required, read-only, disabled" of what can be filled in: these and no others, in this order. */
  fields?: readonly string[];
  /** "name: value" of the key figures: these and no others, in this order. */
  figures?: readonly string[];
  /** What the console has besides, anywhere in the lists above. */
  added?: readonly string[];
  /** Headings in this order; others may stand between them. */
  headings?: readonly string[];
  /** Buttons that can be pressed. */
  buttons?: readonly string[];
  /** Buttons that cannot. */
  locked?: readonly string[];
  /** Buttons that are not there. */
  without?: readonly string[];
  /** "name → path" of links. */
  links?: readonly string[];
  /** The whole text of some element. */
  texts?: readonly string[];
  /** Colour of a word in capitals. */
  colours?: Readonly<Record<string, 'green' | 'red'>>;
  /** The choices of a select, except an empty one. */
  options?: Readonly<Record<string, readonly string[]>>;
  /** What a field holds before anybody writes; of a select the chosen text. */
  values?: Readonly<Record<string, string>>;
  /** Words that a chart draws. */
  drawn?: readonly string[];
  images?: number;
  /** px */
  height?: number;
  /** px */
  maxWidth?: number;
}

/** A part of a screen, by a CSS selector: the first one that is shown. */
export interface Part extends Looks {
  part: string;
  where: string;
}

/** A dialog that a button opens. */
export interface Dialog extends Looks {
  opens: string;
  dialog: string;
  /** px */
  maxWidth: number;
  /** Written first, by label. */
  fill?: Readonly<Record<string, string>>;
  /** The question that a button asks before it acts. */
  asks?: Readonly<Record<string, string>>;
}

export interface Screen extends Looks {
  screen: string;
  who: Who;
  path: string;
  /** Of the browser's tab. */
  title: string;
  /** Entries of the first menu: these and no others but {@link Looks.added}, in this order. */
  menu?: readonly string[];
  parts?: readonly Part[];
  dialogs?: readonly Dialog[];
}

/** What the names in templates stand for. */
export type Names = Readonly<Record<string, string>>;

const PATTERNS: Names = {
  n: String.raw`\d+`,
  decimals: String.raw`-?\d+\.\d\d`,
  age: String.raw`hace \d+[sm]`,
  time: String.raw`\d\d/\d\d/\d{4} \d\d:\d\d`,
};

/** The template with the farm's names. Throws for a name that the farm does not have. */
export const filledIn = (template: string, names: Names): string =>
  template.replace(/\{(\w+)\}/g, (whole, name: string) => {
    if (name in PATTERNS) return whole;
    if (names[name] === undefined) throw new Error(`nothing is called ${whole}`);
    return names[name];
  });

/** Whether a shown text is what the template says. */
export function fits(template: string, shown: string, names: Names): boolean {
  const literal = filledIn(template, names).replace(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, (_, name: string) => PATTERNS[name]!)}$`).test(shown);
}
