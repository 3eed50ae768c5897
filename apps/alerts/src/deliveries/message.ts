import { duration, type Severidad, type TipoAviso, typeOfAviso } from '@acequia/contracts';
import { readBy, type Reader, type Stored } from '../readable.js';
import { texts } from './textos.js';

/** The fields of an alarm that a message shows. Times in ms. */
export interface Told {
  id: number;
  tipo: TipoAviso;
  severidad: Severidad;
  estado: string;
  desde: number;
  hasta: number | null;
  texto: string;
  switch_id: number | null;
  /** About something in the company, not the whole of it: only such an alarm can be silenced from its message. */
  concrete: boolean;
  reconocido_por: string | null;
  reconocido_ts: number | null;
  nota: string | null;
  veces: number;
}

/** The same before it is put into words for a reader. */
export type Untold = Omit<Told, 'texto'> & { said: Stored };
/** @param reader null = somebody who may know every name */
export const toldTo =
  (reader: Reader | null) =>
  ({ said, ...aviso }: Untold): Told => ({ ...aviso, texto: readBy(said, reader).texto });

export interface Letter {
  /** The number shown in the message. */
  numero: number;
  empresa: string;
  zona: string;
  avisos: readonly Told[];
  /** How many alarms are not listed. */
  others: number;
  /** The message waited so long that its text says so. */
  late: boolean;
  consola: string | undefined;
}

/** Telegram's limit is 4,096 characters; mails and webhooks have none. */
export const MAX_LENGTH = 4_000;

const MARK: Readonly<Record<Severidad, string>> = { critica: '🔴', alta: '🟠', media: '🟡', baja: '🔵' };

const formats = new Map<string, Intl.DateTimeFormat>();
/** A moment in the company's zone, `22 nov, 03:12`. */
export const moment = (ts: number, zona: string): string => {
  let format = formats.get(zona);
  if (!format) {
    const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('es-MX', { ...parts, timeZone: zona });
    formats.set(zona, format);
  }
  return format.format(ts);
};

/** At least two lines: what and where, since when, what was done. */
const paragraph = (aviso: Told, zona: string): string => {
  const { tipo, severidad, desde, hasta, texto, reconocido_por, reconocido_ts, nota, veces } = aviso;
  const lines = [`${hasta === null ? MARK[severidad] : '✅'} ${typeOfAviso(tipo).nombre}`, texto];
  if (hasta === null) lines.push(texts.since(moment(desde, zona), veces));
  else lines.push(texts.ended(moment(hasta, zona), duration(Math.max(1_000, hasta - desde) / 60_000, { days: true })));
  if (reconocido_por && hasta === null) {
    const when = reconocido_ts === null ? '' : moment(reconocido_ts, zona);
    lines.push(texts.attends(reconocido_por, when, nota));
  }
  return lines.join('\n');
};

const title = ({ avisos, others, late, empresa }: Letter): string => {
  const howMany = avisos.length + others;
  if (late) return texts.late(empresa, texts.alarms(howMany));
  return howMany === 1 ? empresa : `${empresa} · ${texts.alarms(howMany)}`;
};

/** The whole text in parts that are short enough; each part contains the number. */
export const partsOf = (letter: Letter, most = MAX_LENGTH): string[] => {
  const { avisos, others, numero, zona, consola } = letter;
  const blocks = [title(letter), ...avisos.map((aviso) => paragraph(aviso, zona))];
  if (others > 0) blocks.push(texts.more(others));
  const link = consola ? ` · ${consola}/avisos${avisos.length + others === 1 ? `?aviso=${avisos[0]?.id}` : ''}` : '';
  return inParts(blocks, texts.foot(numero, link), most);
};

/** As much as fits into one message; the other alarms are counted. */
export const onePart = (letter: Letter, most = MAX_LENGTH): string => {
  const { avisos, others } = letter;
  for (let named = avisos.length; named > 0; named -= 1) {
    const parts = partsOf({ ...letter, avisos: avisos.slice(0, named), others: others + avisos.length - named }, most);
    if (parts.length === 1) return parts[0] ?? '';
  }
  return partsOf(letter, most)[0] ?? '';
};

/** Splits paragraphs into parts that are short enough, each with the foot. */
export const inParts = (paragraphs: readonly string[], foot: string, most = MAX_LENGTH): string[] => {
  const room = most - foot.length - 20;
  const parts: string[] = [];
  let current = '';
  for (const block of paragraphs.flatMap((text) => cut(text, room))) {
    if (current !== '' && current.length + block.length + 2 > room) {
      parts.push(current);
      current = block;
    } else current = current === '' ? block : `${current}\n\n${block}`;
  }
  parts.push(current);
  return parts.map((text, i) => `${text}\n\n${foot}${parts.length > 1 ? ` (${i + 1}/${parts.length})` : ''}`);
};

/** Splits a paragraph that is too long without breaking a character. */
const cut = (text: string, most: number): string[] => {
  if (text.length <= most) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (piece.length + character.length > most) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
};
