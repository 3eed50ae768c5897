import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { empresa, EMPRESA } from '../../test/records.js';

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
