import type { Punto } from '@acequia/contracts';
import { screen } from '@testing-library/react';
import { adminServer } from '../../test/console.js';
import { EMPRESA, empresa, ON_BOARD, placa, puntoOf, switchOf } from '../../test/records.js';

/** A meter of pulses on the first board. */
export const meter = puntoOf({
  ...ON_BOARD,
  fuente: { tipo: 'placa', driver: 'pulsos', pin: 27 },
  sitio: 'Pozo',
  mide: { switch_ids: [41] },
  a: 0.01,
  valor: 1_520.354,
  ts: Date.now(),
});

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

/** The button for a new point; it is disabled until there are boards to choose from. */
export const ready = (): Promise<HTMLElement> => screen.findByRole('button', { name: 'Nuevo punto' });
