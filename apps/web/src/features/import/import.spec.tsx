import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, answerQuestion, openConsole, savedFiles, type OpenConsole } from '../../test/console.js';
import { placa } from '../../test/records.js';

const LINES = 'tipo,nombre,dialecto\nplaca,Pozo,acequia\n';
const BOARD = { linea: 2, tipo: 'placa', nombre: 'Pozo', accion: 'crear' };
const TRIED = { aplicado: 0, lineas: [BOARD], errores: [], credenciales: [], claves: [] };
const { id, placa_id, dialecto } = placa();
const DONE = {
  ...TRIED,
  aplicado: 1,
  credenciales: [{ id, placa_id, username: String(id), password: 'riego', dialecto }],
};

/** jsdom has no bytes of a file. */
const file = (text: string, name = 'alta.csv'): File =>
  Object.assign(new File([text], name), { arrayBuffer: () => Promise.resolve(new TextEncoder().encode(text).buffer) });
const choose = async ({ user }: OpenConsole, one = file(LINES)) =>
  user.upload(await screen.findByLabelText('Archivo CSV'), one);
const server = () => adminServer().answer('importacion.hacer', TRIED);
const QUESTION = '¿Seguir sin las credenciales nuevas?';

it('names the file that it previews, and the one whose lines are wrong', async () => {
  const opened = openConsole('/importar', server());
  await choose(opened);
  await screen.findByRole('heading', { name: 'Vista previa de alta.csv' });
  await choose(opened, file('tipo,color\nplaca,rojo\n', 'mal.csv'));
  await screen.findByText('Archivo: mal.csv');
  screen.getByText(/^1 error: corrígelo/);
});

it('says that a workbook of Excel is no CSV', async () => {
  const opened = openConsole('/importar', server());
  await choose(opened, file('PK\u0003\u0004'));
  const alert = within(await screen.findByRole('alert'));
  alert.getByText('Es un libro de Excel: guárdalo como CSV y elige ese archivo.');
  expect(opened.server.writings).toEqual([]);
});

it('says of an import without an answer that it may be done', async () => {
  const opened = openConsole('/importar', server());
  await choose(opened);
  await screen.findByRole('heading', { name: 'Vista previa de alta.csv' });
  opened.server.answer('importacion.hacer', () => Promise.reject(new TypeError('Failed to fetch')));
  await opened.user.click(screen.getByRole('button', { name: 'Importar 1 línea' }));
  await screen.findByText(/Puede que sí se haya hecho: revísalo antes de repetir\.$/);
});

it('does not lose new credentials before they are downloaded, by another file or another screen, without asking', async () => {
  const saved = savedFiles();
  const opened = openConsole('/importar', server());
  const { user, at } = opened;
  await choose(opened);
  await screen.findByRole('heading', { name: 'Vista previa de alta.csv' });
  opened.server.answer('importacion.hacer', DONE);
  await user.click(screen.getByRole('button', { name: 'Importar 1 línea' }));
  await screen.findByText('Se importó 1 línea.');
  await choose(opened);
  await answerQuestion(user, QUESTION, 'Cancelar');
  await user.click(screen.getAllByRole('link', { name: 'Empresas' })[0]!);
  await answerQuestion(user, QUESTION, 'Cancelar');
  expect(at()).toBe('/importar');
  await user.click(screen.getByRole('button', { name: 'Descargar credenciales' }));
  await screen.findByText(/^Credenciales y contraseñas nuevas: ya descargadas/);
  expect(saved).toEqual(['credenciales.csv']);
  await user.click(screen.getAllByRole('link', { name: 'Empresas' })[0]!);
  await waitFor(() => expect(at()).toBe('/empresas'));
});
