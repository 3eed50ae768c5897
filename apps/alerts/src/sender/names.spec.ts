import { LiveBus } from '@acequia/bus';
import { AppError, type Aviso, type Persona } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { eventually, truncate } from '@acequia/testing';
import { Alerts } from '../alerts.fixture.js';
import { AvisosLive } from '../avisos/avisos.live.js';
import { AvisosService } from '../avisos/avisos.service.js';
import { COLUMNAS_AVISO, type FilaAviso } from '../avisos/aviso.js';
import { WebhookChannel } from '../channels/webhook.channel.js';
import type { Envelope } from '../deliveries/channel.js';
import { MailChannel } from '../deliveries/mail.channel.js';
import { PushChannel } from '../push/push.channel.js';
import { SmsChannel } from '../sms/sms.channel.js';
import { TelegramChannel } from '../telegram/telegram.channel.js';
import { Sender } from './sender.js';

const BOSS: Persona = { tipo: 'persona', usuario_id: 2, rol: 'admin_empresa', empresa_id: 1, sid: 's' };
const ANA: Persona = { ...BOSS, usuario_id: 3, rol: 'usuario' };
/** Ana's switch, and one of somebody else on the same board. */
const [MINE, ELSES] = [41, 42];
const mine = { zona: 'Norte', nombre: 'Válvula' };
const elses = { zona: 'Sur', nombre: 'Pozo' };
const placa = { nombre: '', numero: 12, sitio: null };
const DATOS = {
  placa,
  protecciones: [
    { nombre: 'Del pozo', desde: null, switches: [elses] },
    { nombre: 'De la válvula', desde: null, switches: [mine, elses] },
  ],
};
const WHOLE =
  'Placa 12: la protección «Del pozo» mantiene apagado Sur - Pozo; la protección «De la válvula» mantiene apagado Norte - Válvula, Sur - Pozo.';
const CUT =
  'Placa 12: una protección mantiene apagado un equipo; la protección «De la válvula» mantiene apagado Norte - Válvula y 1 más.';

let alerts: Alerts;
let granted: number[];
const sent: Envelope[] = [];

const query = <T>(sql: string, params: unknown[] = []): Promise<T[]> => alerts.query(sql, params);
const service = (): AvisosService => alerts.get(AvisosService);

const open = async (datos: object | null = DATOS, texto = WHOLE): Promise<number> => {
  const [row] = await query<{ id: number }>(
    `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, texto, placa_id, switches, maquina, datos)
     VALUES (1, 'proteccion_actuo', 'placa:9', 'alta', 'disparado', 1, $2, 9, $3, '{}', $1) RETURNING id`,
    [datos, texto, [MINE, ELSES]],
  );
  return row!.id;
};
/** What a destination gets of an alarm that waits for it. */
const sentTo = async (canal: string, destino: string): Promise<Envelope> => {
  await query(
    `INSERT INTO entregas (empresa_id, aviso_id, canal, destino, clase, estado, creado)
     SELECT 1, id, $1, $2, 'disparo', 'pendiente', 1 FROM avisos`,
    [canal, destino],
  );
  await alerts.get(Sender).deliver({ empresa_id: 1, canal, destino });
  return sent.at(-1)!;
};

beforeAll(async () => {
  alerts = await Alerts.start();
  alerts.answerCalls((name, { id }) => {
    if (name === 'usuarios.nombre') return { nombre: `Persona ${id}` };
    if (name !== 'usuarios.identidad') throw new AppError('no_encontrado');
    return { ...(id === ANA.usuario_id ? ANA : BOSS), nombre: `Persona ${id}`, activo: 1 };
  });
  alerts.get(GrantsReader).ofCaller = ({ usuario_id }) =>
    Promise.resolve({ usuario_id, empresa_id: 1, version: 1, dispositivos: [], switches: granted });
  for (const channel of [TelegramChannel, SmsChannel, PushChannel, MailChannel, WebhookChannel])
    alerts.get<{ send: (envelope: Envelope) => unknown }>(channel).send = (envelope) => {
      sent.push(envelope);
      return Promise.resolve({ kind: 'sent', ids: [] });
    };
  await query(`INSERT INTO empresas VALUES (1, 'Rancho', 1, 'America/Mexico_City', '2099-12-31')`);
  await query(
    `INSERT INTO switches (id, empresa_id, placa_id, nombre, zona, tipo, hardware_pin, activo)
     VALUES (${MINE}, 1, 9, 'Válvula', 'Norte', 'selenoide', 4, 1), (${ELSES}, 1, 9, 'Pozo', 'Sur', 'bomba', 5, 1)`,
  );
});
afterAll(() => alerts?.stop());
beforeEach(async () => {
  granted = [MINE];
  sent.length = 0;
  await truncate(query, 'avisos, mensajes, entregas, destinos, auditoria, suscripciones CASCADE');
});

describe('an alarm of a board on which a usuario has one switch', () => {
  it('names that one in the list and in answers, and all to an admin', async () => {
    const id = await open();
    const answers = [
      (await service().list(ANA, { limit: 9 }))[0]!,
      await service().take(ANA, id),
      await service().leave(ANA, id),
      await service().reconocer(ANA, id, ''),
    ];
    for (const one of answers) {
      expect(one.texto).toBe(CUT);
      expect(JSON.stringify(one)).not.toMatch(/pozo/i);
    }
    expect((await service().list(BOSS, { limit: 9 }))[0]).toMatchObject({ texto: WHOLE, datos: DATOS });
  });

  it('names none in the live message for usuarios', async () => {
    const id = await open();
    const heard: { payload: { aviso: Aviso }; forUsuarios: unknown }[] = [];
    const leave = await alerts.get(LiveBus).subscribe(1, (message) => heard.push(message as never));
    const [row] = await query<FilaAviso>(`SELECT ${COLUMNAS_AVISO} FROM avisos a WHERE a.id = $1`, [id]);
    alerts.get(AvisosLive).changed(row!);
    await eventually(() => expect(heard).toHaveLength(1));
    await leave();
    expect(heard[0]!.payload.aviso.texto).toBe(WHOLE);
    expect(JSON.stringify(heard[0]!.forUsuarios)).not.toMatch(/pozo|v[aá]lvula/i);
  });

  it.each(['telegram', 'sms', 'push'])('names that one in a message by %s', async (canal) => {
    await open();
    await query(
      `INSERT INTO suscripciones (clave, usuario_id, empresa_id, nombre, severidad_minima, endpoint_cifrado, claves_cifradas, desde)
       VALUES ('browser', ${ANA.usuario_id}, 1, '', 'baja', '', '', 1)`,
    );
    const { partes, avisos } = await sentTo(canal, canal === 'push' ? 'browser' : `usuario:${ANA.usuario_id}`);
    const told = JSON.stringify([partes, avisos]);
    expect(told).not.toMatch(/pozo/i);
    expect(told).toMatch(/V[aá]lvula/);
  });

  it.each([
    ['telegram', 'usuario:2'],
    ['correo', 'riego@example.com'],
    ['webhook', 'https://example.com'],
  ])('is told whole by %s where an admin, or whom the company chose, reads', async (canal, destino) => {
    await open();
    const { partes, avisos } = await sentTo(canal, destino);
    expect(partes.join()).toContain(WHOLE);
    expect(avisos[0]).toMatchObject({ texto: WHOLE });
    expect(avisos[0]).not.toHaveProperty('said');
  });

  it('names no switch that was taken away after its message was composed', async () => {
    granted = [MINE, ELSES];
    await open();
    const send = alerts.get(TelegramChannel);
    const { send: later } = send;
    send.send = () => {
      granted = [MINE];
      send.send = later;
      return Promise.resolve({ kind: 'later', wait_ms: 0, ids: [] });
    };
    const { partes } = await sentTo('telegram', `usuario:${ANA.usuario_id}`);
    expect(partes.join()).toContain(CUT);
  });

  it('whose data were not stored says its kind alone', async () => {
    await open(null);
    expect((await service().list(ANA, { limit: 9 }))[0]).toMatchObject({
      texto: 'Protección que actuó.',
      datos: null,
    });
    expect((await service().list(BOSS, { limit: 9 }))[0]).toMatchObject({ texto: WHOLE });
  });
});
