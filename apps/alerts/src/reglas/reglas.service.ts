import {
  type Caller,
  empresaDe,
  noEncontrado,
  type Regla,
  type ReglaGuardar,
  type Severidad,
  TIPOS_AVISO,
  type TipoAviso,
  tipoDeAviso,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { exigirAdmin, invalido } from '../acceso.js';
import { Alcance } from '../alcance.js';
import { AuditoriaService } from '../auditoria/auditoria.service.js';
import { CompanyNews } from '../field/company-news.js';
import { objetoDe, objetoLeido } from '../objeto.js';

export interface FilaRegla {
  id: number;
  empresa_id: number;
  tipo: TipoAviso;
  objeto: string;
  activa: 0 | 1;
  espera_s: number;
  umbral: number | null;
  histeresis: number | null;
  severidad: Severidad;
  hora_desde: string | null;
  hora_hasta: string | null;
}

const COLUMNAS =
  'id, empresa_id, tipo, objeto, activa, espera_s, umbral, histeresis, severidad, hora_desde, hora_hasta';

const enContrato = ({ objeto, ...fila }: Omit<FilaRegla, 'id'> & { id: number | null }): Regla => ({
  ...fila,
  ...objetoLeido(objeto),
});

/** The rule that holds where nobody wrote one. */
const deFabrica = (empresa_id: number, tipo: TipoAviso): Omit<FilaRegla, 'id'> => {
  const { activa, espera_s, umbral = null, histeresis = null, severidad } = tipoDeAviso(tipo);
  const horas = { hora_desde: null, hora_hasta: null };
  return { empresa_id, tipo, objeto: '', activa, espera_s, umbral, histeresis, severidad, ...horas };
};

/** When anybody is alarmed about what. */
@Injectable()
export class ReglasService {
  constructor(
    private readonly db: DataSource,
    private readonly alcance: Alcance,
    private readonly auditoria: AuditoriaService,
    private readonly news: CompanyNews,
  ) {}

  /** Of a company all as they hold; of all companies those that somebody wrote. */
  async listar(caller: Caller, pedida: number | undefined): Promise<Regla[]> {
    exigirAdmin(caller);
    const empresa_id = await this.alcance.pedida(caller, pedida);
    const filas = await this.escritas(empresa_id);
    if (empresa_id === null) return filas.map(enContrato);
    const escritos = new Set(filas.filter(({ objeto }) => objeto === '').map(({ tipo }) => tipo));
    const otras = TIPOS_AVISO.filter((tipo) => !escritos.has(tipo));
    return [...otras.map((tipo) => enContrato({ id: null, ...deFabrica(empresa_id, tipo) })), ...filas.map(enContrato)];
  }

  /** Replaces the rule of that company, tipo and object. @throws AppError `datos_invalidos`, `no_encontrado` */
  async guardar(caller: Caller, pedido: ReglaGuardar): Promise<Regla> {
    exigirAdmin(caller);
    const { empresa_id, tipo } = pedido;
    await this.alcance.objeto(caller, empresa_id, pedido);
    const base = deFabrica(empresa_id, tipo);
    if (base.umbral === null && (pedido.umbral ?? null) !== null)
      throw invalido('umbral', 'Este aviso no tiene un umbral');
    const fila = {
      ...base,
      objeto: objetoDe(pedido),
      activa: pedido.activa,
      espera_s: pedido.espera_s ?? base.espera_s,
      umbral: pedido.umbral ?? base.umbral,
      histeresis: pedido.histeresis ?? base.histeresis,
      severidad: pedido.severidad ?? base.severidad,
      hora_desde: pedido.hora_desde ?? null,
      hora_hasta: pedido.hora_hasta ?? null,
    };
    const guardada = await this.db.transaction(async (tx) => {
      const [antes]: FilaRegla[] = await tx.query(
        `SELECT ${COLUMNAS} FROM reglas WHERE empresa_id = $1 AND tipo = $2 AND objeto = $3 FOR UPDATE`,
        [empresa_id, tipo, fila.objeto],
      );
      const [despues]: FilaRegla[] = await tx.query(
        `INSERT INTO reglas (empresa_id, tipo, objeto, activa, espera_s, umbral, histeresis, severidad, hora_desde, hora_hasta)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
         ON CONFLICT (empresa_id, tipo, objeto) DO UPDATE SET activa = $4, espera_s = $5, umbral = $6, histeresis = $7,
           severidad = $8, hora_desde = $9, hora_hasta = $10
         RETURNING ${COLUMNAS}`,
        [
          ...[empresa_id, tipo, fila.objeto, fila.activa, fila.espera_s, fila.umbral, fila.histeresis, fila.severidad],
          ...[fila.hora_desde, fila.hora_hasta],
        ],
      );
      if (!despues) throw new Error('a rule was not stored');
      await this.auditoria.anotar(tx, caller, {
        ...{ empresa_id, accion: 'regla.guardar', entidad: `regla:${despues.id}`, nombre: tipoDeAviso(tipo).nombre },
        ...{ antes: antes ? retratoDe(antes) : null, despues: retratoDe(despues) },
      });
      return despues;
    });
    this.news.tellSoon(empresa_id);
    return enContrato(guardada);
  }

  /** @throws AppError `no_encontrado` */
  async eliminar(caller: Caller, id: number): Promise<void> {
    exigirAdmin(caller);
    const empresa_id = await this.db.transaction(async (tx) => {
      const [filas] = (await tx.query(
        `DELETE FROM reglas WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2) RETURNING ${COLUMNAS}`,
        [id, empresaDe(caller)],
      )) as [FilaRegla[], number];
      const [antes] = filas;
      if (!antes) throw noEncontrado();
      await this.auditoria.anotar(tx, caller, {
        ...{ empresa_id: antes.empresa_id, accion: 'regla.eliminar', entidad: `regla:${id}` },
        ...{ nombre: tipoDeAviso(antes.tipo).nombre, antes: retratoDe(antes), despues: null },
      });
      return antes.empresa_id;
    });
    this.news.tellSoon(empresa_id);
  }

  /** Those that somebody wrote, of a company or (null) of all. */
  escritas(empresa_id: number | null): Promise<FilaRegla[]> {
    return this.db.query(
      `SELECT ${COLUMNAS} FROM reglas WHERE $1::integer IS NULL OR empresa_id = $1 ORDER BY tipo, objeto, id`,
      [empresa_id],
    );
  }
}

const retratoDe = ({ empresa_id: _, objeto, ...fila }: FilaRegla) => ({ ...fila, objeto: objeto || 'empresa' });
