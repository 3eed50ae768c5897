import { screen, waitFor } from '@testing-library/react';
import { adminServer, openConsole, row } from '../../test/console.js';
import { EMPRESA, empresa, NO_TURNS, puntoOf } from '../../test/records.js';

const WELL = puntoOf({ nombre: 'Pozo', concesion_m3: 60_000 });
const grown = (...sums: (number | null)[]) => ({
  nivel: 'intervalos',
  paso_s: 86_400,
  zona_horaria: 'America/Mexico_City',
  magnitud: 'volumen',
  unidad: 'm³',
  // The first is of January, the others of February.
  puntos: sums.map((suma, i) => ({
    ts: Date.UTC(2024, 0, 31 + i, 12),
    media: null,
    minimo: null,
    maximo: null,
    suma,
  })),
});

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('placas.listar', [])
    .answer('programas.listar', [])
    .answer('no_regar.listar', [])
    .answer('turnos.listar', []);

it('takes the area of a sector, and tells the mm that meters told of it, and the water of each valve', async () => {
  const sums = { ...NO_TURNS, kwh: 2, m3_previstos: 7, m3_medidos: 3.25, sin_medir: 0, m3_sin_medir: null };
  const fila = { switch_id: 4, dispositivo_id: null, nombre: 'V', sector: 'Norte', ...sums };
  const cuenta = (superficie_m2: number | null, mm: number | null) => ({
    mes: '2024-02',
    filas: [fila],
    sectores: [{ sector: 'Norte', ...sums, superficie_m2, mm }],
    total: sums,
  });
  const api = server().answer('turnos.cuenta', cuenta(null, null));
  api.answer('turnos.superficie', () => {
    api.answer('turnos.cuenta', cuenta(25_000, 0.1));
    return undefined;
  });
  const { user } = openConsole('/programas?vista=cuenta&mes=2024-02', api);
  await user.type(await screen.findByLabelText('Superficie de Norte, en hectáreas'), '2,5');
  await user.click(screen.getByRole('button', { name: 'Guardar la superficie de Norte' }));
  const area = await screen.findByDisplayValue('2.5');
  const cellsOf = (one: HTMLElement) =>
    [...one.closest('tr')!.cells].map(({ textContent }) => textContent).slice(1, -1);
  expect(cellsOf(area)).toEqual(['7', '3.25', '0', '0.1', '0.615']);
  expect(cellsOf(screen.getAllByText('V').at(-1)!)).toEqual(['7', '3.25', '0', '—', '0.615']);
  expect(api.writings.map(({ body }) => body)).toEqual([
    { empresa_id: EMPRESA.id, sector: 'Norte', superficie_m2: 25_000 },
  ]);
});

it('tells what each meter counted in the month, what is left of a concession, and on how many days nobody measured', async () => {
  const api = server()
    .answer('turnos.cuenta', { mes: '2024-02', filas: [], sectores: [], total: NO_TURNS })
    .answer('puntos.listar', [WELL, { ...WELL, id: 4, nombre: 'Sin título', concesion_m3: undefined }])
    .answer('puntos.serie', grown(50_000, null, 12_400.4));
  openConsole('/programas?vista=cuenta&mes=2024-02', api);
  await screen.findByRole('heading', { name: 'Agua por medidor, y concesión de 2024' });
  const told = ['Pozo', '12,400', '1', '60,000', '62,400 (104\u00a0%)', '-2,400'];
  await waitFor(async () => expect((await row('Pozo')).textContent).toBe(told.join('')));
  expect((await row('Sin título')).textContent).toBe(['Sin título', '12,400', '1', '—', '—', '—'].join(''));
  expect(api.sent.filter(({ name }) => name === 'puntos.serie')).toMatchObject(
    ['3', '4'].map((id) => ({ params: { id }, query: { desde: '2024-01-01', hasta: '2024-02-29' } })),
  );
});
