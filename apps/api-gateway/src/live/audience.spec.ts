import type { LiveMessage, Persona } from '@acequia/contracts';
import { sendingsOf, dispositivoRoomOf, roomsOf } from './audience.js';

const persona = (rol: Persona['rol'], empresa_id: number | null): Persona => ({
  tipo: 'persona',
  usuario_id: 1,
  rol,
  empresa_id,
  sid: 's'.repeat(16),
});
const ADMIN = persona('admin_empresa', 1);
const GLOBAL = persona('admin_global', null);
const USUARIO = persona('usuario', 1);

const con = (switches: number[], dispositivos: number[] = []) => ({ switches, dispositivos });

const hears = (who: string[], empresa_id: number, message: LiveMessage): boolean =>
  who.some((room) => sendingsOf(empresa_id, message).some(({ salas }) => salas.includes(room)));

const estado = (switch_id: number, switches: number[]): LiveMessage => ({
  event: 'switch:estado',
  payload: { switch_id, estado: 1, temperatura: null, humedad: null, ts: 1, estado_ts: 1, sensor_ts: null },
  audience: { switches },
});
const placa = (switches: number[]): LiveMessage => ({
  event: 'placa:estado',
  payload: { placa_id: 9, online: true, ts: 1 },
  audience: { switches },
});
const status = (dispositivo_id: number): LiveMessage => ({
  event: 'device:status',
  payload: { dispositivo_id, status: 'on' },
  audience: { dispositivo: dispositivo_id },
});

describe('who receives a live message', () => {
  it('admins of the company and admin_global receive what happens to its switches and boards', () => {
    for (const message of [estado(5, [5]), placa([5])]) {
      expect(hears(roomsOf(ADMIN, null), 1, message)).toBe(true);
      expect(hears(roomsOf(GLOBAL, null), 1, message)).toBe(true);
    }
  });

  it("nobody of another company receives it, even with the same switch's number", () => {
    expect(hears(roomsOf(ADMIN, null), 2, estado(5, [5]))).toBe(false);
    expect(hears(roomsOf(USUARIO, con([5])), 2, estado(5, [5]))).toBe(false);
    expect(hears(roomsOf(USUARIO, con([5])), 2, placa([5]))).toBe(false);
  });

  it('a usuario receives what is assigned to them and nothing else', () => {
    expect(hears(roomsOf(USUARIO, con([5])), 1, estado(5, [5]))).toBe(true);
    expect(hears(roomsOf(USUARIO, con([5])), 1, placa([4, 5]))).toBe(true);
    expect(hears(roomsOf(USUARIO, con([6])), 1, estado(5, [5]))).toBe(false);
    expect(hears(roomsOf(USUARIO, con([])), 1, placa([4, 5]))).toBe(false);
  });

  it('a message that tells of one switch does not reach the holder of another that it also concerns', () => {
    expect(hears(roomsOf(USUARIO, con([6])), 1, estado(5, [5, 6]))).toBe(false);
  });

  it('no usuario receives a message about a switch outside the audience', () => {
    expect(hears(roomsOf(USUARIO, con([5])), 1, estado(5, []))).toBe(false);
  });

  it('device messages reach only who joined that device', () => {
    for (const who of [ADMIN, GLOBAL, USUARIO]) {
      expect(hears(roomsOf(who, con([3], [3])), 1, status(3))).toBe(false);
      expect(hears([dispositivoRoomOf(who, 3)], 1, status(3))).toBe(true);
      expect(hears([dispositivoRoomOf(who, 4)], 1, status(3))).toBe(false);
    }
  });

  it('a device that moved to another company is silent for who joined it before, admin_global excepted', () => {
    expect(hears([dispositivoRoomOf(ADMIN, 3)], 2, status(3))).toBe(false);
    expect(hears([dispositivoRoomOf(GLOBAL, 3)], 2, status(3))).toBe(true);
  });

  it('an order to a device reaches admins and the people it is assigned to, without joining', () => {
    const comando: LiveMessage = {
      event: 'dispositivo:comando',
      payload: { dispositivo_id: 3, comando_id: 'c', accion: 'on', estado: 'enviado', detalle: null, ts: 1 },
      audience: { dispositivo: 3 },
    };
    for (const who of [ADMIN, GLOBAL]) expect(hears(roomsOf(who, null), 1, comando)).toBe(true);
    expect(hears(roomsOf(ADMIN, null), 2, comando)).toBe(false);
    expect(hears(roomsOf(USUARIO, con([3], [3])), 1, comando)).toBe(true);
    expect(hears(roomsOf(USUARIO, con([3], [4])), 1, comando)).toBe(false);
    expect(hears(roomsOf(USUARIO, con([], [3])), 2, comando)).toBe(false);
    expect(hears([dispositivoRoomOf(USUARIO, 3)], 1, comando)).toBe(true);
  });

  it('a person without a company receives nothing', () => {
    expect(roomsOf(persona('usuario', null), con([5]))).toEqual([]);
    expect(roomsOf(persona('admin_empresa', null), null)).toEqual([]);
  });

  it('a turn names the sensor that skipped it to admins, and to no usuario', () => {
    const turno = {
      turno_id: '7-1-s5',
      programa_id: 7,
      empresa_id: 1,
      switch_id: 5,
      dispositivo_id: null,
      inicio: 1,
      segundos: 60,
      via: 'placa',
      real_inicio: null,
      real_segundos: null,
      estado: 'omitido',
      manual: 0,
      pendiente: 0,
      litros: null,
      motivo: 'Se omitió: humedad de 81 % en «Tanque»',
    };
    const message = {
      event: 'turno:cambio',
      payload: { turno },
      forUsuarios: 'Se omitió: humedad de 81 %',
      audience: { switches: [5] },
    } as unknown as LiveMessage;
    const told = (who: string[], one = message) =>
      sendingsOf(1, one)
        .filter(({ salas }) => who.some((room) => salas.includes(room)))
        .map(({ payload }) => (payload as { turno: { motivo: string } }).turno.motivo);
    expect(told(roomsOf(ADMIN, null))).toEqual(['Se omitió: humedad de 81 % en «Tanque»']);
    expect(told(roomsOf(GLOBAL, null))).toEqual(['Se omitió: humedad de 81 % en «Tanque»']);
    expect(told(roomsOf(USUARIO, con([5])))).toEqual(['Se omitió: humedad de 81 %']);
    const { forUsuarios: _, ...ofBefore } = message;
    expect(told(roomsOf(USUARIO, con([5])), ofBefore)).toEqual([null]);
  });

  it('an order that an interlock refused names the other switch to admins, and to no usuario', () => {
    const detalle = 'No se puede encender: el switch «Pozo» está encendido y no pueden estar juntos.';
    const forUsuarios = detalle.replace('el switch «Pozo»', 'otro switch');
    const ofBefore: LiveMessage = {
      event: 'switch:comando',
      payload: { switch_id: 5, comando_id: 'c', accion: 'on', estado: 'rechazado', detalle, ts: 1 },
      audience: { switches: [5] },
    };
    const told = (who: string[], one: LiveMessage = { ...ofBefore, forUsuarios }) =>
      sendingsOf(1, one)
        .filter(({ salas }) => who.some((room) => salas.includes(room)))
        .map(({ payload }) => (payload as { detalle: string }).detalle);
    for (const who of [ADMIN, GLOBAL]) expect(told(roomsOf(who, null))).toEqual([detalle]);
    expect(told(roomsOf(USUARIO, con([5])))).toEqual([forUsuarios]);
    expect(told(roomsOf(USUARIO, con([5])), ofBefore)).toEqual([null]);
  });

  it('an alarm of a board names its switches to admins, and to no usuario', () => {
    const aviso = {
      id: 1,
      empresa_id: 1,
      tipo: 'plan_sin_tomar',
      severidad: 'alta',
      estado: 'disparado',
      desde: 1,
      hasta: null,
      placa_id: 9,
      switch_id: null,
      dispositivo_id: null,
      sitio: null,
      reconocido_por: null,
      reconocido_ts: null,
      nota: null,
      veces: 1,
      silenciado: 0,
      entrega: null,
      texto: 'Placa 12: no regará Pozo.',
      datos: { switch: { zona: 'Sur', nombre: 'Pozo' } },
    };
    const forUsuarios = { texto: 'Placa 12: no regará un equipo.', datos: null };
    const message = {
      event: 'aviso:cambio',
      payload: { aviso },
      audience: { switches: [5, 6] },
    } as never as LiveMessage;
    const told = (who: string[], one: LiveMessage = { ...message, forUsuarios }) =>
      sendingsOf(1, one)
        .filter(({ salas }) => who.some((room) => salas.includes(room)))
        .map(({ payload }) => (payload as { aviso: object }).aviso);
    for (const who of [ADMIN, GLOBAL]) expect(told(roomsOf(who, null))).toEqual([aviso]);
    expect(told(roomsOf(USUARIO, con([5])))).toEqual([{ ...aviso, ...forUsuarios }]);
    expect(told(roomsOf(USUARIO, con([5])), message)).toEqual([
      { ...aviso, texto: 'Riego que la placa no conoce.', datos: null },
    ]);
  });

  it('nothing outside the contract leaves: neither unknown events nor further fields', () => {
    expect(sendingsOf(1, { ...estado(5, [5]), event: 'constructor' as never })).toEqual([]);
    expect(sendingsOf(1, { event: 'metrics', payload: { dispositivo_id: 'x' } as never, audience: {} })).toEqual([]);
    expect(sendingsOf(1, { event: 'placa:estado' } as never)).toEqual([]);
    const told = { dispositivo_id: 3, status: 'on', auth_key: 'secreta' } as never;
    const [sending] = sendingsOf(1, { event: 'device:status', payload: told, audience: { dispositivo: 3 } });
    expect(sending?.payload).toEqual({ dispositivo_id: 3, status: 'on' });
  });
});
