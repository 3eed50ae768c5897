import { screen, within } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA_ADMIN } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const NUMERO = '+525512345678';
const NONE = { numero: null, desde: null, pendiente: null, disponible: 1 };
const server = () =>
  adminServer()
    .answer('cuenta.telegram', { vinculado_desde: null, bot: null })
    .answer('cuenta.push', { clave_publica: 'a-key', suscripciones: [] });
const card = async () =>
  within((await screen.findByRole('heading', { name: 'Mi teléfono' })).parentElement!.parentElement!);

it('verifies a number by the code that was sent to it', async () => {
  const one = server().answer('cuenta.telefono', NONE);
  one.answer('cuenta.pedir_telefono', ({ body }: { body: unknown }) => {
    expect(body).toEqual({ numero: '+52 55 1234 5678' });
    one.answer('cuenta.telefono', { ...NONE, pendiente: NUMERO });
    return { ...NONE, pendiente: NUMERO };
  });
  const { user } = openConsole('/cuenta', one, EMPRESA_ADMIN);
  const phone = await card();
  await user.type(await phone.findByLabelText(/^Número con su país/), '+52 55 1234 5678');
  await user.click(phone.getByRole('button', { name: 'Enviar código' }));
  one.answer('cuenta.confirmar_telefono', new Refusal('codigo_incorrecto'));
  await user.type(await phone.findByLabelText(/^Código del SMS/), '000000');
  await user.click(phone.getByRole('button', { name: 'Verificar' }));
  await phone.findByText(/El código no es correcto/);
  one
    .answer('cuenta.confirmar_telefono', { ...NONE, numero: NUMERO, desde: 1 })
    .answer('cuenta.telefono', { ...NONE, numero: NUMERO, desde: Date.UTC(2026, 5, 1, 12) });
  await user.click(phone.getByRole('button', { name: 'Verificar' }));
  await phone.findByText(/^\+525512345678, verificado el 01\/06\/2026/);
});

it('says that the installation sends no SMS, and asks for no number', async () => {
  openConsole('/cuenta', server().answer('cuenta.telefono', { ...NONE, disponible: 0 }), EMPRESA_ADMIN);
  const phone = await card();
  await phone.findByText('Esta instalación no envía SMS.');
  expect(phone.queryByRole('textbox')).toBeNull();
});
