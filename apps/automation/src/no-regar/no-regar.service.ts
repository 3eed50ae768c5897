import { type Caller, callerEmpresa, type NoRegar, notFound, type NoRegarSave } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { AuditService } from '../audit/audit.service.js';
import { invalid } from '../invalid.js';
import { AccessService } from '../storage/access.service.js';
import { OnceRepository } from '../storage/once.repository.js';
import { texts } from '../textos.js';
import { PlannerService } from '../planning/planner.service.js';

type Fila = Omit<NoRegar, 'desde' | 'hasta' | 'pendiente'> & { desde: string; hasta: string; pendiente: boolean };

/** `pendiente`: a board concerned still has an older agenda, or one from before the hold was planned. */
const LEER = `SELECT n.id, n.empresa_id, n.placa_id, n.sitio, n.desde, n.hasta, n.motivo, n.usuario_id,
    EXISTS (SELECT FROM agendas a JOIN placas p USING (placa_id) LEFT JOIN planes_de_placa c USING (placa_id)
      WHERE a.empresa_id = n.empresa_id AND (n.placa_id IS NULL OR a.placa_id = n.placa_id)
        AND (n.sitio IS NULL OR p.sitio = n.sitio) AND (NOT n.planeado OR a.rev IS DISTINCT FROM c.agenda_tomada)) AS pendiente
  FROM no_regar n`;

/** Holds that stop one of the switches $3 or the devices $4, as the planner sees it. */
const OF_THEIRS = `(n.placa_id IS NULL AND n.sitio IS NULL
  OR EXISTS (SELECT FROM switches s LEFT JOIN placas p USING (placa_id) WHERE s.id = ANY($3)
    AND (n.placa_id IS NULL OR n.placa_id = s.placa_id) AND (n.sitio IS NULL OR n.sitio = coalesce(p.sitio, '')))
  OR n.placa_id IS NULL AND EXISTS (SELECT FROM dispositivos d WHERE d.id = ANY($4) AND d.sitio = n.sitio))`;

const inContract = ({ desde, hasta, pendiente, ...fila }: Fila): NoRegar => ({
  ...fila,
  desde: Number(desde),
  hasta: Number(hasta),
  pendiente: pendiente ? 1 : 0,
});

/** «No regar hasta…»: of a company, a board or a site. */
@Injectable()
export class NoRegarService {
  constructor(
    private readonly db: DataSource,
    private readonly access: AccessService,
    private readonly planner: PlannerService,
    private readonly audit: AuditService,
    private readonly onceOnly: OnceRepository,
  ) {}

  async list(caller: Caller, requested: number | undefined): Promise<NoRegar[]> {
    const empresa_id = await this.access.requested(caller, requested);
    const granted = await this.access.granted(caller);
    const rows: Fila[] = await this.db.query(
      `${LEER} WHERE ($1::integer IS NULL OR n.empresa_id = $1) AND n.hasta > $2 AND ($3::integer[] IS NULL OR ${OF_THEIRS})
       ORDER BY n.hasta`,
      [empresa_id, Date.now(), granted && [...granted.switches], granted && [...granted.dispositivos]],
    );
    return rows.map(inContract).map((hold) => (granted ? { ...hold, usuario_id: null } : hold));
  }

  /** Once per key (`clave`). @throws AppError `datos_invalidos`, `no_encontrado` */
  async crear(caller: Caller, request: NoRegarSave, clave: string | null = null): Promise<NoRegar> {
    requireAdmin(caller);
    requireEmpresa(caller, request.empresa_id);
    await this.access.requireEmpresa(request.empresa_id);
    const now = Date.now();
    if (request.hasta <= now) throw invalid('hasta', texts.notInFuture);
    const make = async (tx: EntityManager): Promise<{ id: number | undefined }> => {
      if (request.placa_id !== undefined) {
        const placas: unknown[] = await tx.query('SELECT 1 FROM placas WHERE placa_id = $1 AND empresa_id = $2', [
          request.placa_id,
          request.empresa_id,
        ]);
        if (placas.length === 0) throw notFound();
      }
      const [row]: { id: number }[] = await tx.query(
        `INSERT INTO no_regar (empresa_id, placa_id, sitio, desde, hasta, motivo, usuario_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
        [
          request.empresa_id,
          request.placa_id ?? null,
          request.sitio ?? null,
          now,
          request.hasta,
          request.motivo,
          caller.tipo === 'persona' ? caller.usuario_id : null,
        ],
      );
      const { empresa_id, ...despues } = request;
      const entidad = `no_regar:${row?.id}`;
      const told = { empresa_id, accion: 'no_regar.crear', entidad, nombre: request.motivo } as const;
      await this.audit.note(tx, caller, { ...told, antes: null, despues });
      return { id: row?.id };
    };
    const once = this.onceOnly.making(caller, clave, request);
    const { id } = await this.planner.change(request.empresa_id, make, once);
    const [fila]: Fila[] = await this.db.query(`${LEER} WHERE n.id = $1`, [id]);
    if (!fila) throw notFound();
    return inContract(fila);
  }

  async eliminar(caller: Caller, id: number): Promise<void> {
    requireAdmin(caller);
    const [row]: { empresa_id: number; motivo: string }[] = await this.db.query(
      'SELECT empresa_id, motivo FROM no_regar WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2)',
      [id, callerEmpresa(caller)],
    );
    if (!row) throw notFound();
    const { empresa_id, motivo } = row;
    await this.planner.change(empresa_id, async (tx) => {
      const [, removed]: [unknown, number] = await tx.query('DELETE FROM no_regar WHERE id = $1', [id]);
      if (removed === 0) throw notFound();
      const told = { empresa_id, accion: 'no_regar.eliminar', entidad: `no_regar:${id}`, nombre: motivo } as const;
      await this.audit.note(tx, caller, { ...told, antes: null, despues: null });
    });
  }
}
