import type { PlacaCredencial, Switch, TipoSwitch, Turno, ViaTurno } from '@acequia/contracts';
import { BoardRunner, DeliveryState } from '@acequia/simulators';
import { type ApiClient, eventually, Farm, RELAY_PINS, type RunningAcequia, sharedAcequia } from '@acequia/testing';
import { join } from 'node:path';

let acequia: RunningAcequia;
let root: ApiClient;
let farm: Farm;
const runners: BoardRunner[] = [];
let timer: NodeJS.Timeout | undefined;

beforeAll(async () => {
  acequia = await sharedAcequia();
  root = await acequia.loginAdmin();
  farm = await Farm.create(acequia, root);
});
afterAll(async () => {
  clearInterval(timer);
  await Promise.all(runners.map((runner) => runner.stop()));
  await acequia?.stop();
});

const TIPOS: readonly TipoSwitch[] = ['selenoide', 'motor'];

/** A simulated board with one relay of each tipo. */
const board = async (): Promise<{ runner: BoardRunner; switches: Switch[] }> => {
  const [placa] = await root.call('placas.registrar', { body: { empresa_id: farm.empresa.id } });
  const { id, placa_id, username, password } = placa as PlacaCredencial;
  const { switches } = await root.call('switches.guardar_lote', {
    body: {
      switches: TIPOS.map((tipo, n) => ({
        nombre: `${tipo} de ${id}`,
        tipo,
        zona: 'Norte',
        empresa_id: farm.empresa.id,
        dispositivo_id: id,
        par_numero: 1 as const,
        switch_site_id: n + 1,
        hardware_pin: RELAY_PINS[n] ?? 4,
        tiene_sensor: 0 as const,
        sensor_pin: null,
        activo: 1 as const,
      })),
    },
  });
  const relays = switches.map(({ hardware_pin, tipo }) => ({ pin: hardware_pin, tipo }));
  const spec = { numero: id, placa_id, username, password, place: 'campo' as const, relays, sensors: [] };
  const state = new DeliveryState(join(acequia.dataFolder, `turnos-${id}.state`));
  const log = (): void => undefined;
  const runner = new BoardRunner(spec, { url: acequia.mqtt, historial_ms: 0, state, log, turnos: false });
  runners.push(runner);
  runner.start();
  return { runner, switches };
};

const programa = ([first, second]: readonly Switch[]) => ({
  empresa_id: farm.empresa.id,
  nombre: `Uno tras otro: ${first?.tipo}`,
  activo: 0 as const,
  dias: { cada: 1, desde: '2026-01-01' },
  inicios: ['12:00'],
  sin_conexion: 'regar' as const,
  // The first turn outlasts the time in which its order may still act.
  pasos: [
    { switch_id: first?.id ?? 0, duracion_s: 12 },
    { switch_id: second?.id ?? 0, duracion_s: 15 },
  ],
});

const runBy = (pair: readonly Switch[], via: ViaTurno): Promise<void> =>
  eventually(async () => {
    const { turnos } = await farm.admin.api.call('programas.vista_previa', { body: programa(pair) });
    expect([...new Set(turnos.map((turno) => turno.via))]).toEqual([via]);
  });

describe('two switches of different boards that are never on together', () => {
  it('have their turns run by the service, one after the other', async () => {
    const [one, other] = [await board(), await board()];
    const pairs = TIPOS.map((_, n) => [one.switches[n], other.switches[n]] as [Switch, Switch]);
    /** What each pair did, as its boards saw it. */
    const seen = pairs.map((): string[] => []);
    timer = setInterval(() => {
      for (const runner of runners) runner.tick();
      for (const [n, [a, b]] of pairs.entries()) {
        const state = `${one.runner.isOn(a.hardware_pin) ? 1 : 0}${other.runner.isOn(b.hardware_pin) ? 1 : 0}`;
        if (seen[n]?.at(-1) !== state) seen[n]?.push(state);
      }
    }, 250);
    await Promise.all(pairs.map((pair) => runBy(pair, 'placa')));
    for (const [n, pair] of pairs.entries())
      await farm.admin.api.call('enclavamientos.crear', {
        body: {
          empresa_id: farm.empresa.id,
          nombre: `Nunca juntos ${n}`,
          tipo: 'exclusion',
          bomba_id: null,
          switches: pair.map(({ id }) => id),
        },
      });
    await Promise.all(pairs.map((pair) => runBy(pair, 'servicio')));
    const started: Turno[] = [];
    for (const pair of pairs) {
      const { id } = await farm.admin.api.call('programas.crear', { body: programa(pair) });
      started.push(...(await farm.admin.api.call('programas.ejecutar', { params: { id } })));
    }
    const ids = new Set(started.map(({ turno_id }) => turno_id));
    expect(ids.size).toBe(4);
    await eventually(async () => {
      const turnos = await farm.admin.api.call('turnos.listar', { query: {} });
      const mine = turnos.filter(({ turno_id }) => ids.has(turno_id));
      expect(mine.map(({ estado }) => estado)).toEqual(mine.map(() => 'cumplido'));
    }, 180_000);
    expect(seen).toEqual(pairs.map(() => ['00', '10', '00', '01', '00']));
    for (const [, second] of pairs) {
      const comandos = await farm.admin.api.call('comandos.listar', { query: { switch_id: second.id } });
      expect(comandos.filter(({ estado }) => estado === 'rechazado').length).toBeLessThanOrEqual(1);
    }
  });
});
