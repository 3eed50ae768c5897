import { screen } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, OTHER_EMPRESA, empresa } from '../../test/records.js';

const NEVER = () => new Promise(() => undefined);

it.each([
  ['/programas', 'Selecciona una empresa', 'programas.listar'],
  ['/clima', 'Selecciona una empresa', 'clima.listar'],
  ['/enclavamientos', 'Selecciona una empresa', 'enclavamientos.listar'],
  ['/switches', 'Selecciona una empresa', 'switches.listar'],
  ['/placas', 'Empresa', 'placas.listar'],
] as const)('on %s the list of another company starts on its first page', async (path, label, list) => {
  const server = adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('empresas.listar', [empresa(), empresa(OTHER_EMPRESA)])
    .answer('placas.listar', [])
    .answer('switches.listar', [])
    .answer('switches.bloqueos', [])
    .answer('dispositivos.listar', [])
    .answer('no_regar.listar', [])
    .answer('clima.mandos', [])
    // Rows would set the page by how far they are scrolled.
    .answer(list, NEVER);
  const { user, at } = openConsole(`${path}?empresa=${EMPRESA.id}&pagina=3`, server);
  await screen.findByRole('option', { name: OTHER_EMPRESA.nombre });
  await user.selectOptions(screen.getByLabelText(label), OTHER_EMPRESA.nombre);
  expect(at()).toBe(`${path}?empresa=${OTHER_EMPRESA.id}`);
});
