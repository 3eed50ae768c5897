import type { Actualizacion, ActualizacionDetalle, PlacaEnActualizacion } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, answerQuestion, dialog, openConsole, row } from '../../test/console.js';
import { EMPRESA, OTHER_EMPRESA, placa } from '../../test/records.js';

const ROLLOUT: Actualizacion = {
  id: 4,
  dialecto: 'tasmota',
  firmware: { tipo: 'url', url: 'http://10.0.0.5/tasmota.bin.gz', version: '14.2.0' },
  version: '14.2.0',
  estado: 'pausada',
  pausa: 'fallas',
  ola: 2,
  olas: [1, 4, 37],
  listas: 3,
  fallas: 1,
  omitidas: 0,
  creada_ts: Date.UTC(2026, 10, 27, 12),
  usuario_nombre: 'Raíz',
  fin_ts: null,
};
const BOARD: PlacaEnActualizacion = {
  placa_id: 61,
  numero: 1001,
  empresa_id: EMPRESA.id,
  ola: 1,
  estado: 'lista',
  espera: null,
  fase: null,
  bytes: null,
  motivo: null,
  detalle: null,
  antes: '13.1.0(tasmota)',
  despues: '14.2.0(tasmota)',
  ts: Date.now() - 60_000,
};
const boardOf = (numero: number, over: Partial<PlacaEnActualizacion>): PlacaEnActualizacion => ({
  ...BOARD,
  placa_id: numero + 1_000,
  numero,
  ola: 2,
  ...over,
});
const ONE: ActualizacionDetalle = {
  ...ROLLOUT,
  placas: [
    BOARD,
    boardOf(1002, { estado: 'fallo', motivo: 'rechazo', detalle: 'Failed HTTP(404)', despues: null }),
    boardOf(1003, { estado: 'espera', espera: 'turno', antes: null, despues: null }),
    boardOf(1004, { estado: 'en_curso', fase: 'loading', bytes: 512_000 }),
    boardOf(1005, { estado: 'omitida', motivo: 'no_libre' }),
  ],
};

const fleet = [
  placa({ id: 1001, placa_id: 61, dialecto: 'tasmota', sitio: 'Norte' }),
  placa({ id: 1002, placa_id: 62, dialecto: 'tasmota', sitio: 'Sur', empresa_id: OTHER_EMPRESA.id }),
  placa({ id: 1003, placa_id: 63, dialecto: 'tasmota', sitio: 'Norte', revocada: 1 }),
  placa({ id: 1004, placa_id: 64, dialecto: 'shelly' }),
];
const server = (propio: 0 | 1 = 0) =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('placas.listar', fleet)
    .answer('imagenes.listar', [])
    .answer('actualizaciones.listar', { propio, actualizaciones: [ROLLOUT] });

it('lists rollouts with where they stand', async () => {
  openConsole('/actualizaciones', server());
  const first = await row('Tasmota 14.2.0');
  expect(first).toHaveTextContent('Se pausó sola: fallaron placas');
  expect(first).toHaveTextContent('3 de 42');
  expect(within(first).getByRole('link')).toHaveAttribute('href', '/actualizaciones/4');
});

it('begins one on the boards of a company, and says before in which olas, and why our own firmware is off', async () => {
  const one = server().answer('actualizaciones.crear', ROLLOUT).answer('actualizaciones.leer', ONE);
  const { user, at } = openConsole('/actualizaciones', one);
  await user.click(await screen.findByRole('button', { name: 'Nueva actualización' }));
  const form = await dialog('Nueva actualización');
  form.getByText(/nadie ha probado todavía su actualización en una placa de verdad/);
  // A revoked board cannot connect.
  expect(form.getByRole('status')).toHaveTextContent('2 placas, en olas de 1 y 1.');
  await user.selectOptions(form.getByLabelText('Empresa'), EMPRESA.nombre);
  expect(form.getByRole('status')).toHaveTextContent('1 placa, en una sola ola.');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  expect(await form.findAllByText('Este dato es obligatorio')).toHaveLength(2);
  await user.type(form.getByLabelText(/^Dirección del archivo/), 'http://10.0.0.5/tasmota.bin.gz');
  await user.type(form.getByLabelText(/^Versión que debe quedar/), '14.2.0');
  await user.click(form.getByRole('button', { name: 'Guardar' }));
  await waitFor(() => expect(at()).toBe('/actualizaciones/4'));
  expect(one.writings.map(({ body }) => body)).toEqual([
    {
      dialecto: 'tasmota',
      firmware: { tipo: 'url', url: 'http://10.0.0.5/tasmota.bin.gz', version: '14.2.0' },
      placas: [61],
      empresa_id: null,
      sitio: null,
    },
  ]);
});

it('keeps a new image, and says why a file is none', async () => {
  const imagen = {
    id: 2,
    sha256: 'ab'.repeat(32),
    modelo: 'acequia-placa',
    version: '2.1.0',
    piso: 3,
    bytes: 1_200_000,
    creada_ts: 0,
    usuario_nombre: 'Raíz',
  };
  const one = server(1).answer('imagenes.subir', imagen);
  const { user } = openConsole('/actualizaciones', one);
  await screen.findByText('No hay ninguna imagen.');
  one.answer('imagenes.listar', [imagen]);
  await user.upload(screen.getByLabelText(/^Subir una imagen/), new File([new Uint8Array(4)], 'placa.bin'));
  expect(await screen.findByText('2.1.0, piso 3, 1,200 kB')).toBeTruthy();
  one.refuse('imagenes.subir', 'imagen_invalida');
  await user.upload(screen.getByLabelText(/^Subir una imagen/), new File(['x'], 'otra.bin'));
  await screen.findByText('Ese archivo no es una imagen de firmware para placas ESP32.');
});

it('shows of one how far each board is and why it failed, and goes on or stops after asking', async () => {
  const one = server()
    .answer('actualizaciones.leer', ONE)
    .answer('actualizaciones.seguir', { ...ROLLOUT, estado: 'activa' });
  const { user } = openConsole('/actualizaciones/4', one);
  expect(await row('1002')).toHaveTextContent('Falló: su firmware no la aceptó («Failed HTTP(404)»)');
  expect(await row('1003')).toHaveTextContent('En espera: tiene un turno en curso o en menos de 30 minutos');
  expect(await row('1004')).toHaveTextContent('Descarga: 512 kB');
  expect(await row('1005')).toHaveTextContent('Quedó como estaba: no estuvo libre en todo un día');
  expect(screen.getByRole('progressbar', { name: 'Ola 2: 4 placas' })).toHaveAttribute('aria-valuenow', '2');
  await user.click(screen.getByRole('button', { name: 'Seguir' }));
  await answerQuestion(user, '¿Seguir la actualización?', 'Seguir');
  await screen.findByText('La actualización sigue.');
  one.answer('actualizaciones.detener', { ...ROLLOUT, estado: 'detenida' });
  one.answer('actualizaciones.leer', { ...ONE, estado: 'detenida', pausa: null });
  await user.click(screen.getByRole('button', { name: 'Detener' }));
  await answerQuestion(user, '¿Detener la actualización?', 'Detener');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Detener' })).toBeNull());
  expect(one.writings.map(({ name, params }) => [name, params])).toEqual([
    ['actualizaciones.seguir', { id: '4' }],
    ['actualizaciones.detener', { id: '4' }],
  ]);
});
