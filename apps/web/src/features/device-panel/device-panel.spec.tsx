import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { openConsole, userServer } from '../../test/console.js';
import { dispositivo, END_USER } from '../../test/records.js';

describe('Mis Dispositivos', () => {
  it('says so when nothing is assigned', async () => {
    openConsole('/panel/dispositivos', userServer().answer('dispositivos.de_usuario', []), END_USER);
    await screen.findByText('No tienes actuadores asignados.');
    screen.getByText('No tienes centinelas asignados.');
  });

  it('shows a device that could not be read as OFFLINE, as what may be otherwise', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = userServer().answer('dispositivos.de_usuario', [dispositivo()]).refuse('monitor.en_vivo');
    openConsole('/panel/dispositivos', one, END_USER);
    await waitFor(() => expect(one.sent.some(({ name }) => name === 'monitor.en_vivo')).toBe(true));
    await screen.findByText('Bomba del pozo');
    const chip = () =>
      screen.getAllByText('OFFLINE').find((one) => one.closest('[data-dispositivo="51"]'))?.parentElement;
    expect(chip()).toHaveAttribute('data-viejo');
    expect(chip()).not.toHaveAttribute('data-offline');
    one.answer('monitor.en_vivo', { online: false, ts_ms: null, estado: { estado: null }, metricas: null });
    await waitFor(() => expect(chip()).toHaveAttribute('data-offline'), { timeout: 60_000 });
  });

  it('does not say that nothing is assigned when the list cannot be read, and fills by itself', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const one = userServer().refuse('dispositivos.de_usuario');
    openConsole('/panel/dispositivos', one, END_USER);
    await waitFor(() => expect(screen.getAllByText(/^No se pudieron leer tus dispositivos\./)).toHaveLength(2));
    expect(screen.queryByText(/^No tienes/)).toBeNull();
    expect(document.querySelector('.chakra-skeleton')).toBeNull();
    one.answer('dispositivos.de_usuario', []);
    await screen.findByText('No tienes actuadores asignados.');
  });
});
