import { Bus } from '@acequia/bus';
import {
  AppError,
  type AvisoDatos,
  type CallResponse,
  type CifrasDossier,
  isCentinela,
  metersOfDemand,
  orGone,
  sistema,
  sumOfKnown,
  tarifasDe,
  type TipoAviso,
  tramosTarifa,
  YEAR_WIDTH,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { grown } from '../grown.js';
import { EnergyPrices } from '../priced-energy.js';
import { sentence } from '../textos-avisos.js';

const YO = sistema('alerts');
/** Wide enough for the days of a month, too narrow for anything finer. */
const DAYS_WIDTH = 33;
const MAX_OPEN = 500;

const LIMITS = `SELECT (extract(epoch FROM $1::date::timestamp AT TIME ZONE $2::text) * 1000)::float8 AS desde,
    (extract(epoch FROM ($1::date + interval '1 month') AT TIME ZONE $2::text) * 1000)::float8 AS hasta,
    to_char($1::date + interval '1 month' - interval '1 day', 'YYYY-MM-DD') AS ultimo`;

/** Acknowledged after the month's end is not acknowledged in it: the figures of a month stay. */
const AVISOS = `SELECT tipo, count(*)::int AS avisos, count(*) FILTER (WHERE reconocido_ts < $3)::int AS reconocidos,
    round(avg(waited) FILTER (WHERE reconocido_ts < $3) / 1000)::int AS reconocer_media_s,
    round(max(waited) FILTER (WHERE reconocido_ts < $3) / 1000.0)::int AS reconocer_max_s
  FROM (SELECT tipo, reconocido_ts, greatest(0, reconocido_ts - desde) AS waited FROM avisos
    WHERE empresa_id = $1 AND desde >= $2 AND desde < $3) month GROUP BY tipo ORDER BY tipo COLLATE "C"`;

const OPEN = `SELECT id, tipo, severidad, desde::float8 AS desde, coalesce(reconocido_ts < $2, false)::int AS reconocido, texto, datos
  FROM avisos WHERE empresa_id = $1 AND desde < $2 AND (hasta IS NULL OR hasta >= $2) ORDER BY id LIMIT ${MAX_OPEN}`;

type Profile = CallResponse<'empresas.ficha'>;
interface Month {
  empresa_id: number;
  mes: string;
  desde: number;
  hasta: number;
  /** Its days. */
  dias: { desde: string; hasta: string };
}

/** Collects what a company did in a month from who owns it. The same rows give the same figures, whenever they are asked for. */
@Injectable()
export class Figures {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly prices: EnergyPrices,
  ) {}

  /** @throws AppError `servicio_no_disponible` when one of the services is away, or of a version before */
  async of(profile: Profile, mes: string): Promise<CifrasDossier> {
    const { id: empresa_id, nombre, zona_horaria, tarifa_kwh = null } = profile;
    const [limits]: { desde: number; hasta: number; ultimo: string }[] = await this.db.query(LIMITS, [
      `${mes}-01`,
      zona_horaria,
    ]);
    if (!limits) throw new Error('a month has no limits');
    const { desde, hasta, ultimo } = limits;
    const month: Month = { empresa_id, mes, desde, hasta, dias: { desde: `${mes}-01`, hasta: ultimo } };
    return {
      formato: 2,
      empresa_id,
      empresa: nombre,
      mes,
      zona_horaria,
      desde,
      hasta,
      tarifa_kwh,
      valvulas: await this.valves(month),
      medidores: await this.meters(month),
      ...(await this.energy(month, profile)),
      ...(await this.demand(month, profile)),
      avisos: await this.db.query<CifrasDossier['avisos']>(AVISOS, [empresa_id, desde, hasta]),
      placas: await this.boards(month),
      abiertos: await this.open(month),
    };
  }

  private async valves({ empresa_id, mes }: Month): Promise<CifrasDossier['valvulas']> {
    const { filas } = await this.bus.call('turnos.cuenta', { empresa_id, mes }, YO);
    return filas
      .map(
        ({
          litros: _,
          periodos: _periodos,
          m3_previstos = null,
          m3_medidos = null,
          sin_medir,
          m3_sin_medir = null,
          ...valve
        }) => {
          if (sin_medir === undefined) throw new AppError('servicio_no_disponible');
          return { ...valve, m3_previstos, m3_medidos, sin_medir, m3_sin_medir };
        },
      )
      .sort((a, b) => (a.switch_id ?? 0) - (b.switch_id ?? 0) || (a.dispositivo_id ?? 0) - (b.dispositivo_id ?? 0));
  }

  private async meters({ empresa_id, dias }: Month): Promise<CifrasDossier['medidores']> {
    const puntos: { id: number; nombre: string; concesion_m3: number | null }[] = await this.db.query(
      `SELECT id, nombre, concesion_m3 FROM puntos WHERE empresa_id = $1 AND magnitud = 'volumen' ORDER BY id`,
      [empresa_id],
    );
    const meters: CifrasDossier['medidores'] = [];
    const since = (punto_id: number, desde: string, puntos: number) =>
      grown(this.bus, { punto_id, desde, hasta: dias.hasta, puntos });
    for (const { id: punto_id, nombre, concesion_m3 } of puntos) {
      const month = await since(punto_id, dias.desde, DAYS_WIDTH);
      if (!month) continue;
      const year = concesion_m3 === null ? null : await since(punto_id, `${dias.desde.slice(0, 4)}-01-01`, YEAR_WIDTH);
      meters.push({
        punto_id,
        nombre,
        m3: month.total,
        dias_sin_datos: month.dias_sin_datos,
        ...(concesion_m3 !== null &&
          year && { concesion: { m3: concesion_m3, usada_m3: year.total, dias_sin_datos: year.dias_sin_datos } }),
      });
    }
    return meters;
  }

  private async energy(month: Month, profile: Profile): Promise<Pick<CifrasDossier, 'energia' | 'energia_periodos'>> {
    const { empresa_id, dias } = month;
    const devices: { id: number; nombre: string; tipo: string }[] = await this.db.query(
      'SELECT id, nombre, tipo FROM dispositivos WHERE empresa_id = $1 ORDER BY id',
      [empresa_id],
    );
    const energia: CifrasDossier['energia'] = [];
    const energia_periodos: NonNullable<CifrasDossier['energia_periodos']> = [];
    for (const { id: dispositivo_id, nombre } of devices.filter(({ tipo }) => isCentinela(tipo))) {
      const days = await orGone(this.bus.call('energia.dias', { dispositivo_id, ...dias }, YO));
      if (!days) continue;
      const counted = sumOfKnown(days.map((day) => day.kwh));
      const priced = await orGone(this.prices.of(profile, dispositivo_id, counted, month));
      if (!priced) continue;
      const { kwh, costo, periodos } = priced;
      energia_periodos.push(...periodos.map((one) => ({ dispositivo_id, nombre, ...one })));
      energia.push({
        dispositivo_id,
        nombre,
        kwh,
        costo,
        dias_sin_datos: days.filter((day) => day.kwh === null).length,
        dias_incompletos: days.filter((day) => day.kwh !== null && day.incompleto).length,
      });
    }
    return { energia, energia_periodos };
  }

  /** Nothing where there are no periods, or no meters. */
  private async demand({ empresa_id, desde, hasta }: Month, profile: Profile): Promise<Pick<CifrasDossier, 'demanda'>> {
    const { zona_horaria } = profile;
    const calendar = tarifasDe(profile);
    const devices: { id: number; tipo: string; vigila_switch_id: number | null }[] = await this.db.query(
      'SELECT id, tipo, vigila_switch_id FROM dispositivos WHERE empresa_id = $1 ORDER BY id',
      [empresa_id],
    );
    const dispositivos = metersOfDemand(devices.filter(({ tipo }) => isCentinela(tipo))).map(({ id }) => id);
    if (!calendar || dispositivos.length === 0) return {};
    const tramos = tramosTarifa(calendar, zona_horaria, desde, hasta);
    const limites = [...tramos.map((tramo) => tramo.desde), hasta];
    const told = await orGone(this.bus.call('energia.demanda', { dispositivos, limites }, YO));
    const demanda = new Map<string, NonNullable<CifrasDossier['demanda']>[number]>();
    for (const [i, { periodo, demanda_kw = 0 }] of tramos.entries()) {
      const peak = told?.picos[i];
      if (!peak || periodo === null || peak.kw <= (demanda.get(periodo)?.kw ?? -Infinity)) continue;
      demanda.set(periodo, { periodo, ...peak, limite_kw: demanda_kw === 0 ? null : demanda_kw });
    }
    return { demanda: [...demanda.values()] };
  }

  private async boards({ empresa_id, desde, hasta }: Month): Promise<CifrasDossier['placas']> {
    const boards: { placa_id: number; numero: number; nombre: string }[] = await this.db.query(
      'SELECT placa_id, numero, nombre FROM placas WHERE empresa_id = $1 AND revocada = 0 ORDER BY placa_id',
      [empresa_id],
    );
    const placas = boards.map(({ placa_id }) => placa_id);
    const links = await this.bus.call('placas.sin_enlace', { placas, desde, hasta }, YO);
    const whole_s = Math.round((hasta - desde) / 1_000);
    return boards.map((board, i) => {
      const { cortes = 0, sin_enlace_s = 0, sabido_s = 0 } = links[i] ?? {};
      const sin_saber_s = Math.max(0, whole_s - sabido_s);
      return { ...board, cortes, sin_enlace_s: sabido_s === 0 ? null : sin_enlace_s, sin_saber_s };
    });
  }

  private async open({ empresa_id, hasta }: Month): Promise<CifrasDossier['abiertos']> {
    type Row = CifrasDossier['abiertos'][number] & { tipo: TipoAviso; datos: AvisoDatos | null };
    const rows: Row[] = await this.db.query(OPEN, [empresa_id, hasta]);
    return rows.map(({ datos, ...aviso }) => ({
      ...aviso,
      texto: sentence({ tipo: aviso.tipo, datos, texto: aviso.texto }),
    }));
  }
}
