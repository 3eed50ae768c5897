import { type Dialecto, prefixOf } from '@acequia/contracts';
import { clientIdOf } from './settings.js';

/** A message to publish by hand, below the board's own topics. */
interface Probe {
  topic: string;
  payload: string;
}

/** One relay and one sensor, in the words of each firmware. */
const PROBES: Readonly<Record<Dialecto, readonly Probe[]>> = {
  acequia: [{ topic: 'telemetry', payload: '{"pins":{"4":1},"sensors":{"15":{"t":21.5,"h":60.2}}}' }],
  tasmota: [
    { topic: 'stat/POWER1', payload: 'ON' },
    { topic: 'tele/SENSOR', payload: '{"AM2301":{"Temperature":21.5,"Humidity":60.2},"TempUnit":"C"}' },
  ],
  esphome: [
    { topic: 'switch/relevador_4/state', payload: 'ON' },
    { topic: 'sensor/temperatura_15/state', payload: '21.5' },
    { topic: 'sensor/humedad_15/state', payload: '60.2' },
  ],
  shelly: [
    { topic: 'status/switch:0', payload: '{"id":0,"output":true}' },
    { topic: 'status/temperature:100', payload: '{"id":100,"tC":21.5}' },
    { topic: 'status/humidity:100', payload: '{"id":100,"rh":60.2}' },
  ],
};

const topicsOf = (dialecto: Dialecto, numero: number): string =>
  dialecto === 'acequia' ? `acequia/v1/${numero}` : prefixOf(dialecto, numero);

/** The topic that the board's readings go to; of other firmwares, the prefix of all their topics. */
export const readingsTopic = (dialecto: Dialecto, numero: number): string =>
  `${topicsOf(dialecto, numero)}/${dialecto === 'acequia' ? 'telemetry' : '…'}`;

/** Quoted for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Board {
  id: number;
  dialecto: Dialecto;
}

/**
 * Commands that publish a first reading as the board would, one line each. `address`: the broker's URL. `password` null = it is not known
 * any more, so that the shell's variable PASSWORD stands for it.
 */
export function testCommand({ id, dialecto }: Board, address: string, password: string | null): string {
  const url = new URL(address);
  const secure = url.protocol === 'mqtts:';
  const place = `-h ${url.hostname} -p ${url.port || (secure ? '8883' : '1883')}${secure ? ' --capath /etc/ssl/certs' : ''}`;
  const login = `-i ${clientIdOf(id)} -u ${id} -P ${password === null ? '"$PASSWORD"' : quoted(password)}`;
  return PROBES[dialecto]
    .map(
      ({ topic, payload }) =>
        `mosquitto_pub ${place} ${login} -q 1 -t ${quoted(`${topicsOf(dialecto, id)}/${topic}`)} -m ${quoted(payload)}`,
    )
    .join('\n');
}
