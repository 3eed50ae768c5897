import type { CallRequest, CorridaDePlaca } from '@acequia/contracts';
import { eventually } from '@acequia/testing';
import type { INestApplication } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Automation } from '../automation.fixture.js';
import { OutcomeService } from '../outcomes/outcome.service.js';
import { TurnEndsService } from './turn-ends.service.js';

export const MINUTE = 60_000;

type Row = Record<string, unknown>;

/** Longest that a plan may take on a busy machine, ms. */
const PLANNING_MS = 20_000;

/** The first full minute (ms) before which a program can still be planned, or one so many minutes after it. */
export const soon = (later = 0): number => (Math.ceil((Date.now() + PLANNING_MS) / MINUTE) + later) * MINUTE;

/** One instance of the service, and companies whose turns end by what a meter counts or the soil says. */
export class MeasuredFarms {
  /** Of the soil by point, %. */
  readonly moisture = new Map<number, number>();
  /** Number of the next company or thing. */
  next = 100;
  private readonly orders: CallRequest<'switches.comandar'>[] = [];
  private readonly meters = new Map<number, { valor: number; entre: number; de: number; a: number }>();
  private automation!: Automation;
  private app!: INestApplication;

  static async start(): Promise<MeasuredFarms> {
    const farms = new MeasuredFarms();
    const { meters, moisture, orders } = farms;
    farms.automation = await Automation.start({
      inventory: { 'puntos.listar': async () => [] },
      'telemetry-history': {
        'puntos.entre': async ({ punto_id }) => meters.get(punto_id) ?? { valor: null, entre: null, de: null, a: null },
        'historial.encendido_entre': async ({ desde, hasta }) => {
          const seconds = (hasta - desde) / 1_000;
          return { encendido_s: seconds, sabido_s: seconds };
        },
        'energia.entre': async () => ({ kwh: null }),
      },
      'device-gateway': {
        'placas.agenda': async ({ rev }) => ({ rev }),
        'puntos.ultimos': async ({ puntos }) =>
          puntos.map((punto_id) => ({ punto_id, valor: moisture.get(punto_id) ?? null, ts: Date.now(), online: 1 })),
        'switches.comandar': async (request) => {
          orders.push(request);
          return { comando_id: String(orders.length), estado: 'enviado' };
        },
      },
    });
    farms.app = await farms.automation.instance();
    return farms;
  }
  async stop(): Promise<void> {
    await this.automation?.stop();
  }

  /** A part of the instance. */
  get<T>(part: new (...args: never[]) => T): T {
    return this.app.get(part);
  }
  query<T>(sql: string, params: unknown[] = []): Promise<T[]> {
    return this.automation.query<T>(this.app, sql, params);
  }
  async one<T>(sql: string, params: unknown[] = []): Promise<T | undefined> {
    return (await this.query<T>(sql, params))[0];
  }

  /** A company with one valve and its meter, on a board of its own. All have the same id. */
  async company({ puede = '{agenda,handover,points,volume}', ofBoard = true, meter = true } = {}) {
    const id = this.next++;
    await this.query(`INSERT INTO placas VALUES ($1, $1, $1, 'acequia', '', 0)`, [id]);
    await this.query(`INSERT INTO planes_de_placa (placa_id, puede) VALUES ($1, $2)`, [id, puede]);
    await this.query(
      `INSERT INTO switches (id, empresa_id, placa_id, nombre, tipo, hardware_pin, activo) VALUES ($1, $1, $1, 'Válvula', 'selenoide', 4, 1)`,
      [id],
    );
    if (meter)
      await this.query(
        `INSERT INTO puntos (id, empresa_id, magnitud, mide, nombre, cada_s, placa_id, n, de_placa)
         VALUES ($1, $1, 'volumen', ARRAY[$1::int], 'Medidor', 60, $1, 3, $2)`,
        [id, ofBoard],
      );
    await this.query(
      `INSERT INTO empresas (id, nombre, activa, zona_horaria, planear_en) VALUES ($1, 'Rancho', 1, 'UTC', $2)`,
      [id, Date.now() + 60 * MINUTE],
    );
    return id;
  }

  /** A running turn of a volume, begun ten minutes ago. */
  async running(id: number, changes: Row = {}): Promise<string> {
    const began = Date.now() - 10 * MINUTE;
    const turno_id = `1-${this.next++}-s${id}`;
    const row = {
      turno_id,
      empresa_id: id,
      programa_id: 1,
      switch_id: id,
      placa_id: id,
      pin: 4,
      riego: began,
      inicio: began,
      segundos: 3_600,
      pedidos_s: 3_600,
      via: 'placa',
      con_enlace: 0,
      tarde_s: 300,
      estado: 'en_curso',
      ordenado: true,
      fijo: true,
      real_inicio: began,
      real_segundos: 0,
      volumen_l: 20_000,
      volumen_punto: id,
      ...changes,
    };
    await this.automation.insertTurn(this.app, row);
    return turno_id;
  }

  /** A turn as a person is told of it. */
  turn(turno_id: string): Promise<Row | undefined> {
    return this.one('SELECT estado, segundos, real_segundos, motivos, sin_medir FROM turnos WHERE turno_id = $1', [
      turno_id,
    ]);
  }

  /** What a company's meter has grown, m³. */
  grown(id: number, entre: number, changes: object = {}): void {
    this.meters.set(id, { entre, valor: entre, de: Date.now() - 11 * MINUTE, a: Date.now() - 1_000, ...changes });
  }
  /** Has the service look once for turns that have had enough. */
  look(now?: number): Promise<void> {
    return this.app.get(TurnEndsService).look(now);
  }
  ordersTo(id: number): string[] {
    return this.orders.filter((order) => order.id === id).map(({ accion }) => accion);
  }
  report(placa_id: number, corrida: CorridaDePlaca): Promise<void> {
    const { app } = this;
    return app
      .get(DataSource)
      .transaction((tx) => app.get(OutcomeService).reported(tx, { placa_id, corridas: [corrida] }));
  }

  /** The run that a program of one step, which starts at a full minute (ms), becomes on the company's board. */
  async plan(id: number, riego: number, more: object = {}): Promise<Row | undefined> {
    const definicion = {
      dias: { cada: 1, desde: '2026-01-01' },
      inicios: [new Date(riego).toISOString().slice(11, 16)],
      sin_conexion: 'regar',
      pasos: [{ switch_id: id, duracion_s: 600, volumen_m3: 2.5 }],
      ...more,
    };
    await this.query(`INSERT INTO programas (empresa_id, nombre, activo, definicion) VALUES ($1, 'Riego', 1, $2)`, [
      id,
      JSON.stringify(definicion),
    ]);
    return this.replanned(id, riego);
  }
  async replanned(id: number, riego: number): Promise<Row | undefined> {
    await this.query('UPDATE empresas SET planear_en = 0 WHERE id = $1', [id]);
    await eventually(async () =>
      expect(
        await this.query('SELECT 1 FROM empresas WHERE id = $1 AND planear_en > 0 AND fallos = 0', [id]),
      ).toHaveLength(1),
    );
    const [agenda] = await this.query<{ corridas: (Row & { at: number })[] }>(
      'SELECT corridas FROM agendas WHERE placa_id = $1',
      [id],
    );
    return agenda?.corridas.find(({ at }) => at === riego / 1_000);
  }
}
