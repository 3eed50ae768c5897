import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA } from '../../test/records.js';

const FAILURE = /^No se pudieron cargar los comandos\./;

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('comandos.listar', []);

it.each(['comandos.listar', 'empresas.seleccion'] as const)(
  'says that commands could not be loaded when %s fails, calls the list unknown, and fills by itself',
  async (call) => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = server().refuse(call);
    openConsole('/comandos', one);
    await screen.findByText(FAILURE);
    screen.getByText('Sin comandos que mostrar.');
    one.answer(call, call === 'comandos.listar' ? [] : [EMPRESA]);
    await waitFor(() => expect(screen.queryByText(FAILURE)).toBeNull());
    expect(screen.queryByText('Sin comandos que mostrar.')).toBeNull();
  },
);
