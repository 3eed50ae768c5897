import { AppError, type CampoLorawan, LORAWAN_CAMPOS, LORAWAN_RADIO, LORAWAN_RUTA, texto } from '@acequia/contracts';
import { texts } from '../../textos.js';

/** Levels of a decoded object; codecs make three or four. */
const DEPTH = 8;
/** Codecs write numbers as texts too. */
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

/** What a decoded object holds. */
export interface Decoded {
  campos: CampoLorawan[];
  /** Paths of what is no number. */
  others: string[];
}

const valueOf = (leaf: unknown): number | null | undefined => {
  if (leaf === null) return null;
  if (typeof leaf === 'boolean') return leaf ? 1 : 0;
  const number = typeof leaf === 'string' && NUMBER.test(leaf.trim()) ? Number(leaf) : leaf;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

const plain = texto(LORAWAN_RUTA);
/** A point could not name another path. */
const canBeNamed = (path: string): boolean => {
  const read = plain.safeParse(path);
  return read.success && read.data === path && path !== '';
};

/**
 * Every value of what a codec made, by its path: `soil.moisture`, `channels.0.value`; true is 1, a text that is a number is that number.
 * It is counted while it is read, and no more is read than allowed.
 * @param campo where the object stands in the request
 * @throws AppError `datos_invalidos` when it is too deep, or holds too much
 */
export const decoded = (value: unknown, campo: string): Decoded => {
  const found: Decoded = { campos: [], others: [] };
  const refuse = (mensaje: string): never => {
    throw new AppError('datos_invalidos', { detalles: [{ campo, mensaje }] });
  };
  const gather = (node: unknown, path: string, depth: number): void => {
    if (depth > DEPTH) refuse(texts.lorawan.tooDeep(DEPTH));
    if (typeof node === 'object' && node !== null) {
      for (const key in node) {
        const inner = (node as Record<string, unknown>)[key];
        gather(inner, path === '' ? key : `${path}.${key}`, depth + 1);
      }
      return;
    }
    if (found.campos.length + found.others.length >= LORAWAN_CAMPOS) refuse(texts.lorawan.tooMuch(LORAWAN_CAMPOS));
    const valor = valueOf(node);
    if (valor === undefined || !canBeNamed(path)) found.others.push(path.slice(0, LORAWAN_RUTA));
    else found.campos.push({ ruta: path, valor });
  };
  if (typeof value === 'object' && value !== null) gather(value, '', 0);
  // Ours come after these, and their names are ours.
  const own: readonly string[] = Object.values(LORAWAN_RADIO);
  return { campos: found.campos.filter(({ ruta }) => !own.includes(ruta)), others: found.others };
};

interface Heard {
  rssi?: number | null | undefined;
  snr?: number | null | undefined;
}

/** Strength and noise at the gateway that heard it best. A signal-to-noise ratio that is left out is 0. */
export const radioOf = (gateways: readonly Heard[] | null | undefined): CampoLorawan[] => {
  const best = (gateways ?? []).reduce<Heard | null>(
    (one, other) => ((one?.rssi ?? -Infinity) < (other.rssi ?? -Infinity) ? other : one),
    null,
  );
  if (typeof best?.rssi !== 'number') return [];
  return [
    { ruta: LORAWAN_RADIO.rssi, valor: best.rssi },
    { ruta: LORAWAN_RADIO.snr, valor: best.snr ?? 0 },
  ];
};
