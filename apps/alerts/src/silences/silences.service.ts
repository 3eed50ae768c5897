import {
  type Caller,
  callerActor,
  callerEmpresa,
  notFound,
  type Silencio,
  type SilencioSave,
} from '@acequia/contracts';
import { type Columns, selected } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin, requirePerson, invalid } from '../access.js';
import { Reach } from '../reach.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { CompanyNews } from '../field/company-news.js';
import { objectOf, readAlarmTarget } from '../subject.js';
import { texts } from '../textos.js';

/** Longest silencio, ms: a forgotten one must end. */
const LARGO_MS = 30 * 86_400_000;
/** How long beforehand one can be planned, ms. */
const AHEAD_MS = 90 * 86_400_000;

interface FilaSilencio {
  id: number;
  empresa_id: number;
  objeto: string;
  desde: string;
  hasta: string;
  motivo: string;
  usuario_nombre: string;
  usuario_id: number | null;
}
const COLUMNS: Columns<FilaSilencio> = {
  id: 'id',
  empresa_id: 'empresa_id',
  objeto: 'objeto',
  desde: 'desde',
  hasta: 'hasta',
  motivo: 'motivo',
  usuario_nombre: 'usuario_nombre',
  usuario_id: 'usuario_id',
};
const SELECTED = selected(COLUMNS).join(', ');

const inContract = ({ objeto, desde, hasta, ...fila }: FilaSilencio): Silencio => ({
  ...fila,
  ...readAlarmTarget(objeto),
  desde: Number(desde),
  hasta: Number(hasta),
});

/** Silencios: alarms are shown but not sent. */
@Injectable()
export class SilenciosService {
  constructor(
    private readonly db: DataSource,
    private readonly reach: Reach,
    private readonly auditoria: AuditoriaService,
    private readonly news: CompanyNews,
  ) {}

  /** Those that have not ended. */
  async list(caller: Caller, requested: number | undefined): Promise<Silencio[]> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, requested);
    const rows: FilaSilencio[] = await this.db.query(
      `SELECT ${SELECTED} FROM silencios WHERE hasta > $1 AND ($2::integer IS NULL OR empresa_id = $2) ORDER BY hasta, id`,
      [Date.now(), empresa_id],
    );
    return rows.map(inContract);
  }

  /** @throws AppError `datos_invalidos`, `no_encontrado` */
  async crear(caller: Caller, request: SilencioSave): Promise<Silencio> {
    requireAdmin(caller);
    await this.reach.objeto(caller, request.empresa_id, request);
    return this.save(caller, request);
  }

  /** For a Telegram button, whose handler has checked the rights. */
  async save(caller: Caller, request: SilencioSave): Promise<Silencio> {
    const { empresa_id, hasta, motivo } = request;
    const now = Date.now();
    const desde = Math.max(now, request.desde ?? now);
    if (desde > now + AHEAD_MS) throw invalid('desde', texts.silence.tooFarAhead);
    if (hasta <= now) throw invalid('hasta', texts.silence.endsInPast);
    if (hasta <= desde) throw invalid('hasta', texts.silence.endsBeforeStart);
    if (hasta > desde + LARGO_MS) throw invalid('hasta', texts.silence.tooLong);
    const { usuario_id } = requirePerson(caller);
    const name = callerActor(caller) ?? (await this.reach.nameOf(usuario_id));
    const fila = await this.db.transaction(async (tx) => {
      const [creado]: FilaSilencio[] = await tx.query(
        `INSERT INTO silencios (empresa_id, objeto, desde, hasta, motivo, usuario_nombre, usuario_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${SELECTED}`,
        [empresa_id, objectOf(request), desde, hasta, motivo, name, usuario_id],
      );
      if (!creado) throw new Error('a silence was not stored');
      await this.auditoria.note(tx, caller, {
        empresa_id,
        accion: 'silencio.crear',
        entidad: `silencio:${creado.id}`,
        nombre: motivo,
        antes: null,
        despues: { objeto: creado.objeto || 'empresa', desde, hasta, motivo },
      });
      return creado;
    });
    this.news.tellSoon(empresa_id);
    return inContract(fila);
  }

  /** Ends it now. @throws AppError `no_encontrado` */
  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const empresa_id = await this.db.transaction(async (tx) => {
      const [rows] = (await tx.query(
        `UPDATE silencios SET hasta = $3 WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2) AND hasta > $3
         RETURNING ${SELECTED}`,
        [id, callerEmpresa(caller), Date.now()],
      )) as [FilaSilencio[], number];
      const [antes] = rows;
      if (!antes) throw notFound();
      await this.auditoria.note(tx, caller, {
        empresa_id: antes.empresa_id,
        accion: 'silencio.eliminar',
        entidad: `silencio:${id}`,
        nombre: antes.motivo,
        antes: { objeto: antes.objeto || 'empresa', motivo: antes.motivo },
        despues: null,
      });
      return antes.empresa_id;
    });
    this.news.tellSoon(empresa_id);
  }
}
