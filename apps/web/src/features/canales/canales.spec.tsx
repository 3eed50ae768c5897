import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { adminServer, chooseEmpresa, dialog, openConsole } from '../../test/console.js';
import { EMPRESA, empresa, OTHER_EMPRESA, usuario } from '../../test/records.js';

const CHAT = {
  id: 1,
  empresa_id: EMPRESA.id,
  canal: 'telegram',
  destino: 'empresa',
  usuario_id: null,
  activo: 1,
  severidad_minima: 'media',
  hora_desde: null,
  hora_hasta: null,
  escalar_min: 0,
  fallo: null,
  fallos: 0,
  sin_botones: null,
  secreto: null,
};
const REST = { descanso_desde: null, descanso_hasta: null, descanso_severidad: 'critica', resumen_hora: null };

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('empresas.listar', [empresa(), empresa(OTHER_EMPRESA)])
    .answer('avisos.canales', [CHAT])
    .answer('avisos.ajustes', ({ query }: { query: Record<string, string> }) => ({
      ...REST,
      empresa_id: Number(query['empresa_id']),
    }));

it('says that the people could not be read from whom one is chosen, and reads them when asked', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const one = server().refuse('usuarios.listar');
  const { user } = openConsole('/avisos/canales', one);
  await user.click(await screen.findByRole('button', { name: 'Nuevo canal' }));
  const form = await dialog('Nuevo Canal');
  await user.selectOptions(form.getByLabelText('Por dónde'), 'Telegram de una persona');
  await form.findByText(/^No se pudieron leer los usuarios de la empresa/);
  one.answer('usuarios.listar', [usuario()]);
  await user.click(form.getByRole('button', { name: 'Reintentar' }));
  await form.findByRole('option', { name: 'Ana Campos' });
});

it('does not show below another company what Telegram said to the test of the first', async () => {
  const { user } = openConsole('/avisos/canales', server().answer('empresas.probar_telegram', { ok: true }));
  await user.click(await screen.findByRole('button', { name: 'Probar Telegram' }));
  await screen.findByText(/^Llegó: Telegram aceptó/);
  await chooseEmpresa(user, OTHER_EMPRESA.nombre);
  await screen.findByRole('button', { name: 'Probar Telegram' });
  expect(screen.queryByText(/^Llegó: Telegram aceptó/)).toBeNull();
});

it('says of each channel when its weekly try was, and that it failed', async () => {
  const tried = { ...CHAT, prueba_dia: '2026-11-25', pruebas_falladas: 0 };
  const one = server().answer('avisos.canales', [
    tried,
    { ...tried, id: 2, destino: 'usuario:3', pruebas_falladas: 2 },
  ]);
  openConsole('/avisos/canales', one);
  await screen.findByText('Sin fallos. Prueba semanal del 25/11/2026');
  screen.getByText('Sin fallos. Prueba semanal del 25/11/2026: 2 fallaron seguidas');
});

it('takes what the communicator is, and says that it does not work', async () => {
  const one = server();
  const { user } = openConsole('/avisos/canales', one);
  const choice = await screen.findByLabelText('Qué es');
  one.answer('avisos.guardar_ajustes', ({ body }: { body: object }) => {
    const comunicador_estado = { estado: 'callado', bien_ts: null, mal_ts: 1 };
    const saved = { ...body, comunicador_estado };
    one.answer('avisos.ajustes', saved);
    return saved;
  });
  await user.selectOptions(choice, 'El módem del servidor, que envía los SMS');
  await screen.findByText('No envía: fallaron sus últimos SMS. Ninguno ha salido.');
  expect(one.writings.at(-1)?.body).toMatchObject({ ...REST, comunicador: 'modem' });
});
