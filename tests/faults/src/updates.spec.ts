import type { Imagen, PlacaCredencial, PlacaEnActualizacion } from '@acequia/contracts';
import { BoardRunner, DeliveryState, firmwareImage, MODEL } from '@acequia/simulators';
import { type ApiClient, eventually, Farm, type RunningAcequia, startAcequia } from '@acequia/testing';
import { join } from 'node:path';

/** A board restarts, and its gateway may be on its way back. */
const PATIENCE_MS = 90_000;

let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
let imagen: Imagen;
const runners: BoardRunner[] = [];
let timer: NodeJS.Timeout | undefined;

const file = firmwareImage({ version: '2.0.0', secure_version: 2, size: 40_000 });
const bring = (body: Buffer): Promise<Response> =>
  fetch(`${acequia.http}/api/imagenes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${root.token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(body),
  });

beforeAll(async () => {
  acequia = await startAcequia({ quick: true, env: { UPDATES_OWN_FIRMWARE: '1' } });
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
  const answer = await bring(file);
  expect(answer.status).toBe(201);
  imagen = (await answer.json()) as Imagen;
  timer = setInterval(() => {
    for (const runner of runners) runner.tick();
  }, 200);
});
afterAll(async () => {
  clearInterval(timer);
  await Promise.all(runners.map((runner) => runner.stop()));
  await acequia?.stop();
});

/** A simulated board that runs version 1.0.0 and takes updates. */
const board = async (): Promise<{ runner: BoardRunner; placa_id: number }> => {
  const [placa] = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id } });
  const { id, placa_id, username, password } = placa as PlacaCredencial;
  const spec = { numero: id, placa_id, username, password, place: 'campo' as const, relays: [], sensors: [] };
  const state = new DeliveryState(join(acequia.dataFolder, `placa-${id}.state`));
  const log = (): void => undefined;
  const runner = new BoardRunner(spec, {
    url: acequia.mqtt,
    historial_ms: 0,
    state,
    log,
    turnos: false,
    image: { version: '1.0.0', model: MODEL, secure_version: 1 },
  });
  runners.push(runner);
  runner.start();
  await eventually(async () => {
    const { salud } = await root.call('placas.detalle', { params: { placa_id } });
    expect(salud?.imagen?.version).toBe('1.0.0');
  }, PATIENCE_MS);
  return { runner, placa_id };
};

/** Begins a rollout to one board; answers what is known of that board. */
const begin = async (placa_id: number) => {
  const firmware = { tipo: 'imagen' as const, imagen_id: imagen.id, direccion: acequia.http };
  const { id } = await root.call('actualizaciones.crear', {
    body: { dialecto: 'acequia', firmware, placas: [placa_id] },
  });
  const read = () => root.call('actualizaciones.leer', { params: { id } });
  const is = (estado: PlacaEnActualizacion['estado']): Promise<PlacaEnActualizacion> =>
    eventually(async () => {
      const [placa] = (await read()).placas;
      expect(placa?.estado).toBe(estado);
      return placa as PlacaEnActualizacion;
    }, PATIENCE_MS);
  return { read, is };
};

it('a board loads its image from here, through a cut of its power and a killed gateway, and keeps it', async () => {
  const { runner, placa_id } = await board();
  runner.misbehave({ update: { cut_at: 12_000 } });
  const { is } = await begin(placa_id);
  await is('en_curso');
  process.kill(acequia.services['device-gateway']![0]!, 'SIGKILL');
  expect(await is('lista')).toMatchObject({ antes: '1.0.0', despues: '2.0.0', motivo: null });
  const { salud } = await root.call('placas.detalle', { params: { placa_id } });
  expect(salud).toMatchObject({ imagen: { version: '2.0.0', slot: 1, trial: 0 }, actualizacion: { phase: 'done' } });
});

it('a board that goes back to its image pauses the rollout', async () => {
  const { runner, placa_id } = await board();
  runner.misbehave({ update: { boot_loop: true } });
  const { read, is } = await begin(placa_id);
  expect(await is('fallo')).toMatchObject({ motivo: 'rolled_back' });
  expect(await read()).toMatchObject({ estado: 'pausada', pausa: 'fallas', fallas: 1 });
});

it('the file of an image is given by its hash to whoever asks, whole or in part, and nothing else is told', async () => {
  const load = (name: string, range?: string) =>
    fetch(`${acequia.http}/api/imagenes/${name}`, { headers: range === undefined ? {} : { range } });
  const whole = await load(`${imagen.sha256}.bin`);
  expect([whole.status, whole.headers.get('content-length')]).toEqual([200, String(file.length)]);
  expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true);
  const rest = await load(`${imagen.sha256}.bin`, 'bytes=12000-');
  expect([rest.status, rest.headers.get('content-range')]).toEqual([
    206,
    `bytes 12000-${file.length - 1}/${file.length}`,
  ]);
  expect(Buffer.from(await rest.arrayBuffer()).equals(file.subarray(12_000))).toBe(true);
  expect((await load(`${imagen.sha256}.bin`, `bytes=${file.length}-`)).status).toBe(416);
  expect((await load(`${'0'.repeat(64)}.bin`)).status).toBe(404);
  expect((await load('1')).status).toBe(400);
});

it('a file that is no image, or is too large, is refused with a sentence', async () => {
  const refused = await bring(Buffer.from('nada'));
  expect([refused.status, ((await refused.json()) as { mensaje: string }).mensaje]).toEqual([
    400,
    'Ese archivo no es una imagen de firmware para ESP32: no empieza como una.',
  ]);
  expect((await bring(Buffer.alloc(4 * 1024 * 1024 + 1, 0xe9))).status).toBe(413);
  const whole = await bring(firmwareImage({ size: 4 * 1024 * 1024 - 100, version: '9.9.9' }));
  expect(whole.status).toBe(201);
});
