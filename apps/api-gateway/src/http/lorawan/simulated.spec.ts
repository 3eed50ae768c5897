import { ChirpstackEvento, TtsMensaje } from '@acequia/contracts';
import { chirpstackStatus, chirpstackUp, farmOfNodes, flightOf, type Frame, ttsUplink } from '@acequia/simulators';
import { ofChirpstack, ofTts, type Understood } from './uplink.js';

const HOUR = 3_600_000;
const FROM = Date.UTC(2026, 5, 1);
const DAY = { from: FROM, to: FROM + 24 * HOUR, every_ms: HOUR };
const frames = farmOfNodes(6, 5).flatMap((node) => flightOf(node, DAY).received);

/** The values of a reading by path, the slow and obvious way. */
const leaves = (value: unknown, path = ''): [string, number][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, inner]) => leaves(inner, path === '' ? key : `${path}.${key}`))
    : [[path, Number(value)]];

const expectFrame = (understood: Understood | null, { node, f_cnt, ts, reading, heard }: Frame): void => {
  const best = heard.reduce((one, other) => (other.rssi > one.rssi ? other : one));
  const { uplink, others } = understood!;
  expect(others).toEqual([]);
  expect(uplink).toMatchObject({ dev_eui: node.dev_eui, nombre: node.name, f_cnt, ts });
  const values = new Map(uplink.campos.map(({ ruta, valor }) => [ruta, valor]));
  values.delete('@bateria');
  expect(Object.fromEntries(values)).toEqual({
    ...Object.fromEntries(leaves(reading)),
    '@rssi': best.rssi,
    '@snr': best.snr,
  });
};

describe('what simulated nodes send', () => {
  it('is understood as ChirpStack sends it', () => {
    for (const frame of frames) expectFrame(ofChirpstack('up', ChirpstackEvento.parse(chirpstackUp(frame))), frame);
    const [first] = frames;
    const status = ofChirpstack('status', ChirpstackEvento.parse(chirpstackStatus(first!)));
    expect(status?.uplink.campos).toEqual([{ ruta: '@bateria', valor: first!.battery.value }]);
  });

  it('is understood as The Things Stack sends it, with a battery that stays at its time', () => {
    for (const frame of frames) {
      const understood = ofTts(TtsMensaje.parse(ttsUplink(frame)));
      expectFrame(understood, frame);
      const { value: valor, ts } = frame.battery;
      expect(understood?.uplink.campos).toContainEqual({ ruta: '@bateria', valor, ts });
    }
  });
});
