// Apart from the schemas, so that a browser can load this without zod.
import type { SystemReason, TurnOnRefusal } from './frases.js';

/** Why a measured value skipped or shortened a turn. `what`: what was done with it; `nombre`: the sensor's switch, or the point. */
export const motivoBySensor = (what: string, quantity: string, value: number, unit: string, nombre: string): string =>
  `${`${what}: ${quantity} de ${value} ${unit}`.trimEnd()} en «${nombre}»`;

type NamesSwitches =
  TurnOnRefusal['codigo'] | Extract<SystemReason['codigo'], 'ultima_valvula' | 'juntos' | 'sin_valvula'> | 'sensor';
type Cut = readonly [named: RegExp, unnamed: string];

/** What of each sentence names switches or their group, and what stands in its place. A long list of names may have lost its end. */
const CUTS: { readonly [C in NamesSwitches]: readonly Cut[] } = {
  otro_encendiendo: [[/el switch «.*» (?=se está encendiendo y no pueden)/s, 'otro switch ']],
  otro_encendido: [[/^(No se puede encender: )el switch «.*» (?=está encendido y no pueden)/s, '$1otro switch ']],
  otro_incierto: [[/(no se sabe si )el switch «.*» (?=está encendido y no pueden)/s, '$1otro switch ']],
  otro_desconocido: [[/(todavía no se conoce otro switch) de «.*»/s, '$1 con el que no puede estar']],
  falta_valvula: [[/(antes debe estar abierta) «.*?(\.?)$/s, '$1 una válvula$2']],
  valvula_reciente: [
    [/^(No se puede encender: )«.*» (?=acaba de abrirse)/s, '$1una válvula '],
    [/^(No se puede encender: )«.*$/s, '$1una válvula acaba de abrirse'],
  ],
  ultima_valvula: [[/^Se cierra «.*», su/s, 'Se cierra su']],
  juntos: [[/^(Estaba encendido junto con) «.*$/s, '$1 otro switch']],
  sin_valvula: [[/(ninguna válvula abierta) \(«.*»\)/s, '$1']],
  sensor: [[/^([^«]*: [^«:]+ de -?[\d.]+(?: [^«\s]+)?) en «.*»/s, '$1']],
};
const ALL = Object.values(CUTS).flat();

/** Are all names in a part of a sentence known? Not where one of them lost its end. */
const allKnown = (part: string, isKnown: (nombre: string) => boolean): boolean => {
  const names = [...part.matchAll(/«([^«»]*)»/g)].map(([, nombre = '']) => nombre);
  return names.length === part.split('«').length - 1 && names.every(isKnown);
};

/**
 * A sentence of a command or a turn without the switches and groups that it names, for a reader who may not know them: a usuario learns
 * nothing of what is not assigned to them. It stays as it is where `isKnown` accepts each name.
 */
export const withoutNames = <T extends string | null>(
  sentence: T,
  isKnown: (nombre: string) => boolean = () => false,
): T => {
  if (sentence === null) return sentence;
  let text: string = sentence;
  for (const [named, unnamed] of ALL) {
    const part = named.exec(text)?.[0];
    if (part !== undefined && !allKnown(part, isKnown)) text = text.replace(named, unnamed);
  }
  return text as T;
};
