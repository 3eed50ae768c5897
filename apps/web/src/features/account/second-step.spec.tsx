import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, dialog, openConsole } from '../../test/console.js';
import { EMPRESA_ADMIN } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const server = () =>
  adminServer()
    .answer('cuenta.telegram', { vinculado_desde: null, bot: null })
    .answer('cuenta.push', { clave_publica: 'a-key', suscripciones: [] });
const card = async () =>
  within((await screen.findByRole('heading', { name: 'Verificación en dos pasos' })).parentElement!.parentElement!);

it('a second step is set up with the password and a code, and shows its recovery codes once', async () => {
  const one = server()
    .answer('cuenta.preparar_segundo_paso', { clave: KEY, uri: `otpauth://totp/Acequia:a?secret=${KEY}` })
    .answer('cuenta.confirmar_segundo_paso', new Refusal('codigo_incorrecto'));
  const { user } = openConsole('/cuenta', one, EMPRESA_ADMIN);
  const step = await card();
  await user.click(await step.findByRole('button', { name: 'Activar' }));
  await user.type(step.getByLabelText(/^Contraseña actual/), 'una clave de campo');
  await user.click(step.getByRole('button', { name: 'Continuar' }));
  await step.findByRole('img', { name: 'Código QR con la clave de verificación' });
  expect(step.getByLabelText('Clave de verificación')).toHaveTextContent(KEY);
  await user.type(step.getByLabelText(/^Código de verificación/), '123 456');
  await user.click(step.getByRole('button', { name: 'Confirmar' }));
  await step.findByText('El código no es correcto, o ya se usó.');
  one
    .answer('cuenta.confirmar_segundo_paso', { respaldos: ['ABCDEFGHIJKLMNOP'] })
    .answer('cuenta.segundo_paso', { desde: Date.UTC(2026, 5, 1, 12), respaldos: 10, exigido: 0 });
  await user.click(step.getByRole('button', { name: 'Confirmar' }));
  const codes = await dialog('Códigos de respaldo');
  codes.getByText('ABCD-EFGH-IJKL-MNOP');
  await user.click(codes.getByRole('button', { name: 'Ya los guardé' }));
  await step.findByText(/^Activa desde el 01\/06\/2026/);
  step.getByRole('button', { name: 'Quitar' });
});

it('who must set one up is told so, and one that the company demands is not taken back', async () => {
  const one = server().answer('cuenta.segundo_paso', { desde: null, respaldos: 0, exigido: 1 });
  openConsole('/cuenta', one, EMPRESA_ADMIN);
  await (await card()).findByText('Tu empresa la exige: actívala para usar Acequia.');
});

it('one’s own sessions are listed, and another one is closed', async () => {
  const session = { vence: 0, ip: '192.0.2.1', creada: Date.UTC(2026, 5, 1, 12) };
  const here = { ...session, huella: 'a'.repeat(16), navegador: 'Firefox on Linux', actual: 1 as const };
  const there = {
    ...session,
    huella: 'b'.repeat(16),
    navegador: 'Chrome Android',
    ip: '198.51.100.7',
    actual: 0 as const,
  };
  const one = server().answer('cuenta.sesiones', [here, there]).answer('cuenta.cerrar_sesion', null);
  const { user } = openConsole('/cuenta', one, EMPRESA_ADMIN);
  await screen.findByText('Firefox en Linux (esta)');
  const close = await screen.findByRole('button', { name: 'Cerrar la sesión de Chrome en Android, 198.51.100.7' });
  one.answer('cuenta.sesiones', [here]);
  await user.click(close);
  await waitFor(() => expect(screen.queryByText('Chrome en Android')).toBeNull());
  expect(one.writings).toMatchObject([{ name: 'cuenta.cerrar_sesion', params: { huella: there.huella } }]);
});
