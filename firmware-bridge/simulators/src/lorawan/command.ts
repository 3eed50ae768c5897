import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { running } from '../running.js';
import { BAD_AIR, flightOf, type Frame, NO_FAULTS } from './air.js';
import { farmOfNodes } from './node.js';
import { chirpstackStatus, chirpstackUp, ttsUplink } from './payloads.js';

/** ChirpStack waits this long, ms. */
const WAIT_MS = 5_000;

interface Post {
  path: string;
  body: object;
}

/** What a server posts for a frame. ChirpStack tells the battery by itself, with the uplink that brought it. */
const postsOf = (server: string, frame: Frame): Post[] => {
  if (server === 'tts') return [{ path: '/api/lorawan/tts', body: ttsUplink(frame) }];
  const path = '/api/lorawan/chirpstack';
  const up = { path: `${path}?event=up`, body: chirpstackUp(frame) };
  const status = { path: `${path}?event=status`, body: chirpstackStatus(frame) };
  return frame.battery.ts === frame.ts ? [up, status] : [up];
};

const number =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || value < min || value > max)
      throw new InvalidArgumentError(`Debe ser un entero entre ${min} y ${max}.`);
    return value;
  };

interface Options {
  nodes: number;
  every: number;
  seconds: number;
  seed: number;
  server: string;
  faults?: boolean;
  http?: string;
}

const post = async (http: string, token: string, { path, body }: Post): Promise<number> => {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(body), signal: AbortSignal.timeout(WAIT_MS) };
  const response = await fetch(new URL(path, http), init).catch(() => null);
  await response?.arrayBuffer();
  return response?.status ?? 0;
};

/** `boards lorawan`: what the network server of a farm's nodes posts; the token is read from ACEQUIA_TOKEN. */
export const addLorawanCommand = (program: Command, ending: () => AbortSignal): void => {
  program
    .command('lorawan')
    .description('Nodos LoRaWAN (suelo, tanque, clima) como los envía su servidor; el token, en ACEQUIA_TOKEN')
    .option('--nodes <n>', 'cuántos nodos', number(1, 10_000), 20)
    .option('--every <s>', 'cada cuánto envía cada nodo', number(1, 86_400), 60)
    .option('--seconds <s>', 'cuánto tiempo', number(1, 604_800), 600)
    .option('--seed <n>', 'otra granja', number(0, 2_147_483_647), 1)
    .addOption(new Option('--server <nombre>', 'qué servidor').choices(['chirpstack', 'tts']).default('chirpstack'))
    .option('--faults', 'se pierden, se repiten y llegan tarde')
    .option('--http <url>', 'dirección de la consola; si falta, la de $ACEQUIA_DATA/run.json')
    .action(async ({ nodes, every, seconds, seed, server, faults, http = running().http }: Options) => {
      const token = process.env['ACEQUIA_TOKEN'];
      if (!token) throw new Error('Falta ACEQUIA_TOKEN: un token con el permiso medir.');
      const signal = ending();
      const from = Date.now();
      const span = { from, to: from + seconds * 1_000, every_ms: every * 1_000 };
      const flights = farmOfNodes(nodes, seed).map((node) => flightOf(node, span, faults ? BAD_AIR : NO_FAULTS));
      const told = new Map<number, number>();
      const fly = async (frames: readonly Frame[], shift: number): Promise<void> => {
        for (const frame of frames) {
          const wait = frame.ts + shift - Date.now();
          if (wait > 0) await pause(wait, null, { signal }).catch(() => undefined);
          if (signal.aborted) return;
          for (const one of postsOf(server, frame)) {
            const status = await post(http, token, one);
            told.set(status, (told.get(status) ?? 0) + 1);
          }
        }
      };
      // Nodes do not send at the same moment.
      await Promise.all(flights.map(({ arriving }, i) => fly(arriving, Math.floor((i * every * 1_000) / nodes))));
      const missing = flights.reduce((sum, flight) => sum + flight.missing, 0);
      console.log(JSON.stringify({ nodes, answers: Object.fromEntries(told), missing }));
    });
};
