import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { empresa, EMPRESA, switchOf } from '../../test/records.js';

const NOTE = /^No se pudieron cargar las empresas: las horas que ves son de Ciudad de México/;

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('programas.listar', [])
    .answer('no_regar.listar', [])
    .answer('placas.listar', []);

it('says whose hours it shows, and takes none, while the zone of the company is unknown', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const one = server().refuse('empresas.listar');
  openConsole('/programas', one);
  await screen.findByText(NOTE);
  const hold = () => screen.getByRole('button', { name: /^No regar hasta/ });
  expect(hold()).toBeDisabled();
  one.answer('empresas.listar', [empresa()]);
  await waitFor(() => expect(hold()).toBeEnabled(), { timeout: 60_000 });
  expect(screen.queryByText(NOTE)).toBeNull();
});

it('draws what people and rules turned on in the day, by who, once somebody asks', async () => {
  const began = Date.parse('2026-05-10T16:00:00Z');
  const sw = switchOf();
  const change = (estado: 0 | 1, ts: number) => ({
    _id: `1:${ts}`,
    switch_id: sw.id,
    zona: sw.zona,
    nombre: sw.nombre,
    estado,
    fecha: new Date(ts).toISOString(),
  });
  const order = {
    comando_id: '6b8f4c2e-0000-4000-8000-000000000001',
    entidad: 'switch',
    switch_id: sw.id,
    dispositivo_id: null,
    empresa_id: EMPRESA.id,
    accion: 'on',
    max_s: 1_200,
    motivo: null,
    estado: 'confirmado',
    detalle: null,
    usuario_id: 7,
    usuario_nombre: 'Ramón',
    ip: null,
    navegador: null,
    ts: began - 1_000,
    enviado_ts: began,
    resuelto_ts: began,
  };
  const one = server()
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [sw])
    .answer('turnos.listar', [])
    .answer('historial.eventos', [change(0, began + 1_200_000), change(1, began)])
    .answer('comandos.listar', [order]);
  const { user } = openConsole('/programas?vista=dia&dia=2026-05-10', one);
  const show = await screen.findByRole('button', { name: 'Lo que encendieron personas y reglas' });
  expect(one.sent.some(({ name }) => name === 'historial.eventos')).toBe(false);
  await user.click(show);
  await screen.findByRole('img', { name: 'Sector 1 - Válvula A1: Ramón, de 10:00 a 10:20' });
  screen.getByText('Una persona');
});
