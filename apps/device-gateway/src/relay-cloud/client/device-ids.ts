const HEX = /^[0-9a-f]{4,16}$/;
const DECIMAL = /^\d{1,20}$/;

/** The id as sent to the cloud: trimmed, lower case, without the separators of a MAC address or the model prefix. */
export const idForCloud = (written: string): string => {
  const texto = written.trim().toLowerCase();
  const withoutModel = /^[a-z]\w*-([0-9a-f]{6,16})$/.exec(texto)?.[1] ?? texto;
  const junto = withoutModel.replace(/[:-]/g, '');
  return HEX.test(junto) ? junto : withoutModel;
};

/** Every way the vendor may write this id: hex and decimal name the same device. */
const namesOf = (written: string): string[] => {
  const id = idForCloud(written);
  const names = [id];
  if (HEX.test(id)) names.push(`d${BigInt(`0x${id}`)}`, `h${BigInt(`0x${id}`)}`);
  if (DECIMAL.test(id)) names.push(`d${BigInt(id)}`);
  return names;
};

/** Smaller numbers identify parts of a device. */
const SMALLER = 0x1_0000n;
/** The first models use only the last three bytes of their MAC address. */
const SHORT = 0x100_0000n;

/** The possible values of an id: hex, decimal, both, or none when the text is no device id. */
const valuesOf = (written: string): bigint[] => {
  const id = idForCloud(written);
  const values = [...(HEX.test(id) ? [BigInt(`0x${id}`)] : []), ...(DECIMAL.test(id) ? [BigInt(id)] : [])];
  return values.filter((valor) => valor >= SMALLER);
};

/** Whether an answer about one device names another. Text that is no device id names none. */
export const namesAnother = (answered: unknown, request: string): boolean => {
  if (typeof answered !== 'string' && typeof answered !== 'number') return false;
  const [theirs, requests] = [valuesOf(String(answered)), valuesOf(request)];
  if (theirs.length === 0 || requests.length === 0) return false;
  const isSame = (uno: bigint, otro: bigint): boolean => uno === otro || (uno < SHORT && otro % SHORT === uno);
  return !theirs.some((theirs) => requests.some((este) => isSame(theirs, este) || isSame(este, theirs)));
};

/** Finds the requested device that an answer is about. */
export class IdIndex {
  private readonly byName = new Map<string, string>();

  constructor(ids: readonly string[]) {
    // Exact text comes first: an id of digits only can be hex or decimal.
    for (const id of ids) this.byName.set(idForCloud(id), id);
    for (const id of ids) for (const name of namesOf(id)) if (!this.byName.has(name)) this.byName.set(name, id);
  }

  /** The id in the form of the request. */
  find(answered: unknown): string | undefined {
    if (typeof answered === 'number' && Number.isSafeInteger(answered)) return this.find(String(answered));
    if (typeof answered !== 'string') return undefined;
    for (const name of namesOf(answered)) {
      const found = this.byName.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
