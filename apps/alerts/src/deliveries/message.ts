import { type Severidad, type TipoAviso, tipoDeAviso } from '@acequia/contracts';

/** As much of an alarm as a message tells. Times in ms. */
export interface Told {
  id: number;
  tipo: TipoAviso;
  severidad: Severidad;
  estado: string;
  desde: number;
  hasta: number | null;
  texto: string;
  switch_id: number | null;
  reconocido_por: string | null;
  reconocido_ts: number | null;
  nota: string | null;
  veces: number;
}

export interface Letter {
  /** The number that the message shows. */
  numero: number;
  empresa: string;
  zona: string;
  avisos: readonly Told[];
  /** More than are listed. */
  otros: number;
  /** Waited so long that it tells what was missed. */
  atrasado: boolean;
  consola: string | undefined;
}

/** Telegram takes 4,096 characters; mails and webhooks whatever. */
export const LARGO_MAXIMO = 4_000;

const MARCA: Readonly<Record<Severidad, string>> = { critica: '🔴', alta: '🟠', media: '🟡', baja: '🔵' };

const formats = new Map<string, Intl.DateTimeFormat>();
/** A moment in the company's zone, `22 nov, 03:12`. */
export const momento = (ts: number, zona: string): string => {
  let format = formats.get(zona);
  if (!format) {
    const parts = { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('es-MX', { ...parts, timeZone: zona });
    formats.set(zona, format);
  }
  return format.format(ts);
};

/** `58 min`, `3 h 5 min`, `2 d 4 h`. */
export const duracion = (ms: number): string => {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.max(1, Math.round(ms / 1_000))} s`;
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return hours % 24 === 0 ? `${hours / 24} d` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
};

/** Two lines or more: what and where, since when, what was done about it. */
const parrafo = (aviso: Told, zona: string): string => {
  const { tipo, severidad, desde, hasta, texto, reconocido_por, reconocido_ts, nota, veces } = aviso;
  const lineas = [`${hasta === null ? MARCA[severidad] : '✅'} ${tipoDeAviso(tipo).nombre}`, texto];
  if (hasta === null) lineas.push(`Desde ${momento(desde, zona)}${veces > 1 ? `, ${veces} veces` : ''}.`);
  else lineas.push(`Terminó ${momento(hasta, zona)}; duró ${duracion(hasta - desde)}.`);
  if (reconocido_por && hasta === null) {
    const cuando = reconocido_ts === null ? '' : ` ${momento(reconocido_ts, zona)}`;
    lineas.push(`👤 Lo atiende ${reconocido_por}${cuando}.${nota ? ` «${nota}»` : ''}`);
  }
  return lineas.join('\n');
};

const titulo = ({ avisos, otros, atrasado, empresa }: Letter): string => {
  const cuantos = avisos.length + otros;
  if (atrasado) return `${empresa} · ${cuantos === 1 ? '1 aviso' : `${cuantos} avisos`} mientras no se pudo avisar`;
  return cuantos === 1 ? empresa : `${empresa} · ${cuantos} avisos`;
};

/** The whole text, in parts that are short enough; the number stands in each. */
export const partesDe = (letter: Letter, largo = LARGO_MAXIMO): string[] => {
  const { avisos, otros, numero, zona, consola } = letter;
  const bloques = [titulo(letter), ...avisos.map((aviso) => parrafo(aviso, zona))];
  if (otros > 0) bloques.push(`… y ${otros} más, en la consola.`);
  const enlace = consola ? ` · ${consola}/avisos${avisos.length === 1 ? `?aviso=${avisos[0]?.id}` : ''}` : '';
  const pie = `Mensaje n.º ${numero}${enlace}`;
  const room = largo - pie.length - 20;
  const partes: string[] = [];
  let actual = '';
  for (const bloque of bloques.flatMap((text) => cortar(text, room))) {
    if (actual !== '' && actual.length + bloque.length + 2 > room) {
      partes.push(actual);
      actual = bloque;
    } else actual = actual === '' ? bloque : `${actual}\n\n${bloque}`;
  }
  partes.push(actual);
  return partes.map((text, i) => `${text}\n\n${pie}${partes.length > 1 ? ` (${i + 1}/${partes.length})` : ''}`);
};

/** A paragraph that alone is too long, in pieces that break no character. */
const cortar = (text: string, largo: number): string[] => {
  if (text.length <= largo) return [text];
  const pieces: string[] = [];
  let piece = '';
  for (const character of text) {
    if (piece.length + character.length > largo) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  return [...pieces, piece];
};
