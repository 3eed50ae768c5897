import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, empresa } from '../../test/records.js';

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('dispositivos.listar', [])
    .answer('switches.listar', [])
    .answer('placas.listar', [])
    .answer('comandos.listar', [])
    .answer('situacion.pulso', []);
const companies = async () =>
  within((await screen.findByRole('heading', { name: 'Empresas', level: 2 })).parentElement!);

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

describe('Situación', () => {
  it('says that the companies could not be read, and reads them when asked', async () => {
    const one = server().refuse('empresas.seleccion');
    const { user } = openConsole('/situacion', one);
    await screen.findByText(/^No se pudo cargar la lista de empresas/);
    one.answer('empresas.seleccion', [EMPRESA]);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await (await companies()).findByText(EMPRESA.nombre);
  });

  it('shows the companies without a number of alarms that could not be read', async () => {
    openConsole('/situacion', server().refuse('avisos.listar'));
    const part = await companies();
    await part.findByText('— avisos');
    expect(part.queryByText('Sin avisos')).toBeNull();
  });
});
