import type { Aviso } from '@acequia/contracts';
import { jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { adminServer, openConsole } from '../../test/console.js';
import { EMPRESA, empresa } from '../../test/records.js';

const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA])
    .answer('empresas.listar', [empresa()])
    .answer('dispositivos.listar', [])
    .answer('switches.listar', [])
    .answer('placas.listar', [])
    .answer('comandos.listar', [])
    .answer('situacion.pulso', [])
    .answer('situacion.riego', { agua: [], turnos: [], otros: 0 });
const silent = (id: number): Aviso => ({
  id,
  empresa_id: EMPRESA.id,
  tipo: 'sensor_callado',
  severidad: 'media',
  estado: 'disparado',
  desde: 1,
  hasta: null,
  texto: `El sensor ${id} calla.`,
  placa_id: 1,
  switch_id: id,
  dispositivo_id: null,
  sitio: 'Sector 1',
  reconocido_por: null,
  reconocido_ts: null,
  nota: null,
  veces: 0,
  silenciado: 0,
  entrega: null,
});
const companies = async () =>
  within((await screen.findByRole('heading', { name: 'Empresas', level: 2 })).parentElement!);

beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));

describe('Situación', () => {
  it('says that the companies could not be read, and reads them when asked', async () => {
    const one = server().refuse('empresas.listar');
    const { user } = openConsole('/situacion', one);
    await screen.findByText(/^No se pudo cargar la lista de empresas/);
    one.answer('empresas.listar', [empresa()]);
    await user.click(screen.getByRole('button', { name: 'Reintentar' }));
    await (await companies()).findByText(EMPRESA.nombre);
    expect(document.title).toBe('Situación | Acequia');
  });

  it('shows the companies without a number of alarms that could not be read', async () => {
    openConsole('/situacion', server().refuse('avisos.listar'));
    const part = await companies();
    await part.findByText('— avisos');
    expect(part.queryByText('Sin avisos')).toBeNull();
  });

  it('says what is wrong once for each place and cause, who has it, and what is rarely done behind «…»', async () => {
    const taken: Aviso = { ...silent(2), encargado: 'Ana Campos', encargado_id: 31, encargado_ts: 2 };
    const one = server().answer('avisos.listar', [silent(1), taken, { ...silent(3), calma_desde: 1 }]);
    const { user } = openConsole('/situacion', one);
    const list = within(await screen.findByRole('list', { name: 'Lo que está mal ahora' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    list.getByText('2 sensores sin lecturas');
    await user.click(list.getByRole('button', { name: 'Ver los 2' }));
    list.getByRole('link', { name: 'Ana Campos' });
    await user.click(list.getByRole('button', { name: 'Más: El sensor 2 calla.' }));
    await screen.findByRole('menuitem', { name: 'Silenciar 2 h' });
    within(screen.getByRole('list', { name: 'Recuperándose' })).getByText('El sensor 3 calla.');
  });

  it('shows the last day of a value against its limit, beside the alarm about it', async () => {
    const hot: Aviso = {
      ...silent(1),
      tipo: 'temperatura_alta',
      texto: 'Sector 1 - Válvula: temperatura de 31 °C, sobre 30 °C.',
      datos: { switch: { zona: 'Sector 1', nombre: 'Válvula' }, valor: 31, umbral: 30 },
    };
    const day = Array.from({ length: 24 }, (_, hour) => 20 + hour / 2);
    const one = server()
      .answer('avisos.listar', [hot, silent(2)])
      .answer('situacion.sensores', [{ switch_id: 1, temperatura: day, humedad: [] }]);
    openConsole('/situacion', one);
    await screen.findByRole('img', { name: 'Temperatura del último día, con su límite de 30 °C' });
    screen.getByText('24 h: 20 °C a 31.5 °C');
    expect(screen.getAllByText(/^límite /)).toHaveLength(1);
  });

  it('shows what is watered now and what begins soon, and the water of each company', async () => {
    const now = Date.parse('2026-03-11T15:00:00Z');
    const turno = {
      turno_id: '1-1-s1',
      programa_id: 1,
      programa_nombre: 'Mañana',
      empresa_id: EMPRESA.id,
      switch_id: 1,
      dispositivo_id: null,
      inicio: now,
      segundos: 1_800,
      real_inicio: now,
      nombre: 'Válvula',
      sector: 'Norte',
    };
    const one = server()
      .answer('avisos.listar', [])
      .answer('situacion.pulso', [{ empresa_id: EMPRESA.id, abiertas: 0, lecturas: [], kwh_hoy: 12.34, dato_ts: null }])
      .answer('situacion.riego', {
        agua: [{ empresa_id: EMPRESA.id, m3: 2, m3_previstos: 7.5 }],
        turnos: [
          { ...turno, estado: 'en_curso' as const },
          { ...turno, turno_id: '1-2-s1', nombre: 'Otra', estado: 'previsto' as const },
        ],
        otros: 3,
      });
    openConsole('/situacion', one);
    const list = within(await screen.findByRole('list', { name: 'Riego: ahora y en las próximas 3 horas' }));
    const [running, next] = list.getAllByRole('listitem');
    expect(running).toHaveTextContent(/^hasta las \d\d:30Norte - Válvula«Mañana»/);
    expect(next).toHaveTextContent(/^de \d\d:00 a \d\d:30Norte - Otra/);
    screen.getByText('y 3 turnos más');
    await (await companies()).findByText('2 de 7.5 m³ hoy');
    await (await companies()).findByText('12.3 kWh hoy');
  });
});

it('says to an admin_global who is on duty for the platform', async () => {
  const week = { usuario_id: 5, nombre: 'Ana Campos', cambiada: 0 };
  openConsole(
    '/situacion',
    server().answer('guardia.leer', {
      empresa_id: null,
      personas: [],
      dia: 1,
      hora: '07:00',
      severidad_minima: 'alta',
      escalar_min: 10,
      semanas: [
        { ...week, semana: '2026-01-12' },
        { ...week, semana: '2026-01-19' },
      ],
    }),
  );
  await screen.findByText('De turno por la plataforma: Ana Campos, hasta el 19/01/2026 a las 07:00.');
});
