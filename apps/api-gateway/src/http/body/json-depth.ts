const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** The only bit in which `[` differs from `{`, and `]` from `}`. */
const CURLY_BIT = 0x20;
const OPEN = 0x5b | CURLY_BIT;
const CLOSE = 0x5d | CURLY_BIT;

/** Index after the string that begins at `start` in UTF-8 JSON. */
const afterString = (bytes: Uint8Array, start: number): number => {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at + 1;
};

/** Whether no list or object of this UTF-8 JSON is nested deeper than `most`. Reads each byte once, before the parser builds objects. */
export const isShallow = (bytes: Uint8Array, most: number): boolean => {
  let depth = 0;
  let at = 0;
  while (at < bytes.length) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = afterString(bytes, at);
      continue;
    }
    if ((byte | CURLY_BIT) === OPEN) depth += 1;
    else if ((byte | CURLY_BIT) === CLOSE) depth -= 1;
    if (depth > most) return false;
    at += 1;
  }
  return true;
};
