import { type AppError, type CallRequest, type Comando, type Known, refused } from '@acequia/contracts';
import type { INestApplication } from '@nestjs/common';
import { Automation } from '../automation.fixture.js';
import type { StoredMotivos } from '../storage/motivo.js';
import { motivoText } from '../storage/textos-motivos.js';

export interface Row {
  estado: string;
  motivo: string | null;
  real_segundos: number | null;
  confirmado: boolean;
  ordenado: boolean;
  segundos: number;
}

type DeviceOrder = CallRequest<'dispositivos.comandar'>;
type SwitchOrders = CallRequest<'switches.encender_lote'>['ordenes'];

/** Two instances of the service, whose orders a stand-in for device-gateway takes. */
export class RunnerField {
  readonly orders: DeviceOrder[] = [];
  /** What orders to a device fail with. */
  readonly refusals = new Map<number, AppError>();
  /** Devices whose cloud answers only after this. */
  readonly hanging = new Map<number, Promise<void>>();
  readonly switchOrders: CallRequest<'switches.comandar'>[] = [];
  /** The bulk calls for switches, and the switches that they refuse. */
  readonly bulk: SwitchOrders[] = [];
  readonly refused = new Set<number>();
  /** What each switch is refused for, attempt by attempt; without an answer left it is turned on. */
  readonly obstacles = new Map<number, AppError[]>();
  /** What the next orders to a single switch fail with. */
  readonly failing = new Map<number, AppError[]>();
  /** The ledger of device-gateway. */
  readonly ledger: Comando[] = [];
  /** Number of the next turn's switch or device. */
  next = 1;
  private automation!: Automation;
  private app!: INestApplication;

  static async start(): Promise<RunnerField> {
    const field = new RunnerField();
    field.automation = await Automation.start({
      'device-gateway': {
        'dispositivos.comandar': (request) => field.take(request),
        'switches.comandar': async (request) => {
          field.switchOrders.push(request);
          const failure = field.failing.get(request.id)?.shift();
          if (failure) throw failure;
          return { comando_id: String(field.switchOrders.length), estado: 'enviado' };
        },
        'switches.encender_lote': async ({ ordenes }) => {
          field.bulk.push(ordenes);
          const lockout = { codigo: 'bloqueado', nombre: 'Rosa', motivo: 'Fuga' } as const;
          const refusal = refused('switch_bloqueado', lockout).toJSON();
          return ordenes.map(
            ({ id }) => (field.refused.has(id) ? refusal : field.obstacles.get(id)?.shift()?.toJSON()) ?? null,
          );
        },
        'comandos.listar': async ({ dispositivo_id }) =>
          field.ledger.filter((one) => one.dispositivo_id === dispositivo_id),
      },
    });
    [field.app] = await Promise.all([field.automation.instance(), field.automation.instance()]);
    await field.program(1);
    return field;
  }

  stop(): Promise<void> {
    return this.automation.stop();
  }

  query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.automation.query<T>(this.app, sql, params);
  }

  program(id: number, definicion: object = {}): Promise<unknown> {
    return this.query(
      `INSERT INTO programas (id, empresa_id, nombre, activo, definicion) VALUES ($1, 1, 'Riego', 1, $2)`,
      [id, JSON.stringify(definicion)],
    );
  }

  /** A turn of a device, as planning leaves it unless `changes` say otherwise. Answers its device. */
  async turn(changes: Record<string, unknown> = {}): Promise<number> {
    const dispositivo_id = Number(changes['dispositivo_id'] ?? this.next++);
    const now = Date.now();
    const row = {
      turno_id: `1-${dispositivo_id}-d${dispositivo_id}`,
      empresa_id: 1,
      programa_id: 1,
      dispositivo_id,
      riego: now,
      inicio: now,
      segundos: 600,
      pedidos_s: 600,
      via: 'servicio',
      con_enlace: 0,
      tarde_s: 300,
      estado: 'previsto',
      ...changes,
    };
    await this.automation.insertTurn(this.app, row);
    return dispositivo_id;
  }

  /** A turn of a switch, whose attempts to start have these obstacles. Answers its switch. */
  async switchTurn(hindered: AppError[], changes: Record<string, unknown> = {}): Promise<number> {
    const switch_id = Number(changes['switch_id'] ?? this.next++);
    this.obstacles.set(switch_id, hindered);
    await this.turn({ turno_id: `1-s${switch_id}`, switch_id, dispositivo_id: null, placa_id: 1, ...changes });
    return switch_id;
  }

  async rowOf(what: { dispositivo_id: number } | { switch_id: number }): Promise<Row> {
    const [column = '', id] = Object.entries(what)[0] ?? [];
    const [row] = await this.query<Row & StoredMotivos>(
      `SELECT estado, motivo, motivos, ordenado, segundos, real_segundos, confirmado FROM turnos WHERE ${column} = $1`,
      [id],
    );
    if (!row) throw new Error('no such turn');
    const { motivos, ...rest } = row;
    return { ...rest, motivo: motivoText({ motivo: row.motivo, motivos }, 'UTC') };
  }

  /** The reason of a switch's turn, for a reader. */
  async toldTo(known: Known, switch_id: number): Promise<string | null> {
    const [row] = await this.query<StoredMotivos>('SELECT motivo, motivos FROM turnos WHERE switch_id = $1', [
      switch_id,
    ]);
    return row ? motivoText(row, 'UTC', known) : null;
  }

  ordersOf(dispositivo_id: number): DeviceOrder[] {
    return this.orders.filter(({ id }) => id === dispositivo_id);
  }

  attemptsOf(switch_id: number): SwitchOrders {
    return this.bulk.flat().filter(({ id }) => id === switch_id);
  }

  /** Writes an order to a device into the ledger. */
  note(id: number, accion: 'on' | 'off', ts: number, changes: Partial<Comando> = {}): void {
    this.ledger.push({
      comando_id: String(this.ledger.length),
      entidad: 'dispositivo',
      switch_id: null,
      dispositivo_id: id,
      empresa_id: 1,
      accion,
      max_s: null,
      motivo: null,
      estado: 'confirmado',
      detalle: null,
      usuario_id: null,
      usuario_nombre: null,
      ip: null,
      navegador: null,
      ts,
      enviado_ts: ts,
      resuelto_ts: ts,
      ...changes,
    });
  }

  private async take(request: DeviceOrder): Promise<{ comando_id: string; estado: 'enviado' }> {
    this.orders.push(request);
    await this.hanging.get(request.id);
    const refusal = this.refusals.get(request.id);
    const estado = refusal?.codigo === 'resultado_desconocido' ? 'sin_respuesta' : 'confirmado';
    if (!refusal || estado === 'sin_respuesta') this.note(request.id, request.accion, Date.now(), { estado });
    if (refusal) throw refusal;
    return { comando_id: String(this.orders.length), estado: 'enviado' };
  }
}
