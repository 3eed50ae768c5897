import type { Auditoria, Aviso, Comando } from '@acequia/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { adminServer, openConsole, switchServer } from '../../test/console.js';
import { EMPRESA, END_USER, OTHER_EMPRESA, empresa, liveSwitch } from '../../test/records.js';

/** 20:00 of the day before in Mexico City, 07:30 in Kolkata. */
const AT = Date.parse('2026-06-10T02:00:00Z');

const aviso = (id: number, empresa_id: number): Aviso => ({
  id,
  empresa_id,
  tipo: 'placa_sin_conexion',
  severidad: 'alta',
  estado: 'disparado',
  desde: AT,
  hasta: null,
  texto: `Placa ${id} sin conexión`,
  placa_id: null,
  switch_id: null,
  dispositivo_id: null,
  sitio: null,
  reconocido_por: null,
  reconocido_ts: null,
  nota: null,
  veces: 1,
  silenciado: 0,
  entrega: null,
});
const change = (id: string, empresa_id: number, empresa_nombre: string): Auditoria => ({
  id,
  ts: AT,
  usuario_id: null,
  usuario_nombre: null,
  usuario_email: null,
  servicio: 'inventory',
  empresa_id,
  empresa_nombre,
  entidad: 'switch',
  entidad_id: 41,
  entidad_nombre: `Válvula ${id}`,
  cambios: [],
  accion: 'switch.actualizar',
  descripcion: `Cambió al switch «Válvula ${id}»`,
});
const comando = (empresa_id: number): Comando => ({
  comando_id: 'a',
  empresa_id,
  ts: AT,
  entidad: 'switch',
  switch_id: 41,
  dispositivo_id: null,
  accion: 'on',
  estado: 'confirmado',
  motivo: null,
  detalle: null,
  usuario_id: null,
  usuario_nombre: null,
  ip: null,
  navegador: null,
  max_s: null,
  enviado_ts: null,
  resuelto_ts: null,
});

/** Both companies, in zones of their own. */
const server = () =>
  adminServer()
    .answer('empresas.seleccion', [EMPRESA, OTHER_EMPRESA])
    .answer('empresas.listar', [empresa(), empresa({ ...OTHER_EMPRESA, zona_horaria: 'Asia/Kolkata' })])
    .answer('avisos.listar', [aviso(1, EMPRESA.id), aviso(2, OTHER_EMPRESA.id)])
    .answer('avisos.silencios', [])
    .answer('auditoria.listar', {
      entradas: [change('1', EMPRESA.id, EMPRESA.nombre), change('2', OTHER_EMPRESA.id, OTHER_EMPRESA.nombre)],
      siguiente: null,
    })
    .answer('switches.listar', [])
    .answer('dispositivos.listar', [])
    .answer('comandos.listar', [comando(OTHER_EMPRESA.id)]);

const lineOf = async (text: RegExp): Promise<HTMLElement> => (await screen.findByText(text)).closest('li')!;

const INDIA = /^Horas de India \(UTC\+5:30\); este equipo: /;

describe("a screen full of hours names their zone where it is not the reader's", () => {
  it.each(['/programas', '/clima', '/empresas/8/resumen'])('for an admin_global on %s', async (path) => {
    const one = server()
      .answer('programas.listar', [])
      .answer('no_regar.listar', [])
      .answer('placas.listar', [])
      .answer('clima.listar', [])
      .answer('clima.mandos', [])
      .answer('empresas.obtener', empresa({ ...OTHER_EMPRESA, zona_horaria: 'Asia/Kolkata' }))
      .answer('usuarios.listar', [])
      .answer('switches.panel', [])
      .answer('situacion.sensores', [])
      .answer('avisos.listar', [])
      .answer('comandos.listar', [])
      .answer('situacion.riego', { agua: [], turnos: [], otros: 0 });
    openConsole(`${path}?empresa=${OTHER_EMPRESA.id}`, one);
    await screen.findByText(INDIA);
  });

  it.each(['/panel/switch', '/panel/switch/41', '/panel/programas', '/panel/dispositivos'])(
    'for an end user on %s',
    async (path) => {
      const one = switchServer(liveSwitch()).answer('dispositivos.de_usuario', []).answer('programas.listar', []);
      openConsole(path, one, { ...END_USER, zona_horaria: 'Asia/Kolkata' });
      await screen.findByText(INDIA);
    },
  );
});

describe('an admin_global sees the times of a company in the zone of that company', () => {
  it('in Avisos, and is told the zone of a row that is not in the usual one', async () => {
    openConsole('/avisos?empresa=', server());
    await within(await lineOf(/^Placa 1/)).findByText(/^Desde 09\/06\/2026 20:00 ·/);
    await within(await lineOf(/^Placa 2/)).findByText(/^Desde 10\/06\/2026 07:30 \(hora de India\) ·/);
  });

  it('in Avisos of one company, with no word in its rows', async () => {
    openConsole(`/avisos?empresa=${OTHER_EMPRESA.id}`, server());
    const since = await screen.findByText(/^Desde 10\/06\/2026 07:30 ·/);
    expect(since.closest('li')).toHaveTextContent('Placa 2');
    await screen.findByText(/^Horas de India \(UTC\+5:30\)/);
  });

  it('in Auditoría', async () => {
    openConsole('/auditoria?empresa=', server());
    expect(await lineOf(/Válvula 1/)).toHaveTextContent(/^09\/06\/2026 20:00Acequia/);
    const other = await lineOf(/Válvula 2/);
    await waitFor(() => expect(other).toHaveTextContent(/^10\/06\/2026 07:30 \(hora de India\)/));
  });

  it('in Comandos, the ages too', async () => {
    openConsole(`/comandos?empresa=${OTHER_EMPRESA.id}`, server());
    const age: HTMLTimeElement = await screen.findByText(/^hace \d+d$/);
    await waitFor(() => expect(age.title).toBe('10/06/2026 07:30'));
    expect(age.closest('[role=cell], td')).toHaveTextContent(/^10\/06\/2026 07:30/);
  });
});
