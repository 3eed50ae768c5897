import { screen, within } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, usuario } from '../../test/records.js';

const SETTINGS = { dia: 1, hora: '07:00', severidad_minima: 'alta', escalar_min: 10 };
const ANA = { usuario_id: 5, nombre: 'Ana Campos', telefono: 1, telegram: 0 };
const IVAN = { usuario_id: 6, nombre: 'Iván Soto', telefono: 0, telegram: 0 };
const REST = { descanso_desde: null, descanso_hasta: null, descanso_severidad: 'critica', resumen_hora: null };
const guardia = (weeks: (typeof ANA)[], cambiada = 0) => ({
  empresa_id: EMPRESA.id,
  ...SETTINGS,
  personas: [ANA, IVAN],
  semanas: weeks.map(({ usuario_id, nombre }, at) => ({
    semana: `2026-01-${12 + 7 * at}`,
    usuario_id,
    nombre,
    cambiada,
  })),
});
const open = () => {
  const server = adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('avisos.canales', [])
    .answer('avisos.ajustes', { ...REST, empresa_id: EMPRESA.id })
    .answer('usuarios.listar', [usuario({ id: 5 }), usuario({ id: 7, nombre: 'Eva Luna' })])
    .answer('guardia.leer', guardia([ANA, IVAN]));
  return openConsole('/avisos/canales', server);
};

it('shows who cannot be told, adds a person at the end and saves the order', async () => {
  const { user, server } = open();
  await screen.findByText(/^Sin teléfono verificado/);
  await screen.findByRole('option', { name: 'Eva Luna' });
  await user.selectOptions(screen.getByLabelText('Agregar a'), 'Eva Luna');
  await user.click(screen.getByRole('button', { name: 'Quitar a Ana Campos de la guardia' }));
  const wait = screen.getByLabelText(/^Esperar a cada una/);
  await user.clear(wait);
  await user.type(wait, '9 h');
  await user.click(screen.getByRole('button', { name: 'Guardar guardia' }));
  await screen.findByText('Debe ser un número entero entre 1 y 240');
  await user.clear(wait);
  await user.type(wait, '1 h 30');
  const saved = new Promise((resolve) =>
    server.answer('guardia.guardar', ({ body }: { body: unknown }) => {
      resolve(body);
      return guardia([ANA]);
    }),
  );
  await user.click(screen.getByRole('button', { name: 'Guardar guardia' }));
  expect(await saved).toEqual({ empresa_id: EMPRESA.id, personas: [6, 7], ...SETTINGS, escalar_min: 90 });
});

it('gives a week to another person', async () => {
  const { user, server } = open();
  const week = await screen.findByLabelText('De turno desde el 19/01/2026');
  const asked = new Promise((resolve) =>
    server.answer('guardia.cambiar', ({ body }: { body: unknown }) => {
      server.answer('guardia.leer', guardia([ANA, ANA], 1));
      resolve(body);
      return guardia([ANA, ANA], 1);
    }),
  );
  await user.selectOptions(week, 'Ana Campos');
  expect(await asked).toEqual({ empresa_id: EMPRESA.id, semana: '2026-01-19', usuario_id: 5 });
  const weeks = (await screen.findByRole('heading', { name: 'Próximas semanas' })).parentElement!;
  await within(weeks).findByText(/19\/01\/2026 · cambiada/);
});
