/** The basic alphabet of GSM 03.38 that Spanish texts use; other letters lose their accent, and the rest becomes a blank. */
const BASIC = new Set(
  '@£$¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà\n',
);
const REPLACED: Readonly<Record<string, string>> = {
  '«': '"',
  '»': '"',
  '“': '"',
  '”': '"',
  '’': "'",
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '·': '-',
  º: 'o',
  '°': 'o',
  '×': 'x',
  '[': '(',
  ']': ')',
  _: '-',
};
const ONE = 160;
const PART = 153;

/** The text in letters that each take one of an SMS's places. */
export const inGsm = (text: string): string =>
  Array.from(text, (letter) => {
    if (BASIC.has(letter)) return letter;
    const bare = REPLACED[letter] ?? letter.normalize('NFD').replace(/\p{M}/gu, '');
    return Array.from(bare).every((each) => BASIC.has(each)) ? bare : ' ';
  })
    .join('')
    .replace(/ {2,}/g, ' ')
    .trim();

/** How many SMS a text of {@link inGsm} costs. */
export const partsOfSms = (text: string): number => (text.length <= ONE ? 1 : Math.ceil(text.length / PART));

/** As much as fits beside the end, which is never cut. */
export const fitted = (text: string, end: string, parts: number): string => {
  const most = (parts === 1 ? ONE : parts * PART) - end.length;
  return `${text.length <= most ? text : `${text.slice(0, most - 3).trimEnd()}...`}${end}`;
};
