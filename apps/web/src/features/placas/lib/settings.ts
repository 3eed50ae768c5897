import { type PlacaCredencial, prefixOf } from '@acequia/contracts';
import { texts } from '../textos.js';

const { credential: t } = texts;

/** A board's MQTT client id. */
export const clientIdOf = (id: number): string => `placa-${id}`;

/** A field of the firmware's settings and the value to type; null = the installation has no value configured; undefined = unread. */
export type Setting = [title: string, value: string | null | undefined];

/** The values to type into the board's firmware. `address`: the broker's URL; null = none is configured; undefined = unread. */
export const settingsOf = (credential: PlacaCredencial, address: string | null | undefined): Setting[] => {
  const { id, username, password, dialecto } = credential;
  const account: Setting[] = [
    [t.clientId, clientIdOf(id)],
    [t.usuario, username],
    [t.password, password],
  ];
  if (dialecto === 'acequia') return [[t.address, address], ...account];
  const url = address && new URL(address);
  const place: Setting[] = url
    ? [
        [t.servidor, url.hostname],
        [t.puerto, url.port || (url.protocol === 'mqtts:' ? '8883' : '1883')],
      ]
    : [
        [t.servidor, address],
        [t.puerto, address],
      ];
  // Tasmota builds its topics from two fields; `Topic` must not be the client id.
  if (dialecto === 'tasmota')
    return [...place, ...account, [t.topic, String(id)], [t.prefix.tasmota, 'tasmota/%topic%/%prefix%/']];
  return [...place, ...account, [t.prefix[dialecto], prefixOf(dialecto, id)]];
};
