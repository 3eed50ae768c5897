import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { openConsole, userServer } from '../../test/console.js';
import { dispositivo, END_USER } from '../../test/records.js';
import { Refusal } from '../../test/server.js';

it('shows no phases of a device that is no meter', async () => {
  const server = userServer().answer('dispositivos.de_usuario', [dispositivo()]);
  openConsole('/panel/centinelas/51', server, END_USER);
  await screen.findByText(/^«Bomba del pozo» no es una centinela/);
  expect(screen.queryByText('Fase A')).toBeNull();
  expect(server.sent.some(({ name }) => name === 'monitor.en_vivo')).toBe(false);
});

const DAY = { kwh: 1.5, kwh_devuelta: 0, incompleto: false, en_curso: false, reinicio: false, lectura_omitida: false };

it('says in words on which days a value of the counter was left out, or the counter began anew', async () => {
  // jsdom cannot draw.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const server = userServer()
    .answer('dispositivos.de_usuario', [dispositivo({ tipo: 'shelly_pro3m' })])
    .answer('monitor.en_vivo', new Refusal('no_encontrado'))
    .answer('dispositivos.energia', new Refusal('no_encontrado'))
    .answer('dispositivos.energia_dias', [
      { ...DAY, fecha: '2026-11-10' },
      { ...DAY, fecha: '2026-11-11', lectura_omitida: true },
      { ...DAY, fecha: '2026-11-12', reinicio: true },
    ]);
  const { user } = openConsole('/panel/centinelas/51', server, END_USER);
  await screen.findByText('11/11: Se dejó fuera una lectura del contador que no puede ser cierta.');
  expect(screen.getByText('12/11: El contador del medidor empezó de nuevo.')).toBeTruthy();
  expect(screen.queryByText(/^10\/11:/)).toBeNull();
  // By month, from the first day of a month on.
  await user.click(screen.getByRole('button', { name: 'Meses' }));
  await screen.findByText('4.50 kWh en 12 meses');
  expect(server.sent.findLast(({ name }) => name === 'dispositivos.energia_dias')?.query['desde']).toMatch(/-01$/);
});
