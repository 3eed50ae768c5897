import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../lib/http/query-client.js';
import { adminServer, columns, dialog, openConsole, row, ROOT_USER } from '../../test/console.js';
import { EMPRESA, EMPRESA_ADMIN, OTHER_EMPRESA, placa, switchOf, usuario } from '../../test/records.js';

const server = (empresas = [EMPRESA, OTHER_EMPRESA]) =>
  adminServer()
    .answer('empresas.seleccion', empresas)
    .answer('placas.listar', [placa()])
    .answer('switches.bloqueos', [])
    .answer('switches.listar', ({ query }: { query: Record<string, string> }) =>
      query['empresa_id'] === String(EMPRESA.id)
        ? [switchOf(), switchOf({ id: 42, nombre: 'Bomba', tipo: 'cooler', max_encendido_s: 0, par_numero: 1 })]
        : [switchOf({ id: 43, nombre: 'Compuerta' })],
    );

const chosen = () => screen.findByLabelText<HTMLSelectElement>('Selecciona una empresa');

describe('Switches', () => {
  it('says what each switch is and how long it may stay on', async () => {
    openConsole('/switches', server());
    const valve = within(await row('Válvula A1'));
    expect(columns()).toEqual([
      ...['ID', 'Nombre', 'Zona', 'Tipo', 'Empresa', 'Dispositivo', 'Par', 'Site ID', 'Pin', 'Sensor'],
      ...['Máximo', 'Activo', 'Acciones'],
    ]);
    const cells = valve.getAllByRole('cell').map(({ textContent }) => textContent);
    expect(cells.slice(1, -1)).toEqual([
      ...['Válvula A1', 'Sector 1', 'selenoide', EMPRESA.nombre, '1001', 'Par', '1', '4', 'No', '4 h', 'Sí'],
    ]);
    const actions = screen.getByRole('columnheader', { name: 'Acciones' });
    expect(within(actions).queryByRole('button')).toBeNull();
    const pump = within(await row('Bomba'));
    for (const text of ['cooler', 'Individual', 'Sin límite']) pump.getByText(text);
  });

  it('preselects the first company, and keeps the chosen one in the address', async () => {
    const { user, at } = openConsole('/switches', server());
    await row('Válvula A1');
    expect(await chosen()).toHaveValue(String(EMPRESA.id));
    await user.selectOptions(await chosen(), OTHER_EMPRESA.nombre);
    await row('Compuerta');
    expect(at()).toBe('/switches?empresa=8');
  });

  it('opens the company of the address', async () => {
    openConsole('/switches?empresa=8', server());
    await row('Compuerta');
    const choice = await chosen();
    await waitFor(() => expect(choice).toHaveValue(String(OTHER_EMPRESA.id)));
  });

  it('lists the switches of the address without waiting for the companies, and links to none that has no name yet', async () => {
    openConsole('/switches?empresa=8', server().answer('empresas.seleccion', new Promise(() => undefined)));
    const links = within(await row('Compuerta')).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Compuerta', '1001']);
  });

  it('lists the first company when the address names none that there is', async () => {
    openConsole('/switches?empresa=99', server());
    await row('Válvula A1');
    expect(screen.queryByText('Compuerta')).toBeNull();
  });

  it('shows an admin_empresa their own company, whatever the address says', async () => {
    openConsole('/switches?empresa=8', server([EMPRESA]), EMPRESA_ADMIN);
    await row('Válvula A1');
    const choice = await chosen();
    await waitFor(() => expect([...choice.options].map(({ text }) => text)).toEqual([EMPRESA.nombre]));
    expect(screen.queryByText('Compuerta')).toBeNull();
  });

  it.each([
    [ROOT_USER, '/dashboard'],
    [EMPRESA_ADMIN, '/dashboard-empresa'],
  ])('goes home by REGRESAR (%#)', async (person, home) => {
    const one = server();
    for (const name of ['dispositivos.listar', 'switches.panel', 'usuarios.listar'] as const) one.answer(name, []);
    one.refuse('empresas.obtener').refuse('monitor.en_vivo');
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user, at } = openConsole('/switches', one, person);
    await user.click(await screen.findByRole('button', { name: 'REGRESAR' }));
    await waitFor(() => expect(at().split('?')[0]).toBe(home));
  });

  it.each(['switches.listar', 'empresas.seleccion'] as const)(
    'shows an empty list, without a message and without calling it empty, when %s fails',
    async (call) => {
      jest.spyOn(console, 'error').mockImplementation(() => undefined);
      openConsole('/switches', server().refuse(call));
      await screen.findByText('Sin switches que mostrar.');
      expect(screen.queryByText('Esta empresa aún no tiene switches.', { exact: false })).toBeNull();
      expect(screen.queryByRole('alert')).toBeNull();
    },
  );

  it('does not count the switches before it knows them', async () => {
    openConsole('/switches', server().answer('switches.listar', new Promise(() => undefined)));
    const list = await screen.findByRole('region', { name: 'Lista de switches' });
    expect(list).toHaveAttribute('aria-busy', 'true');
    expect(screen.queryByText('0')).toBeNull();
  });

  it('assigns several at once to somebody, whose list may come late, and says that it is done', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = server().refuse('usuarios.listar').answer('usuarios.actualizar', usuario());
    const { user } = openConsole('/switches', one);
    await row('Válvula A1');
    await user.click(screen.getByRole('checkbox', { name: 'Elegir todas las filas' }));
    const bar = within(screen.getByRole('region', { name: 'Filas elegidas' }));
    await user.click(bar.getByRole('button', { name: 'Asignar' }));
    const question = await dialog('¿Asignar 2 switches?');
    await question.findByText('No se pudo leer la lista de usuarios. Se intentará de nuevo.');
    one.answer('usuarios.listar', [usuario()]);
    await act(() => queryClient.invalidateQueries({ queryKey: ['usuarios.listar'] }));
    await user.selectOptions(await question.findByLabelText(/^Usuario/), 'Ana Campos');
    await user.click(question.getByRole('button', { name: 'Asignar' }));
    await screen.findByText('Asignar: hecho en 2');
    expect(one.writings).toMatchObject([{ name: 'usuarios.actualizar', body: { switches: [41, 42] } }]);
  });
});
