import type { EstadoSistema } from '@acequia/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { dateTimeOf } from '../../lib/format/format.js';
import { queryClient } from '../../lib/http/query-client.js';
import { adminServer, openConsole } from '../../test/console.js';
import { usuario } from '../../test/records.js';

const NOW = Date.now();
const SOUND: EstadoSistema = {
  ts: NOW,
  instancias: [
    {
      servicio: 'inventory',
      instancia: 'una',
      version: '0.1.0',
      habla: 1,
      entiende: 1,
      desde: NOW - 3_600_000,
      ts: NOW,
      certificado_vence: null,
      discos: [],
    },
  ],
  faltan: [],
  atrasos: [{ cola: 'lecturas', servicio: 'telemetry-history', entradas: 0, desde: null }],
  trabajos: [{ cola: 'alerts', esperan: 0, activos: 1, aplazados: 2, fallidos: 0 }],
  descartados: [],
  descartados_total: 0,
  discos: [{ ruta: '/datos', libre: 40e9, total: 100e9 }],
  respaldo: { ts: NOW - 7_200_000, bytes: 12e6, ms: 900 },
  condiciones: [],
};
const SICK: EstadoSistema = {
  ...SOUND,
  faltan: ['alerts'],
  descartados: [
    {
      clase: 'evento',
      cola: 'inventory',
      entrada: '5-1',
      nombre: 'switch.eliminado',
      servicio: 'auth-tenancy',
      motivo: 'Error: poison',
      ts: NOW,
    },
  ],
  descartados_total: 3,
  condiciones: [{ condicion: 'servicio', grave: true, texto: 'No responde: alerts.' }],
};

const server = () => adminServer().answer('empresas.seleccion', []);
const region = async (name: string) => within(await screen.findByRole('region', { name }));

it('says that all is well, what runs, and how much disk and how fresh a backup there is', async () => {
  openConsole('/estado', server().answer('estado.leer', SOUND));
  expect((await region('Qué atender')).getByText('Todo en orden.')).toBeTruthy();
  expect((await region('Servicios')).getByText(/versión 0\.1\.0/)).toBeTruthy();
  expect(screen.getByText('40 % (40 GB)')).toBeTruthy();
  expect(screen.getByText(/hace 2h.*12 MB/)).toBeTruthy();
  expect((await region('Atrasos')).getByText('Nadie va atrasado.')).toBeTruthy();
});

it('shows what needs a hand, and tries a dead letter once more', async () => {
  const api = server().answer('estado.leer', SICK).answer('estado.reintentar', null);
  const { user } = openConsole('/estado', api);
  expect((await region('Qué atender')).getByText(/Grave: No responde: alerts\./)).toBeTruthy();
  const letters = await region('Descartados');
  expect(letters.getByText('Error: poison')).toBeTruthy();
  expect(letters.getByText('El más nuevo de 3.')).toBeTruthy();
  api.answer('estado.leer', SOUND);
  await user.click(letters.getByRole('button', { name: 'Reintentar switch.eliminado' }));
  await screen.findByText('Nada descartado.');
  expect(api.writings.map(({ body }) => body)).toEqual([{ clase: 'evento', cola: 'inventory', entrada: '5-1' }]);
});

it('says of which moment it is what is shown, when it cannot be read again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const api = server().answer('estado.leer', SOUND);
  openConsole('/estado', api);
  await screen.findByText('Todo en orden.');
  api.refuse('estado.leer');
  await act(() => queryClient.invalidateQueries({ queryKey: ['estado.leer'] }));
  await screen.findByText(`No se pudo leer otra vez: esto es lo que se supo el ${dateTimeOf(NOW)}.`);
});

it('says when the state cannot be read, and reads it when asked again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const api = server().refuse('estado.leer');
  const { user } = openConsole('/estado', api);
  await screen.findByText('No se pudo leer el estado.');
  api.answer('estado.leer', SOUND);
  await user.click(screen.getByRole('button', { name: 'Reintentar' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

it('takes a rota for the platform from the admin_globals, and says who cannot be told', async () => {
  const rota = { empresa_id: null, dia: 1, hora: '07:00', severidad_minima: 'alta', escalar_min: 10, semanas: [] };
  const api = server()
    .answer('estado.leer', SOUND)
    .answer('usuarios.listar', [usuario({ id: 5, nombre: 'Eva Luna', rol: 'admin_global' }), usuario({ id: 6 })]);
  api.answer('guardia.guardar', () => {
    const saved = { ...rota, personas: [{ usuario_id: 5, nombre: 'Eva Luna', telefono: 0, telegram: 1 }] };
    api.answer('guardia.leer', saved);
    return saved;
  });
  const { user } = openConsole('/estado', api);
  await screen.findByRole('heading', { name: 'Guardia de la plataforma' });
  await screen.findByRole('option', { name: 'Eva Luna' });
  expect(screen.queryByRole('option', { name: 'Ana Campos' })).toBeNull();
  await user.selectOptions(screen.getByLabelText('Agregar a'), 'Eva Luna');
  await user.click(screen.getByRole('button', { name: 'Guardar guardia' }));
  await screen.findByText('Sin teléfono verificado: no se le puede avisar.');
  expect(api.writings.map(({ body }) => body)).toMatchObject([{ empresa_id: null, personas: [5] }]);
});

it('shows whom of the rota something was told, and lets an admin_global acknowledge it', async () => {
  const nobodyYet = { reconocido_por: null, reconocido_ts: null };
  const told = { condicion: 'servicio', desde: NOW, avisados: ['Eva Luna'], sin_avisar: ['Leo Paz'], ...nobodyYet };
  const api = server().answer('estado.leer', SICK).answer('guardia.condiciones', [told]);
  api.answer('guardia.reconocer', () => {
    const done = [{ ...told, reconocido_por: 'Ana Campos', reconocido_ts: NOW }];
    api.answer('guardia.condiciones', done);
    return done;
  });
  const { user } = openConsole('/estado', api);
  const duty = await region('Dicho a la guardia');
  duty.getByText('Se le dijo a Eva Luna');
  duty.getByText('No se le pudo decir a Leo Paz');
  await user.click(duty.getByRole('button', { name: 'Reconocer Servicio ausente' }));
  await duty.findByText(`Lo reconoció Ana Campos, ${dateTimeOf(NOW)}`);
  expect(api.writings.map(({ body }) => body)).toEqual([{ condicion: 'servicio' }]);
});
