import { Farm, manySwitches, type RunningAcequia } from '@acequia/testing';
import pg from 'pg';
import type { Side } from '../ingest/flat-out.js';
import { BenchFleet, type Board } from '../ingest/fleet.js';
import { LiveField } from '../live.bench.js';

export const COMPANIES = 4;
export const SWITCHES = 1_250;
/** Two rules of its own for each switch. */
export const KINDS = ['relevador_inquieto', 'discrepancia'] as const;

/** One Acequia with its companies, rules and connected boards. */
export class Installation {
  private constructor(
    readonly acequia: RunningAcequia,
    readonly side: Side,
    readonly live: LiveField,
    readonly db: pg.Client,
  ) {}

  static async fill(acequia: RunningAcequia): Promise<Installation> {
    const root = await acequia.loginAdmin();
    const db = new pg.Client(acequia.databaseUrl);
    await db.connect();
    const boards: Board[] = [];
    for (let n = 0; n < COMPANIES; n++) {
      const farm = await Farm.create(acequia, root);
      const many = await manySwitches(root, farm, SWITCHES);
      boards.push(...many.boards);
      await writeRules(
        db,
        farm,
        many.switches.map(({ id }) => id),
      );
    }
    const live = await LiveField.prepare(acequia);
    const fleet = await BenchFleet.connect(acequia.mqtt, boards);
    return new Installation(acequia, { fleet, boards, tabla: 'telemetry_history.lecturas' }, live, db);
  }

  async stop(): Promise<void> {
    this.side.fleet.close();
    await this.db.end();
  }
}

/** Straight into the table: ten thousand calls would take longer than the bench. No alarm opens. */
async function writeRules(db: pg.Client, { empresa, admin }: Farm, switches: number[]): Promise<void> {
  await db.query(
    `INSERT INTO alerts.reglas (empresa_id, tipo, objeto, activa, espera_s, umbral, histeresis, severidad)
     SELECT $1, tipo, 'switch:' || id, 1, 30, 120, 6, 'alta' FROM unnest($2::int[]) id, unnest($3::text[]) tipo`,
    [empresa.id, switches, KINDS],
  );
  // A saved rule makes alerts read all of the company's.
  const body = { empresa_id: empresa.id, tipo: 'placa_sin_datos' as const, activa: 1 as const };
  await admin.api.call('avisos.guardar_regla', { body });
}
