import { fireEvent, screen, within } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { END_USER } from '../../test/records.js';

const NONE = { descanso_desde: null, descanso_hasta: null, descanso_severidad: 'critica' };

it('keeps the person’s quiet hours, and refuses a span without an end', async () => {
  let stored: unknown = NONE;
  const server = adminServer()
    .answer('cuenta.telegram', { vinculado_desde: null, bot: null })
    .answer('cuenta.push', { clave_publica: 'a-key', suscripciones: [] })
    .answer('cuenta.descanso', () => stored)
    .answer('cuenta.guardar_descanso', ({ body }: { body: unknown }) => (stored = body));
  const { user } = openConsole('/panel/cuenta', server, END_USER);
  const card = within((await screen.findByRole('heading', { name: 'Mi descanso' })).parentElement!.parentElement!);
  fireEvent.change(await card.findByLabelText('Desde las'), { target: { value: '22:00' } });
  await user.click(card.getByRole('button', { name: 'Guardar descanso' }));
  await card.findByText('Este dato es obligatorio');
  expect(server.writings).toEqual([]);
  fireEvent.change(card.getByLabelText('Hasta las'), { target: { value: '06:00' } });
  await user.selectOptions(card.getByLabelText('Me llega desde'), 'alta');
  await user.click(card.getByRole('button', { name: 'Guardar descanso' }));
  await screen.findByText('Tu descanso quedó guardado');
  const body = { descanso_desde: '22:00', descanso_hasta: '06:00', descanso_severidad: 'alta' };
  expect(server.writings).toMatchObject([{ name: 'cuenta.guardar_descanso', body }]);
});
