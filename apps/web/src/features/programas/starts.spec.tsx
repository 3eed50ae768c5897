import type { Programa } from '@acequia/contracts';
import { screen } from '@testing-library/react';
import { openConsole, userServer } from '../../test/console.js';
import { EMPRESA, END_USER } from '../../test/records.js';

const hourly = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${String(6 + n).padStart(2, '0')}:00`);
const program = (starts: number): Programa => ({
  id: 3,
  empresa_id: EMPRESA.id,
  nombre: 'Pulsos',
  activo: 1,
  pausado: 0,
  proximo: null,
  vias: [],
  pendiente: 0,
  version: 1,
  dias: ['lun'],
  pasos: [{ switch_id: 41, duracion_s: 300 }],
  sin_conexion: 'regar',
  inicios: hourly(starts),
});
const open = (starts: number) =>
  openConsole(
    '/panel/programas',
    userServer()
      .answer('switches.de_usuario', [])
      .answer('dispositivos.de_usuario', [])
      .answer('programas.listar', [program(starts)])
      .answer('turnos.listar', []),
    END_USER,
  );

it('writes out the first of many starts, and the others on demand', async () => {
  const { user } = open(15);
  await screen.findByText(/06:00, 07:00, 08:00, 09:00 y 11 más/);
  expect(screen.queryByText(/20:00/)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'ver más inicios' }));
  await screen.findByText(/09:00, 10:00, .*20:00/);
  await user.click(screen.getByRole('button', { name: 'ver menos inicios' }));
  await screen.findByText(/y 11 más/);
});

it('writes out all of a few starts', async () => {
  open(5);
  await screen.findByText(/06:00, 07:00, 08:00, 09:00, 10:00/);
  expect(screen.queryByRole('button', { name: 'ver más inicios' })).toBeNull();
});
