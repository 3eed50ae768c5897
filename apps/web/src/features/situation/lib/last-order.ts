import type { Aviso, Comando } from '@acequia/contracts';
import { dateTimeOf } from '../../../lib/format/format.js';
import { zoneMark } from '../../../lib/time/zone-name.js';
import { texts } from '../textos.js';

const t = texts.lastOrder;

/** Text of the newest command to the subject of an alarm; `comandos` newest first, its time in the company's zone. Null = none of them matches. */
export function lastOrderText(
  { switch_id, dispositivo_id }: Pick<Aviso, 'switch_id' | 'dispositivo_id'>,
  comandos: readonly Comando[],
  zone: string,
): string | null {
  if (switch_id === null && dispositivo_id === null) return null;
  const last = comandos.find((one) =>
    switch_id !== null ? one.switch_id === switch_id : one.dispositivo_id === dispositivo_id,
  );
  if (!last) return null;
  const who = last.usuario_id === null ? t.sistema : last.usuario_nombre;
  const order = t.title(t.acciones[last.accion], dateTimeOf(last.ts, zone) + zoneMark(last.ts, zone));
  return `${order}${who ? t.by(who) : ''}${t.outcome[last.estado]}`;
}
