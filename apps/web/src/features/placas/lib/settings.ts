import { type PlacaCredencial, prefixOf } from '@acequia/contracts';
import { texts } from '../textos.js';

const { credential: t } = texts;

/** A board's MQTT client id. */
export const clientIdOf = (id: number): string => `placa-${id}`;

/** A field of the firmware's settings and the value to type; null = the installation has no value configured. */
export type Setting = [title: string, value: string | null];

/** The values to type into the board's firmware. `address`: the broker's URL, null when unknown. */
export const settingsOf = (credential: PlacaCredencial, address: string | null): Setting[] => {
  const { id, username, password, dialecto } = credential;
  const cuenta: Setting[] = [
    [t.clientId, clientIdOf(id)],
    [t.usuario, username],
    [t.clave, password],
  ];
  if (dialecto === 'acequia') return [[t.address, address], ...cuenta];
  const url = address === null ? null : new URL(address);
  const place: Setting[] = [
    [t.servidor, url?.hostname ?? null],
    [t.puerto, url ? url.port || (url.protocol === 'mqtts:' ? '8883' : '1883') : null],
  ];
  // Tasmota builds its topics from two fields; `Topic` must not be the client id.
  if (dialecto === 'tasmota')
    return [...place, ...cuenta, [t.topic, String(id)], [t.prefix.tasmota, 'tasmota/%topic%/%prefix%/']];
  return [...place, ...cuenta, [t.prefix[dialecto], prefixOf(dialecto, id)]];
};
