import { type PlacaCredencial, prefijoDe } from '@acequia/contracts';
import { textos } from '../textos.js';

const { credencial: t } = textos;

/** Design section 6: a board's client id. */
export const clientIdDe = (id: number): string => `placa-${id}`;

/** A field of the firmware's own settings, and what to type into it; null = the installation does not say. */
export type Ajuste = [titulo: string, valor: string | null];

/** What a person types into the board's firmware. `direccion` = the whole address, null when it is not known. */
export const ajustesDe = (credencial: PlacaCredencial, direccion: string | null): Ajuste[] => {
  const { id, username, password, dialecto } = credencial;
  const cuenta: Ajuste[] = [
    [t.cliente, clientIdDe(id)],
    [t.usuario, username],
    [t.clave, password],
  ];
  if (dialecto === 'acequia') return [[t.direccion, direccion], ...cuenta];
  const url = direccion === null ? null : new URL(direccion);
  const lugar: Ajuste[] = [
    [t.servidor, url?.hostname ?? null],
    [t.puerto, url ? url.port || (url.protocol === 'mqtts:' ? '8883' : '1883') : null],
  ];
  // Tasmota builds its topics from two fields; `Topic` must not be the client id.
  if (dialecto === 'tasmota')
    return [...lugar, ...cuenta, [t.topic, String(id)], [t.prefijo.tasmota, 'tasmota/%topic%/%prefix%/']];
  return [...lugar, ...cuenta, [t.prefijo[dialecto], prefijoDe(dialecto, id)]];
};
