import type { Aviso } from '@acequia/contracts';
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
const silent = (id: number): Aviso => ({
  id,
  empresa_id: EMPRESA.id,
  tipo: 'sensor_callado',
  severidad: 'media',
  estado: 'disparado',
  desde: 1,
  hasta: null,
  texto: `El sensor ${id} calla.`,
  placa_id: 1,
  switch_id: id,
  dispositivo_id: null,
  sitio: 'Sector 1',
  reconocido_por: null,
  reconocido_ts: null,
  nota: null,
  veces: 0,
  silenciado: 0,
  entrega: null,
});
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

  it('says what is wrong once for each place and cause, with what is rarely done behind «…»', async () => {
    const one = server().answer('avisos.listar', [silent(1), silent(2), { ...silent(3), calma_desde: 1 }]);
    const { user } = openConsole('/situacion', one);
    const list = within(await screen.findByRole('list', { name: 'Lo que está mal ahora' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    list.getByText('2 sensores sin lecturas');
    await user.click(list.getByRole('button', { name: 'Ver los 2' }));
    await user.click(list.getByRole('button', { name: 'Más: El sensor 2 calla.' }));
    await screen.findByRole('menuitem', { name: 'Silenciar 2 h' });
    within(screen.getByRole('list', { name: 'Recuperándose' })).getByText('El sensor 3 calla.');
  });
});
