import type { ReglaClima } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { turnoOf } from '../../entities/programa/panel.fixture.js';
import { timeOf } from '../../lib/format/format.js';
import { openConsole, switchServer } from '../../test/console.js';
import { EMPRESA, END_USER, liveSwitch } from '../../test/records.js';

const TURNOS_UNREAD = /^No se pudieron leer los turnos de los programas/;

const server = () => switchServer(liveSwitch({ estado: 1, estado_ts: 1 }));

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

it.each(['/panel/switch', '/panel/switch/41'])(
  'says on %s that turns, and so ends, could not be read',
  async (path) => {
    const one = server().refuse('turnos.listar');
    const { user } = openConsole(path, one, END_USER);
    await screen.findByText(TURNOS_UNREAD);
    one.answer('turnos.listar', []);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await waitFor(() => expect(screen.queryByText(TURNOS_UNREAD)).toBeNull());
  },
);

it('offers the readings of a chosen pair, also of a site without a sensor, but none before a pair is chosen', async () => {
  const one = server().answer('historial.puntos', []).answer('historial.encendido', []);
  let told: (switches: unknown) => void = () => undefined;
  one.answer('switches.de_usuario', new Promise((resolve) => (told = resolve)));
  openConsole('/panel/switch', one, END_USER);
  const name = 'DESCARGAR CSV TEMP/HUM';
  expect(await screen.findByRole('button', { name })).toBeDisabled();
  told([liveSwitch()]);
  await screen.findByText('Este sitio no tiene sensor de temperatura y humedad.');
  expect(screen.getByRole('button', { name })).toBeEnabled();
});

const chip = () => document.querySelector('[data-switch="41"] [data-estado]');
const history = () => server().answer('historial.puntos', []).answer('historial.encendido', []);
const selector = () =>
  screen.findByLabelText<HTMLSelectElement>('Selecciona Par o Individual para ver historial (gráfica)');

it('says SIN DATO for a switch that never reported', async () => {
  openConsole('/panel/switch', history().answer('switches.de_usuario', [liveSwitch({ estado: null })]), END_USER);
  await waitFor(() => expect(chip()).toHaveTextContent('SIN DATO'));
  await waitFor(() => expect(document.title).toBe('Mis Switches | Acequia'));
});

it.each(['/panel/switch', '/panel/switch/41'])(
  'says on %s, before Encender, that a turn holds the switch longer than the order',
  async (path) => {
    const inicio = Date.now() - 60_000;
    const turno = turnoOf({ switch_id: 41, empresa_id: EMPRESA.id, estado: 'en_curso', inicio, segundos: 3_600 });
    const one = server()
      .answer('switches.de_usuario', [liveSwitch({ estado: 0 })])
      .answer('turnos.listar', [turno]);
    const { user } = openConsole(path, one, END_USER);
    await user.click(await screen.findByRole('button', { name: /^Encender / }));
    const ends = new RegExp(`^Encender 10 min\\s*se (cierra|apaga) a las ${timeOf(inicio + 3_600_000)}$`);
    expect(await screen.findByRole('button', { name: ends })).toBeEnabled();
  },
);

it.each([
  ['wide', 1_440],
  ['narrow', 390],
])(
  'offers to turn off again what an order without an answer may have left on, on a %s screen',
  async (_size, width) => {
    window.innerWidth = width;
    const comando = { comando_id: 'c', accion: 'off', estado: 'sin_respuesta', detalle: null, ts: Date.now() } as const;
    openConsole(
      '/panel/switch',
      history().answer('switches.de_usuario', [liveSwitch({ estado: 1, comando })]),
      END_USER,
    );
    const again = await screen.findByRole('button', { name: /^Apagar de nuevo / });
    expect(again).toHaveTextContent(/^Apagar de nuevo$/);
    expect(document.querySelector('.filas') !== null).toBe(width < 768);
  },
);

it('shows an empty state to a person without switches', async () => {
  openConsole('/panel/switch', server().answer('switches.de_usuario', []), END_USER);
  await screen.findByText('Sin switches asignados');
  expect(await screen.findByRole('button', { name: 'DESCARGAR CSV TEMP/HUM' })).toBeDisabled();
});

it('filters the history by day, and says when there is none', async () => {
  const { server: one, user } = openConsole('/panel/switch', history(), END_USER);
  fireEvent.change(await screen.findByLabelText('Desde'), { target: { value: '2020-01-01' } });
  fireEvent.change(screen.getByLabelText('Hasta'), { target: { value: '2020-01-02' } });
  const filter = screen.getByRole('button', { name: 'Filtrar' });
  await waitFor(() => expect(filter).toBeEnabled());
  await user.click(filter);
  const days = { desde: '2020-01-01', hasta: '2020-01-02' };
  await waitFor(() =>
    expect(one.sent.filter(({ name }) => name === 'historial.eventos').at(-1)!.query).toMatchObject(days),
  );
  await screen.findByText('Sin historial en el rango seleccionado');
  expect(screen.getByRole('button', { name: 'Descargar CSV Estados' })).toBeDisabled();
});

it.each([
  ['Sector 2|2', 'Sector 2|2'],
  ['Ya no existe|1', 'Sector 1|2'],
])('of a remembered pair %s shows %s', async (remembered, shown) => {
  localStorage.setItem('parSeleccionadoKey', remembered);
  const pairs = [liveSwitch(), liveSwitch({ id: 43, zona: 'Sector 2', switch_site_id: 2 })];
  openConsole('/panel/switch', history().answer('switches.de_usuario', pairs), END_USER);
  await waitFor(async () => expect(await selector()).toHaveValue(shown));
});

it('counts a list that could not be read as unknown, not as none', async () => {
  openConsole('/panel/switch', server().refuse('switches.de_usuario'), END_USER);
  await screen.findByText('No se pudo cargar la lista de switches');
  for (const name of ['Todo —', 'Encendidos —', 'Con problema —']) screen.getByRole('button', { name });
  expect(document.querySelector('[data-resumen]')).toHaveTextContent(/^—$/);
});

it('says of a value whether it is as climate rules keep it', async () => {
  const now = Date.now();
  const sensor = { tiene_sensor: 1 as const, temperatura: 29.5, humedad: 60, sensor_ts: now, temperatura_ts: now };
  const rule = (cuando: ReglaClima['cuando'], enciende: number, apaga: number): ReglaClima => ({
    id: enciende,
    empresa_id: EMPRESA.id,
    nombre: `A ${enciende} °C`,
    activa: 1,
    sensor_switch_id: 41,
    valor: 'temperatura',
    punto_id: null,
    cuando,
    etapas: [{ switch_id: 42, enciende, apaga, via: 'placa', por_servicio: null, pendiente: 0, texto: '' }],
    min_encendido_s: 60,
    min_apagado_s: 60,
    prioridad: 0,
    persona_s: 3_600,
    edad_max_s: 600,
    pendiente: 0,
    version: 1,
  });
  const one = server()
    .answer('switches.de_usuario', [liveSwitch(sensor)])
    .answer('clima.listar', [rule('arriba', 28, 25), rule('abajo', 18, 20)]);
  openConsole('/panel/switch', one, END_USER);
  await screen.findByText('alto (18–28)');
  expect(screen.queryByText(/^bien/)).toBeNull();
});
