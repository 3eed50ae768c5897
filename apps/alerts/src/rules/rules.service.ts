import {
  type Caller,
  callerEmpresa,
  magnitudOf,
  notFound,
  type Punto,
  type Regla,
  type RuleSave,
  AVISO_TYPES,
  type TipoAviso,
  typeOfAviso,
} from '@acequia/contracts';
import { type Columns, selected } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin, invalid } from '../access.js';
import { Reach } from '../reach.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { CompanyNews } from '../field/company-news.js';
import type { FilaRegla } from '../field/settings.js';
import { objectOf, readAlarmTarget } from '../subject.js';
import { texts } from '../textos.js';

const COLUMNS: Columns<FilaRegla> = {
  id: 'id',
  empresa_id: 'empresa_id',
  tipo: 'tipo',
  objeto: 'objeto',
  activa: 'activa',
  espera_s: 'espera_s',
  umbral: 'umbral',
  histeresis: 'histeresis',
  severidad: 'severidad',
  hora_desde: 'hora_desde',
  hora_hasta: 'hora_hasta',
};
const SELECTED = selected(COLUMNS).join(', ');

const inContract = ({ objeto, ...fila }: Omit<FilaRegla, 'id'> & { id: number | null }): Regla => ({
  ...fila,
  ...readAlarmTarget(objeto),
});

/** A total only grows, and a direction has no more and less. */
const fits = (tipo: TipoAviso, { magnitud }: Punto): boolean => {
  const { clase } = magnitudOf(magnitud);
  if (clase === 'direccion') return !typeOfAviso(tipo).onePoint;
  return clase !== 'contador' || (tipo !== 'punto_alto' && tipo !== 'punto_bajo');
};

/** The default rule. */
const factoryRule = (empresa_id: number, tipo: TipoAviso): Omit<FilaRegla, 'id'> => {
  const { activa, espera_s, umbral = null, histeresis = null, severidad } = typeOfAviso(tipo);
  const horas = { hora_desde: null, hora_hasta: null };
  return { empresa_id, tipo, objeto: '', activa, espera_s, umbral, histeresis, severidad, ...horas };
};

/** Alarm rules of companies. */
@Injectable()
export class ReglasService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
    private readonly news: CompanyNews,
  ) {}

  /** For one company, all effective rules; for all companies, only the saved ones. */
  async list(caller: Caller, requested: number | undefined): Promise<Regla[]> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, requested);
    const rows = await this.written(empresa_id);
    if (empresa_id === null) return rows.map(inContract);
    const written = new Set(rows.filter(({ objeto }) => objeto === '').map(({ tipo }) => tipo));
    const others = AVISO_TYPES.filter((tipo) => !written.has(tipo) && !typeOfAviso(tipo).onePoint);
    return [
      ...others.map((tipo) => inContract({ id: null, ...factoryRule(empresa_id, tipo) })),
      ...rows.map(inContract),
    ];
  }

  /** Replaces the rule of that company, tipo and object. @throws AppError `datos_invalidos`, `no_encontrado` */
  async save(caller: Caller, request: RuleSave): Promise<Regla> {
    requireAdmin(caller);
    const { empresa_id, tipo } = request;
    const punto = await this.reach.objeto(caller, empresa_id, request);
    if (punto && !fits(tipo, punto)) throw invalid('punto_id', texts.noLimit(magnitudOf(punto.magnitud).nombre));
    const base = factoryRule(empresa_id, tipo);
    if (base.umbral === null && (request.umbral ?? null) !== null) throw invalid('umbral', texts.noThreshold);
    const fila = {
      ...base,
      objeto: objectOf(request),
      activa: request.activa,
      espera_s: request.espera_s ?? base.espera_s,
      umbral: request.umbral ?? base.umbral,
      histeresis: request.histeresis ?? base.histeresis,
      severidad: request.severidad ?? base.severidad,
      hora_desde: request.hora_desde ?? null,
      hora_hasta: request.hora_hasta ?? null,
    };
    const guardada = await this.db.transaction(async (tx) => {
      const [antes]: FilaRegla[] = await tx.query(
        `SELECT ${SELECTED} FROM reglas WHERE empresa_id = $1 AND tipo = $2 AND objeto = $3 FOR UPDATE`,
        [empresa_id, tipo, fila.objeto],
      );
      const [despues]: FilaRegla[] = await tx.query(
        `INSERT INTO reglas (empresa_id, tipo, objeto, activa, espera_s, umbral, histeresis, severidad, hora_desde, hora_hasta)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (empresa_id, tipo, objeto) DO UPDATE SET activa = $4, espera_s = $5, umbral = $6, histeresis = $7,
           severidad = $8, hora_desde = $9, hora_hasta = $10
         RETURNING ${SELECTED}`,
        [
          ...[empresa_id, tipo, fila.objeto, fila.activa, fila.espera_s, fila.umbral, fila.histeresis, fila.severidad],
          ...[fila.hora_desde, fila.hora_hasta],
        ],
      );
      if (!despues) throw new Error('a rule was not stored');
      await this.auditoria.note(tx, caller, {
        empresa_id,
        accion: 'regla.guardar',
        entidad: `regla:${despues.id}`,
        nombre: typeOfAviso(tipo).nombre,
        antes: antes ? portraitOf(antes) : null,
        despues: portraitOf(despues),
      });
      return despues;
    });
    this.news.tellSoon(empresa_id);
    return inContract(guardada);
  }

  /** @throws AppError `no_encontrado` */
  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const empresa_id = await this.db.transaction(async (tx) => {
      const [rows] = (await tx.query(
        `DELETE FROM reglas WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2) RETURNING ${SELECTED}`,
        [id, callerEmpresa(caller)],
      )) as [FilaRegla[], number];
      const [antes] = rows;
      if (!antes) throw notFound();
      await this.auditoria.note(tx, caller, {
        empresa_id: antes.empresa_id,
        accion: 'regla.eliminar',
        entidad: `regla:${id}`,
        nombre: typeOfAviso(antes.tipo).nombre,
        antes: portraitOf(antes),
        despues: null,
      });
      return antes.empresa_id;
    });
    this.news.tellSoon(empresa_id);
  }

  /** Saved rules of a company, or (null) of all. */
  written(empresa_id: number | null): Promise<FilaRegla[]> {
    return this.db.query(
      `SELECT ${SELECTED} FROM reglas WHERE $1::integer IS NULL OR empresa_id = $1 ORDER BY tipo, objeto, id`,
      [empresa_id],
    );
  }
}

const portraitOf = ({ empresa_id: _, objeto, ...fila }: FilaRegla) => ({ ...fila, objeto: objeto || 'empresa' });
