import { screen } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, empresa } from '../../test/records.js';

const farm = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [])
    .answer('programas.listar', [])
    .answer('no_regar.listar', []);

const UNREAD = /No se pudo leer si hay un «No regar» en vigor/;

describe('Programas', () => {
  it('says so when it could not be read whether a «No regar» is in force', async () => {
    openConsole('/programas', farm().refuse('no_regar.listar'));
    await screen.findByText(UNREAD);
  });

  it('says nothing of it while none is in force', async () => {
    openConsole('/programas', farm());
    await screen.findByText('Esta empresa aún no tiene programas.');
    expect(screen.queryByText(UNREAD)).toBeNull();
  });
});
