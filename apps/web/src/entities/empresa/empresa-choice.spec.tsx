import { screen } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, OTHER_EMPRESA, empresa } from '../../test/records.js';

const NEVER = () => new Promise(() => undefined);

/** A server with two companies and empty lists. */
const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('empresas.listar', [empresa(), empresa(OTHER_EMPRESA)])
    .answer('placas.listar', [])
    .answer('switches.listar', [])
    .answer('switches.bloqueos', [])
    .answer('dispositivos.listar', [])
    .answer('no_regar.listar', [])
    .answer('clima.mandos', []);

it.each([
  ['/programas', 'Selecciona una empresa', 'programas.listar'],
  ['/clima', 'Selecciona una empresa', 'clima.listar'],
  ['/enclavamientos', 'Selecciona una empresa', 'enclavamientos.listar'],
  ['/puntos', 'Selecciona una empresa', 'puntos.listar'],
  ['/switches', 'Selecciona una empresa', 'switches.listar'],
  ['/placas', 'Empresa', 'placas.listar'],
] as const)('on %s the list of another company starts on its first page', async (path, label, list) => {
  // Rows would set the page by how far they are scrolled.
  const { user, at } = openConsole(`${path}?empresa=${EMPRESA.id}&pagina=3`, server().answer(list, NEVER));
  await screen.findByRole('option', { name: OTHER_EMPRESA.nombre });
  await user.selectOptions(screen.getByLabelText(label), OTHER_EMPRESA.nombre);
  expect(at()).toBe(`${path}?empresa=${OTHER_EMPRESA.id}`);
});

it.each([
  ['/switches', 'Selecciona una empresa', 'switches.listar'],
  ['/programas', 'Selecciona una empresa', 'programas.listar'],
  ['/clima', 'Selecciona una empresa', 'clima.listar'],
  ['/enclavamientos', 'Selecciona una empresa', 'enclavamientos.listar'],
  ['/comandos', 'Selecciona una empresa', 'comandos.listar'],
  ['/avisos/reglas', 'Selecciona una empresa', 'avisos.reglas'],
  ['/avisos/silencios', 'Selecciona una empresa', 'avisos.silencios'],
] as const)('on %s the frame names the company that the screen shows', async (path, label, list) => {
  // The company of another test is still kept; an empty one lets it go.
  openConsole(`${path}?empresa=`, server().answer(list, NEVER));
  await screen.findByRole('button', { name: `Empresa: ${EMPRESA.nombre}` });
  expect(await screen.findByLabelText(label)).toHaveDisplayValue(EMPRESA.nombre);
});

it('the frame says «Todas las empresas» where the screen shows them all', async () => {
  openConsole('/placas?empresa=', server());
  await screen.findByRole('button', { name: 'Empresa: Todas las empresas' });
  expect(await screen.findByLabelText('Empresa')).toHaveDisplayValue('Todas las empresas');
});
