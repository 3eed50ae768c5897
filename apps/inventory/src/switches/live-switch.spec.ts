import type { EstadoPlaca, Switch } from '@acequia/contracts';
import { liveSwitch } from './live-switch.js';

const fila: Switch = {
  id: 1,
  nombre: 'Bomba',
  tipo: 'motor',
  zona: 'Norte',
  empresa_id: 1,
  dispositivo_id: 1001,
  placa_id: 7,
  par_numero: 1,
  switch_site_id: 1,
  hardware_pin: 18,
  tiene_sensor: 1,
  sensor_pin: 23,
  activo: 1,
  max_encendido_s: null,
  caudal_m3h: null,
  version: 1,
};
const placa: EstadoPlaca = {
  placa_id: 7,
  online: 1,
  ts: 3_000,
  pines: [
    { pin: 18, estado: 1, ts: 1_000 },
    { pin: 19, estado: 0, ts: 1_500 },
  ],
  sensores: [{ pin: 23, temperatura: 21.5, humedad: null, ts: 2_000 }],
};

describe('a switch with its state', () => {
  it('takes the state of its own relay pin and the values of its sensor pin, each with its age', () => {
    expect(liveSwitch(fila, placa, null)).toEqual({
      ...fila,
      estado: 1,
      estado_ts: 1_000,
      temperatura: 21.5,
      humedad: null,
      sensor_ts: 2_000,
      temperatura_ts: 2_000,
      humedad_ts: 2_000,
      placa_online: 1,
      placa_ts: 3_000,
      discrepancia: 0,
      comando: null,
      bloqueo: null,
      fin: null,
      proteccion: null,
    });
  });

  it('says what people want of it, where its board has something to say of it and not of another', () => {
    const bloqueo = { usuario_id: 3, usuario_nombre: 'Ana', motivo: 'Fuga', desde: 1 };
    const fin = { causa: 'limite' as const, ts: 2, limite_s: 1_200 };
    const proteccion = { nombre: 'Pozo bajo', disparada: { desde: 2 }, omitida_hasta: null };
    const control = { discrepancia: 1 as const, comando: null, bloqueo, fin, proteccion };
    const con = (switch_id: number) => liveSwitch(fila, { ...placa, mandos: [{ ...control, switch_id }] }, null);
    expect(con(fila.id)).toMatchObject(control);
    expect(con(fila.id + 1)).toMatchObject({ discrepancia: 0, bloqueo: null, proteccion: null });
  });

  it('has no state when its board reported only other pins', () => {
    expect(liveSwitch({ ...fila, hardware_pin: 21 }, placa, null)).toMatchObject({ estado: null, estado_ts: null });
  });

  it.each([
    ['says it has no sensor', { tiene_sensor: 0 as const, sensor_pin: 23 }],
    ['has a sensor on no pin', { sensor_pin: null }],
    ['has a sensor that never spoke', { sensor_pin: 22 }],
  ])('shows no temperature when it %s', (_case, change) => {
    expect(liveSwitch({ ...fila, ...change }, placa, null)).toMatchObject({
      temperatura: null,
      humedad: null,
      sensor_ts: null,
    });
  });

  it('is offline without a state when its board never reported', () => {
    expect(liveSwitch(fila, undefined, null)).toMatchObject({ estado: null, placa_online: 0, placa_ts: null });
  });
});
