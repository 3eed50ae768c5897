import type { Told } from '../deliveries/message.js';
import type { Button } from './telegram.client.js';
import { texts } from './textos.js';

/** Action of a button and number of its message: `<verb>:<number>`. */
export const VERBS = ['reconocer', 'silenciar', 'apagar', 'recuperar'] as const;
export type Verb = (typeof VERBS)[number];
export const SILENCIO_MS = 2 * 3_600_000;

/** Actions still possible on the alarms of a message. */
export const buttonsFor = (numero: number, avisos: readonly Told[]): Button[][] => {
  const opened = avisos.filter(({ hasta }) => hasta === null);
  if (opened.length === 0) return [];
  const button = (verb: Verb, text: string): Button => ({ text, callback_data: `${verb}:${numero}` });
  const [first] = opened;
  const row = opened.some(({ concrete }) => concrete) ? [button('silenciar', texts.buttons.silence)] : [];
  const unattended = opened.some(({ estado }) => estado === 'disparado');
  if (unattended) row.unshift(button('reconocer', texts.buttons.acknowledge(opened.length)));
  const isAlone = avisos.length === 1;
  const second: Button[] = [];
  if (isAlone && first?.tipo === 'turno_fallido') second.push(button('recuperar', texts.buttons.recover));
  else if (isAlone && typeof first?.switch_id === 'number') second.push(button('apagar', texts.buttons.turnOff));
  return [row, second].filter((some) => some.length > 0);
};

export const pressed = (data: string | undefined): { verb: Verb; numero: number } | null => {
  const [verb, numero] = (data ?? '').split(':');
  const known = VERBS.find((one) => one === verb);
  return known && numero && /^\d{1,10}$/.test(numero) ? { verb: known, numero: Number(numero) } : null;
};
