import { AppError, type CallName, type Persona } from '@acequia/contracts';
import { ModemFolder, SmsProvider } from '@acequia/simulators';
import { truncate } from '@acequia/testing';
import type { INestApplication, Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Outgoing } from '../deliveries/outgoing.js';
import { GuardiaService } from '../guardia/guardia.service.js';
import { Alerts } from '../alerts.fixture.js';
import type { AlertsEnv } from '../env.js';
import { Sender } from '../sender/sender.js';
import { SmsReplies } from './sms.replies.js';

export const NUMERO = '+525512345678';
export const TO = { empresa_id: 1, canal: 'sms', destino: 'usuario:7' };
const personOf = (usuario_id: number, empresa_id: number): Persona => ({
  tipo: 'persona',
  usuario_id,
  rol: 'admin_empresa',
  empresa_id,
  sid: 's',
});
export const ANA = personOf(7, 1);
export const IVAN = personOf(8, 1);
export const ROOT: Persona = { ...personOf(1, 1), rol: 'admin_global', empresa_id: null };
const PEOPLE = [ANA, IVAN, personOf(9, 2), ROOT, { ...ROOT, usuario_id: 10 }];

/** Two instances of the service, a modem and a provider. Ana has a number, and is told by SMS of what company 1 raises. */
export class SmsWorld {
  /** ms that the services' clock is ahead. */
  ahead = 0;
  /** Whether auth-tenancy tells who somebody is. */
  knowsPeople = true;

  private constructor(
    private readonly alerts: Alerts,
    readonly modem: ModemFolder,
    readonly provider: SmsProvider,
  ) {}

  static async start(): Promise<SmsWorld> {
    const modem = await ModemFolder.make();
    const provider = new SmsProvider();
    await provider.start();
    const sms = { SMS_GAMMU_FOLDER: modem.folder, SMS_HTTP_URL: provider.url, SMS_PER_COMPANY_DAY: '6' };
    const env = { ...sms, SMS_HTTP_HEADERS: '{"authorization":"Bearer t"}' };
    const world = new SmsWorld(await Alerts.start({ instances: 2, env }), modem, provider);
    world.alerts.answerCalls((name, { id }) => world.answer(name, id));
    await world.query(`INSERT INTO empresas VALUES (1, 'Rancho Peña', 1, 'America/Mexico_City', '2099-12-31')`);
    const now = Date.now.bind(Date);
    Date.now = () => now() + world.ahead;
    return world;
  }

  get env(): AlertsEnv {
    return this.alerts.env;
  }

  get apps(): readonly INestApplication[] {
    return this.alerts.apps;
  }

  get<T>(type: Type<T>, which = 0): T {
    return this.alerts.get(type, which);
  }

  query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.alerts.query(sql, params);
  }

  /** As it was at the beginning, but for its clock. */
  async begin(): Promise<void> {
    await truncate(
      (sql) => this.query(sql),
      'mensajes, avisos, entregas, destinos, canales, ajustes, guardias, sms, sms_dias, sms_respuestas, guardia_condiciones, telefonos, telefonos_pedidos CASCADE',
    );
    await this.query(`INSERT INTO telefonos (usuario_id, numero, desde) VALUES (7, $1, 1)`, [NUMERO]);
    await this.query(
      `INSERT INTO canales (empresa_id, canal, destino, usuario_id, severidad_minima, activo)
       VALUES (1, 'sms', 'usuario:7', 7, 'baja', 1)`,
    );
    Object.assign(this.modem, { mood: 'sends' });
    Object.assign(this.provider, { answer: 202, delay_ms: 0 });
    Object.assign(this.env, {
      SMS_GAMMU_FOLDER: this.modem.folder,
      SMS_HTTP_URL: this.provider.url,
      SMS_PER_COMPANY_DAY: 6,
    });
    // What the test before left in its outbox.
    await this.modem.look();
    this.modem.sent.length = 0;
    this.provider.taken.length = 0;
  }

  /** Opens an alarm, which is queued in the same transaction. */
  async alarm(texto = 'Pozo Norte: sin agua.'): Promise<number> {
    const [row] = await this.query<{ id: number }>(
      `INSERT INTO avisos (empresa_id, tipo, objeto, severidad, estado, desde, texto, contado, maquina)
       VALUES (1, 'corte_de_luz', $1, 'critica', 'disparado', $2, $1, 1, '{}') RETURNING id`,
      [texto, Date.now()],
    );
    await this.get(DataSource).transaction((tx) => this.get(Outgoing).opened(tx, 1, row!.id, 'critica'));
    return row!.id;
  }

  /** Weeks of these people, for alarms from `alta` on, the next one after ten minutes. The week of the first ends in some days. */
  async rota(caller: Persona, empresa_id: number | null, personas: number[]): Promise<void> {
    const dia = ((new Date(Date.now()).getUTCDay() + 3) % 7) + 1;
    const rota = { dia, hora: '00:00', severidad_minima: 'alta', escalar_min: 10 } as const;
    await this.get(GuardiaService).save(caller, { empresa_id, personas, ...rota });
  }

  deliver(which = 0, usuario_id = ANA.usuario_id): Promise<void> {
    return this.get(Sender, which).deliver({ ...TO, destino: `usuario:${usuario_id}` });
  }

  /** The senders of both instances work, and the modem looks, as often as they do within some seconds. */
  async work(times = 4): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      await Promise.all(this.apps.map((_app, which) => this.deliver(which)));
      await this.modem.look();
      this.ahead += 1_500;
    }
  }

  /** A reply reaches the modem, and both instances look. */
  async reply(numero: string, texto: string): Promise<void> {
    await this.modem.receive(numero, texto);
    await Promise.all(this.apps.map((_app, which) => this.get(SmsReplies, which).look()));
  }

  /** Of an alarm's deliveries by SMS: how each ended, and why. */
  async outcome(aviso_id: number): Promise<[estado: string, codigo: string | null][]> {
    const rows = await this.query<{ estado: string; detalle: string | null }>(
      `SELECT e.estado, coalesce(e.detalle_datos, m.detalle_datos)->>'codigo' AS detalle
       FROM entregas e LEFT JOIN mensajes m ON m.id = e.mensaje_id WHERE e.aviso_id = $1 AND e.canal = 'sms'`,
      [aviso_id],
    );
    return rows.map(({ estado, detalle }) => [estado, detalle]);
  }

  async stateOf(aviso_id: number): Promise<string> {
    const [aviso] = await this.query<{ estado: string }>('SELECT estado FROM avisos WHERE id = $1', [aviso_id]);
    return aviso!.estado;
  }

  async stop(): Promise<void> {
    await Promise.all([this.alerts.stop(), this.provider.stop(), this.modem.remove()]);
  }

  private answer(name: CallName, id: number): unknown {
    if (!this.knowsPeople) throw new AppError('servicio_no_disponible');
    const persona = PEOPLE.find(({ usuario_id }) => usuario_id === id);
    if (!persona || !name.startsWith('usuarios.')) throw new AppError('no_encontrado');
    return { ...persona, nombre: `Persona ${id}`, activo: 1 };
  }
}

export const codeIn = (texto: string | undefined): string => /Responde (\d{6}) /.exec(texto ?? '')?.[1] ?? '';
