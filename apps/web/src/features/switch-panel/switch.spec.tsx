import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { empresa, EMPRESA, EMPRESA_ADMIN, liveSwitch, NO_POINTS, switchOf } from '../../test/records.js';

const YESTERDAY = Date.now() - 86_400_000;
const event = (estado: 0 | 1, ts: number) => ({
  _id: `${ts}-1`,
  fecha: new Date(ts).toISOString(),
  switch_id: 41,
  zona: 'Sector 1',
  nombre: 'Válvula A1',
  estado,
});

// jsdom draws no canvas, and the chart says so.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa({ zona_horaria: 'Europe/Madrid' })])
    .answer('switches.panel', [liveSwitch({ estado: 0, estado_ts: Date.now() })])
    .answer('turnos.listar', [])
    .answer('clima.mandos', [])
    .answer('comandos.listar', [])
    .answer('historial.eventos', [event(0, YESTERDAY + 1_200_000), event(1, YESTERDAY)])
    .answer('historial.serie', NO_POINTS);

describe('the page of a switch', () => {
  it('tells an administrator when it was on, in its company’s zone, and leads to its form and commands', async () => {
    openConsole(`/switches/41?empresa=${EMPRESA.id}`, server());
    await screen.findByRole('heading', { level: 1, name: /Válvula A1/ });
    expect(await screen.findByText('1 encendido · 20 min')).toBeVisible();
    const madrid = new Date(YESTERDAY).toLocaleTimeString('es', {
      timeZone: 'Europe/Madrid',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    expect(screen.getByText(new RegExp(`^\\d\\d/\\d\\d/\\d{4},? ${madrid}`))).toBeVisible();
    expect(screen.getByRole('link', { name: 'Editar' })).toHaveAttribute(
      'href',
      `/switches?empresa=${EMPRESA.id}&id=41`,
    );
    expect(screen.getByText('Comandos', { selector: '[href*="switch=41"]' })).toBeVisible();
  });

  it('asks an administrator too for how long it is to be on, and says when it ends', async () => {
    const one = server().refuse('switches.encender');
    const { user } = openConsole('/switches/41', one, EMPRESA_ADMIN);
    await user.click(await screen.findByRole('button', { name: /^Encender / }));
    await user.click(await screen.findByRole('button', { name: /^Encender 10 min\s*se (cierra|apaga) a las/ }));
    await waitFor(() =>
      expect(one.writings[0]).toMatchObject({ name: 'switches.encender', body: { duracion_s: 600 } }),
    );
  });

  it('is found by an operator whose link names no company, whose address then names it', async () => {
    const { at } = openConsole('/switches/41', server().answer('switches.listar', [switchOf({ id: 41 })]));
    await screen.findByRole('heading', { level: 1, name: /Válvula A1/ });
    expect(at()).toBe(`/switches/41?empresa=${EMPRESA.id}`);
  });

  it('says so where the company has no such switch', async () => {
    openConsole('/switches/99', server(), EMPRESA_ADMIN);
    await screen.findByText('No se encontró este switch en la empresa.');
  });
});
