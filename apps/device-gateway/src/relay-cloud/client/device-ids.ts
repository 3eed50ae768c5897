const HEX = /^[0-9a-f]{4,16}$/;
const DECIMAL = /^\d{1,20}$/;

/** The id as it is sent: trimmed, lower case, without the separators of a MAC address or the model in front. */
export const idParaNube = (escrito: string): string => {
  const texto = escrito.trim().toLowerCase();
  const sinModelo = /^[a-z]\w*-([0-9a-f]{6,16})$/.exec(texto)?.[1] ?? texto;
  const junto = sinModelo.replace(/[:-]/g, '');
  return HEX.test(junto) ? junto : sinModelo;
};

/** Every way the vendor may write this id: hex and decimal name the same device (facts: ids appear in both). */
const nombresDe = (escrito: string): string[] => {
  const id = idParaNube(escrito);
  const nombres = [id];
  if (HEX.test(id)) nombres.push(`d${BigInt(`0x${id}`)}`, `h${BigInt(`0x${id}`)}`);
  if (DECIMAL.test(id)) nombres.push(`d${BigInt(id)}`);
  return nombres;
};

/** Smaller numbers are those of parts of a device. */
const MENOR = 0x1_0000n;
/** The first models are called by the last three bytes of their MAC address alone. */
const CORTO = 0x100_0000n;

/** What an id may be worth: hex, decimal, both, or nothing for what does not read as the id of a device. */
const valoresDe = (escrito: string): bigint[] => {
  const id = idParaNube(escrito);
  const valores = [...(HEX.test(id) ? [BigInt(`0x${id}`)] : []), ...(DECIMAL.test(id) ? [BigInt(id)] : [])];
  return valores.filter((valor) => valor >= MENOR);
};

/** Whether an answer about one device names another. What does not read as the id of a device names none. */
export const nombraOtro = (respondido: unknown, pedido: string): boolean => {
  if (typeof respondido !== 'string' && typeof respondido !== 'number') return false;
  const [suyos, pedidos] = [valoresDe(String(respondido)), valoresDe(pedido)];
  if (suyos.length === 0 || pedidos.length === 0) return false;
  const esEste = (uno: bigint, otro: bigint): boolean => uno === otro || (uno < CORTO && otro % CORTO === uno);
  return !suyos.some((suyo) => pedidos.some((este) => esEste(suyo, este) || esEste(este, suyo)));
};

/** Finds which of the asked devices an answer speaks of. */
export class IdIndex {
  private readonly byName = new Map<string, string>();

  constructor(ids: readonly string[]) {
    // What is written alike comes first: digits only may be read as hex or as decimal.
    for (const id of ids) this.byName.set(idParaNube(id), id);
    for (const id of ids) for (const name of nombresDe(id)) if (!this.byName.has(name)) this.byName.set(name, id);
  }

  /** The id as it was asked for. */
  find(answered: unknown): string | undefined {
    if (typeof answered === 'number' && Number.isSafeInteger(answered)) return this.find(String(answered));
    if (typeof answered !== 'string') return undefined;
    for (const name of nombresDe(answered)) {
      const found = this.byName.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
