import { screen, waitFor } from '@testing-library/react';
import { adminServer, chooseEmpresa, openConsole } from '../../test/console.js';
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

const MANY = [
  ['/programas', 'programas.listar'],
  ['/clima', 'clima.listar'],
  ['/enclavamientos', 'enclavamientos.listar'],
  ['/puntos', 'puntos.listar'],
  ['/comandos', 'comandos.listar'],
  ['/avisos/reglas', 'avisos.reglas'],
  ['/avisos/silencios', 'avisos.silencios'],
  ['/switches', 'switches.listar'],
] as const;

it.each(MANY)('on %s another company, chosen in the frame, starts on its first page', async (path, list) => {
  // Rows would set the page by how far they are scrolled.
  const {
    user,
    at,
    server: asked,
  } = openConsole(`${path}?empresa=${EMPRESA.id}&pagina=3&switch=41`, server().answer(list, NEVER));
  await screen.findByRole('button', { name: `Empresa: ${EMPRESA.nombre}` });
  await chooseEmpresa(user, OTHER_EMPRESA.nombre);
  expect(at()).toBe(`${path}?empresa=${OTHER_EMPRESA.id}`);
  await waitFor(() =>
    expect(asked.sent.findLast(({ name }) => name === list)?.query).toMatchObject({
      empresa_id: String(OTHER_EMPRESA.id),
    }),
  );
});

it.each(MANY)('on %s the frame names the company that the screen shows', async (path, list) => {
  // The company of another test is still kept; an empty one lets it go.
  openConsole(`${path}?empresa=`, server().answer(list, NEVER));
  await screen.findByRole('button', { name: `Empresa: ${EMPRESA.nombre}` });
});

it("the specification's own choice of a company, on Switches, is the frame's", async () => {
  const { user, at } = openConsole(
    `/switches?empresa=${EMPRESA.id}&pagina=3`,
    server().answer('switches.listar', NEVER),
  );
  await screen.findByRole('option', { name: OTHER_EMPRESA.nombre });
  await user.selectOptions(screen.getByLabelText('Selecciona una empresa'), OTHER_EMPRESA.nombre);
  expect(at()).toBe(`/switches?empresa=${OTHER_EMPRESA.id}`);
  await screen.findByRole('button', { name: `Empresa: ${OTHER_EMPRESA.nombre}` });
});

it('the frame says «Todas las empresas» where the screen shows them all', async () => {
  openConsole('/placas?empresa=', server());
  await screen.findByRole('button', { name: 'Empresa: Todas las empresas' });
});

it('another company leads from the page of a thing to the list of such things', async () => {
  const { user, at } = openConsole(`/placas/1?empresa=${EMPRESA.id}`, server());
  await screen.findByRole('button', { name: `Empresa: ${EMPRESA.nombre}` });
  await chooseEmpresa(user, OTHER_EMPRESA.nombre);
  await waitFor(() => expect(at()).toBe(`/placas?empresa=${OTHER_EMPRESA.id}`));
});
