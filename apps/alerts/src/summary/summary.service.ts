import { Bus } from '@acequia/bus';
import { type Caller, type CallRequest, isCentinela, type DailySummary, sistema } from '@acequia/contracts';
import { dayIn } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { invalid, requireAdmin } from '../access.js';
import { COLUMNAS_AVISO, ENTREGA, type FilaAviso, inContract } from '../avisos/aviso.js';
import { dayBefore } from '../clock/days.js';
import { EnergyPrices } from '../priced-energy.js';
import { Reach } from '../reach.js';
import { texts } from '../textos.js';

const YO = sistema('alerts');
const MAX_INCIDENTS = 200;
const SEVEREST = `array_position(ARRAY['critica', 'alta', 'media', 'baja'], a.severidad)`;

const LIMITS = `SELECT (extract(epoch FROM $1::date::timestamp AT TIME ZONE $2::text) * 1000)::float8 AS desde,
    (extract(epoch FROM ($1::date + 1)::timestamp AT TIME ZONE $2::text) * 1000)::float8 AS hasta`;

/** Summary of a company's day. */
@Injectable()
export class SummaryService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly reach: Reach,
    private readonly prices: EnergyPrices,
  ) {}

  /** For an admin. @throws AppError `datos_invalidos` when a caller without a company names none, `no_encontrado` */
  async read(caller: Caller, { empresa_id: asked, dia }: CallRequest<'avisos.resumen'>): Promise<DailySummary> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, asked);
    if (empresa_id === null) throw invalid('empresa_id', texts.chooseEmpresa);
    return this.of(empresa_id, dia);
  }

  /** @param asked a day in the company's zone; default yesterday */
  async of(empresa_id: number, asked?: string, now = Date.now()): Promise<DailySummary> {
    const profile = await this.bus.call('empresas.ficha', { id: empresa_id }, YO);
    const { zona_horaria } = profile;
    const tarifa_kwh = profile.tarifa_kwh ?? null;
    const dia = asked ?? dayBefore(dayIn(zona_horaria, now));
    const [stored, incidents, open] = await Promise.all([
      this.bus.call('historial.dia', { empresa_id, dia, dispositivos: await this.metersOf(empresa_id) }, YO),
      this.avisos(
        `a.desde < extract(epoch FROM ($2::date + 1)::timestamp AT TIME ZONE $3) * 1000
         AND coalesce(a.hasta, $4) >= extract(epoch FROM $2::date::timestamp AT TIME ZONE $3) * 1000 ORDER BY a.desde, a.id`,
        [empresa_id, dia, zona_horaria, now],
      ),
      this.avisos(`a.estado <> 'resuelto' ORDER BY ${SEVEREST}, a.desde, a.id`, [empresa_id]),
    ]);
    const energia: DailySummary['energia'] = [];
    const [day] = await this.db.query<{ desde: number; hasta: number }[]>(LIMITS, [dia, zona_horaria]);
    for (const one of stored.energia) {
      const priced = day && (await this.prices.of(profile, one.dispositivo_id, one.kwh, day));
      energia.push({ ...one, costo: priced?.costo ?? null });
    }
    return {
      empresa_id,
      empresa: profile.nombre,
      dia,
      zona_horaria,
      tarifa_kwh,
      ...stored,
      energia,
      incidentes: incidents.map((fila) => inContract(fila, null)),
      abiertos: open.map((fila) => inContract(fila, null)),
    };
  }

  private async metersOf(empresa_id: number): Promise<number[]> {
    const rows: { id: number; tipo: string }[] = await this.db.query(
      'SELECT id, tipo FROM dispositivos WHERE empresa_id = $1 AND activo = 1',
      [empresa_id],
    );
    return rows.filter(({ tipo }) => isCentinela(tipo)).map(({ id }) => id);
  }

  private avisos(where: string, values: unknown[]): Promise<FilaAviso[]> {
    return this.db.query(
      `SELECT ${COLUMNAS_AVISO}, ${ENTREGA} FROM avisos a WHERE a.empresa_id = $1 AND ${where} LIMIT ${MAX_INCIDENTS}`,
      values,
    );
  }
}
