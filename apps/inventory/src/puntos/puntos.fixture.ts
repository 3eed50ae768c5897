import type { CallInput, Caller, Punto } from '@acequia/contracts';
import { GLOBAL, type World } from '../inventory.fixture.js';
import { item } from '../switches/batch.fixture.js';

let numero = 9_000;

/** A company with a board of two valves, at pins 4 and 5. */
export const ranchoOf = async (world: World) => {
  const empresa_id = world.empresa();
  const dispositivo_id = numero++;
  const { switches } = await world.call(
    'switches.guardar_lote',
    { switches: [4, 5].map((pin) => item(empresa_id, dispositivo_id, pin, { nombre: `Válvula ${pin}` })) },
    GLOBAL,
  );
  const [valve, other] = switches;
  if (!valve || !other) throw new Error('no switches');
  return { empresa_id, dispositivo_id, placa_id: valve.placa_id, valve, other };
};
export type Rancho = Awaited<ReturnType<typeof ranchoOf>>;
export type Save = CallInput<'puntos.crear'>;

/** A meter of pulses on its board. */
export const medidor = ({ empresa_id, placa_id }: Rancho, changes: Partial<Save> = {}): Save => ({
  empresa_id,
  placa_id,
  fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
  magnitud: 'volumen',
  nombre: 'Medidor',
  sitio: '',
  mide: null,
  a: 0.01,
  ...changes,
});
export const moisture: Partial<Save> = { magnitud: 'humedad_suelo', nombre: 'Suelo', a: 30, b: -10 };

export const crearIn = (world: World, request: Save, caller: Caller = GLOBAL): Promise<Punto> =>
  world.call('puntos.crear', request, caller);
