import type { Punto } from '@acequia/contracts';
import { screen, waitFor } from '@testing-library/react';
import { adminServer } from '../../test/console.js';
import { EMPRESA, empresa, placa, switchOf } from '../../test/records.js';

/** A meter of pulses on the first board. */
export const meter: Punto = {
  id: 3,
  empresa_id: EMPRESA.id,
  placa_id: 61,
  dispositivo_id: 1001,
  n: 1,
  fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
  magnitud: 'volumen',
  nombre: 'Medidor del pozo',
  sitio: 'Pozo',
  mide: { switch_ids: [41] },
  a: 0.01,
  b: 0,
  cada_s: 60,
  activo: 1,
  valor: 1_520.354,
  ts: Date.now(),
  version: 1,
};

/** A company with a board of ours, a Shelly and these points. */
export const server = (points: Punto[]) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('placas.listar', [
      placa({ nombre: 'Caseta' }),
      placa({ id: 1002, placa_id: 62, nombre: 'Shelly del pozo', dialecto: 'shelly' }),
    ])
    .answer('switches.listar', [switchOf()])
    .answer('lorawan.nodos', [])
    .answer('avisos.reglas', [])
    .answer('protecciones.listar', [])
    .answer('clima.listar', [])
    .answer('puntos.listar', points);

/** The button for a new point, once there are boards to choose from. */
export const ready = async (): Promise<HTMLElement> => {
  const button = await screen.findByRole('button', { name: 'Nuevo punto' });
  await waitFor(() => expect(button).toBeEnabled());
  return button;
};
