import { Bus } from '@acequia/bus';
import {
  type AvisoDatos,
  type Caller,
  type Episode,
  MAX_EPISODES,
  MEASURED_TYPES,
  RULE_PREVIEW_DAYS,
  type RulePreview,
  type RuleSave,
  sistema,
  type StoredEpisode,
  type TipoAviso,
  typeOfAviso,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin } from '../access.js';
import { isWithin } from '../clock/hours.js';
import { decimal } from '../decimal.js';
import { sentence } from '../textos-avisos.js';
import { Reach } from '../reach.js';
import { objectOf } from '../subject.js';
import { texts } from './textos.js';

const YO = sistema('alerts');

interface Place {
  id: number;
  placa_id: number;
  nombre: string;
  zona: string;
  sitio: string | null;
  sensor_pin: number | null;
}

/** A past alarm as pg returns it. */
type Remembered = Episode & { desde: string; hasta: string | null; punto_id: number | null } & {
  tipo: TipoAviso;
  datos: AvisoDatos | null;
};

/** What a rule would have raised in the past, before it is saved. */
@Injectable()
export class PreviewService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly reach: Reach,
  ) {}

  /** @throws AppError `no_encontrado` */
  async preview(caller: Caller, rule: RuleSave, now = Date.now()): Promise<RulePreview> {
    requireAdmin(caller);
    await this.reach.objeto(caller, rule.empresa_id, rule);
    const from = now - RULE_PREVIEW_DAYS * 86_400_000;
    const measured = MEASURED_TYPES.includes(rule.tipo);
    const { objetos, episodes } = measured ? await this.measured(rule, from, now) : await this.remembered(rule, from);
    const zone = await this.zoneOf(rule.empresa_id);
    const hours = { hora_desde: rule.hora_desde ?? null, hora_hasta: rule.hora_hasta ?? null };
    const told = episodes.filter(({ desde }) => isWithin(hours, zone, desde)).sort((a, b) => b.desde - a.desde);
    return {
      dias: RULE_PREVIEW_DAYS,
      veces: told.length,
      fuente: measured ? 'historial' : 'avisos',
      objetos,
      episodios: told.slice(0, MAX_EPISODES),
    };
  }

  /** From the stored quarters of an hour. Switches that share a sensor count as one object, as in the engine. */
  private async measured(rule: RuleSave, desde: number, hasta: number) {
    const { umbral: usual = 0, histeresis: usualBand = 0, espera_s: usualWait } = typeOfAviso(rule.tipo);
    const places = await this.sensorsOf(rule);
    const byId = new Map(places.map((place) => [place.id, place]));
    const [magnitud, sentido] = rule.tipo.split('_') as ['temperatura' | 'humedad', 'alta' | 'baja'];
    const found = await this.bus.call(
      'historial.episodios',
      {
        switches: places.map(({ id }) => id),
        magnitud,
        sentido,
        desde,
        hasta,
        umbral: rule.umbral ?? usual,
        histeresis: rule.histeresis ?? usualBand,
        espera_s: rule.espera_s ?? usualWait,
      },
      YO,
    );
    const unit = magnitud === 'temperatura' ? '°C' : '%';
    const episodes = found.flatMap((one: StoredEpisode): Episode[] => {
      const place = byId.get(one.switch_id);
      if (!place) return [];
      const texto = texts.episode(`${place.zona} - ${place.nombre}`, magnitud, decimal(one.extremo), unit);
      const lasts = one.hasta >= hasta;
      const { placa_id, sitio } = place;
      return [
        {
          desde: one.desde,
          hasta: lasts ? null : one.hasta,
          extremo: one.extremo,
          texto,
          placa_id,
          switch_id: one.switch_id,
          dispositivo_id: null,
          sitio,
        },
      ];
    });
    return { objetos: places.length, episodes };
  }

  /** From past alarms of those objects: the ones that lasted for the new wait, counted from when the condition began. */
  private async remembered(rule: RuleSave, from: number) {
    const wait_ms = (rule.espera_s ?? typeOfAviso(rule.tipo).espera_s) * 1_000;
    const rows: Remembered[] = await this.db.query(
      `SELECT a.desde, a.hasta, a.tipo, a.datos, a.texto, a.placa_id, a.switch_id, a.dispositivo_id, a.punto_id, a.sitio, NULL AS extremo
       FROM avisos a WHERE a.empresa_id = $1 AND a.tipo = $2 AND a.desde >= $3 AND coalesce(a.hasta, $4) - a.desde >= $5
         AND ($6 = '' OR a.objeto = $6 OR $6 = 'placa:' || a.placa_id OR $6 = 'punto:' || a.punto_id OR $6 = 'sitio:' || a.sitio)
       ORDER BY a.desde DESC LIMIT 1000`,
      [rule.empresa_id, rule.tipo, from, Date.now(), wait_ms, objectOf(rule)],
    );
    const episodes = rows.map(({ tipo, datos, ...row }) => ({
      ...row,
      texto: sentence({ tipo, datos, texto: row.texto }),
      desde: Number(row.desde),
      hasta: row.hasta === null ? null : Number(row.hasta),
    }));
    return {
      objetos: new Set(rows.map((row) => `${row.placa_id}|${row.switch_id}|${row.dispositivo_id}|${row.punto_id}`))
        .size,
      episodes,
    };
  }

  private async sensorsOf({ empresa_id, placa_id, switch_id, sitio }: RuleSave): Promise<Place[]> {
    const rows: Place[] = await this.db.query(
      `SELECT s.id, s.placa_id, s.nombre, s.zona, nullif(p.sitio, '') AS sitio, s.sensor_pin
       FROM switches s LEFT JOIN placas p USING (placa_id)
       WHERE s.empresa_id = $1 AND s.activo = 1 AND s.sensor_pin IS NOT NULL AND ($2::integer IS NULL OR s.placa_id = $2)
         AND ($3::integer IS NULL OR s.id = $3) AND ($4::text IS NULL OR p.sitio = $4) ORDER BY s.id`,
      [empresa_id, placa_id ?? null, switch_id ?? null, sitio ?? null],
    );
    const seen = new Set<string>();
    return rows.filter(({ placa_id: board, sensor_pin }) => {
      const key = `${board}|${sensor_pin}`;
      return !seen.has(key) && seen.add(key);
    });
  }

  private async zoneOf(empresa_id: number): Promise<string> {
    const [row]: { zona_horaria: string }[] = await this.db.query('SELECT zona_horaria FROM empresas WHERE id = $1', [
      empresa_id,
    ]);
    return row?.zona_horaria ?? 'UTC';
  }
}
