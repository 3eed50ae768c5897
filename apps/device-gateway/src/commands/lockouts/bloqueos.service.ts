import { Bus, LiveBus } from '@acequia/bus';
import {
  AppError,
  type AuditoriaSearch,
  type AuditoriaFila,
  type Bloqueo,
  type BloqueoDeSwitch,
  type Caller,
  callerActor,
  sistema,
} from '@acequia/contracts';
import { LOGGER, type Logger, readAuditTrail } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Ledger } from '../ledger/ledger.service.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { DeviceAccess } from '../../registry/device-access.js';
import {
  auditLockout,
  BLOQUEO,
  bloqueoOf,
  bloqueoRead,
  lockSwitches,
  requireFree,
  type FilaBloqueo,
  resendConfig,
  withdraw,
} from './bloqueos.sql.js';
import { texts } from '../../textos.js';

const NOMBRE_MS = 2_000;

/** Lockouts, each with its author: no ON of a locked-out switch is accepted, every OFF is. */
@Injectable()
export class BloqueosService {
  constructor(
    private readonly db: DataSource,
    private readonly access: DeviceAccess,
    private readonly ledger: Ledger,
    private readonly directory: PlacaDirectory,
    private readonly bus: Bus,
    private readonly live: LiveBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Locks a switch out; the caller's own lockout gets the new reason. @throws AppError `no_encontrado`, `switch_bloqueado` when somebody
   * else holds it
   */
  async lockOut(caller: Caller, id: number, motivo: string): Promise<Bloqueo> {
    const sw = await this.access.requireSwitch(caller, id);
    const { empresa_id } = sw;
    const { usuario_id } = persona(caller);
    const nombre = callerActor(caller) ?? (await this.nameOf(usuario_id));
    const { bloqueo, withdrawn } = await this.db.transaction(async (tx) => {
      await lockSwitches(tx, id);
      const previous = await bloqueoOf(tx, id);
      if (previous?.usuario_id !== usuario_id) requireFree(previous);
      const [fila]: FilaBloqueo[] = await tx.query(
        `INSERT INTO bloqueos (switch_id, empresa_id, usuario_id, usuario_nombre, motivo) VALUES ($1, $2, $3, $4, $5)
         ON CONFLICT (switch_id) DO UPDATE SET motivo = excluded.motivo RETURNING ${BLOQUEO}`,
        [id, empresa_id, usuario_id, nombre, motivo],
      );
      if (!previous) await resendConfig(tx, sw.placa_id);
      const antes = previous && { motivo: previous.motivo };
      await auditLockout(tx, caller, { accion: 'switch.bloquear', sw: { ...sw, id }, antes, despues: { motivo } });
      const withdrawn = await withdraw(tx, id, 'rechazado', { codigo: 'bloqueado', nombre, motivo });
      return { bloqueo: bloqueoRead(fila as FilaBloqueo), withdrawn };
    });
    this.directory.refreshSoon();
    for (const comando of withdrawn) this.ledger.told(comando);
    this.tell(empresa_id, id, bloqueo);
    return bloqueo;
  }

  /** The person who locked the switch out may release it, or an admin. @throws AppError `no_encontrado`, `sin_permiso` */
  async releaseLockout(caller: Caller, id: number): Promise<void> {
    const sw = await this.access.requireSwitch(caller, id);
    const { usuario_id, rol } = persona(caller);
    await this.db.transaction(async (tx) => {
      await lockSwitches(tx, id);
      const bloqueo = await bloqueoOf(tx, id);
      if (bloqueo && rol === 'usuario' && bloqueo.usuario_id !== usuario_id) {
        throw new AppError('sin_permiso', { texto: texts.lockoutOfOther(bloqueo.usuario_nombre) });
      }
      if (!bloqueo) return;
      await tx.query('DELETE FROM bloqueos WHERE switch_id = $1', [id]);
      await resendConfig(tx, sw.placa_id);
      const antes = { motivo: bloqueo.motivo, bloqueado_por: bloqueo.usuario_nombre };
      await auditLockout(tx, caller, { accion: 'switch.desbloquear', sw: { ...sw, id }, antes, despues: null });
    });
    this.directory.refreshSoon();
    this.tell(sw.empresa_id, id, null);
  }

  /** The lockouts of these switches. */
  async of(switches: readonly number[]): Promise<Map<number, Bloqueo>> {
    const rows: (FilaBloqueo & { switch_id: number })[] = await this.db.query(
      `SELECT switch_id, ${BLOQUEO} FROM bloqueos WHERE switch_id = ANY($1)`,
      [switches],
    );
    return new Map(rows.map((fila) => [fila.switch_id, bloqueoRead(fila)]));
  }

  /**
   * An admin gets the lockouts of their company; an admin_global those of the requested company, or all without one.
   * @throws AppError `no_encontrado`, `sin_permiso`
   */
  async list(caller: Caller, empresa_id?: number): Promise<BloqueoDeSwitch[]> {
    if (persona(caller).rol === 'usuario') throw new AppError('sin_permiso');
    const empresa = await this.access.requireEmpresa(caller, empresa_id);
    const rows: (FilaBloqueo & { switch_id: number })[] = await this.db.query(
      `SELECT switch_id, ${BLOQUEO} FROM bloqueos WHERE $1::integer IS NULL OR empresa_id = $1 ORDER BY switch_id`,
      [empresa],
    );
    return rows.map((fila) => ({ switch_id: fila.switch_id, bloqueo: bloqueoRead(fila) }));
  }

  /** This service's rows of the audit trail. @throws like {@link readAuditTrail} */
  auditoria(caller: Caller, search: AuditoriaSearch): Promise<AuditoriaFila[]> {
    return readAuditTrail(this.db.manager, caller, search);
  }

  /** A lockout must not fail because the name cannot be read. */
  private async nameOf(usuario_id: number): Promise<string> {
    try {
      const caller = sistema('device-gateway');
      return (await this.bus.call('usuarios.nombre', { id: usuario_id }, caller, { timeout_ms: NOMBRE_MS })).nombre;
    } catch (error) {
      this.logger.warn({ err: error, usuario_id }, 'the name of a user could not be asked for');
      return `usuario ${usuario_id}`;
    }
  }

  private tell(empresa_id: number, switch_id: number, bloqueo: Bloqueo | null): void {
    const payload = { switch_id, bloqueo, ts: Date.now() };
    void this.live.publish(empresa_id, { event: 'switch:bloqueo', payload, audience: { switches: [switch_id] } });
  }
}

const persona = (caller: Caller): Extract<Caller, { tipo: 'persona' }> => {
  if (caller.tipo !== 'persona') throw new AppError('sin_permiso');
  return caller;
};
