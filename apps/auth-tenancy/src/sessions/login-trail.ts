import { type Caller, Email, sistema } from '@acequia/contracts';
import { Every } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AuditoriaService } from '../storage/auditoria.service.js';
import type { Origen } from './session-issuer.js';
import type { Persona } from '../storage/sesiones.repository.js';

/** Reason of a refused login, for the trail; the answer to the person does not reveal it. */
export type Refusal =
  | 'cuenta_desconocida'
  | 'clave_incorrecta'
  | 'codigo_incorrecto'
  | 'usuario_suspendido'
  | 'empresa_no_vigente'
  | 'demasiados_intentos';

const LONGEST = 300;
/** Anybody can cause a refusal, so their rows are removed after as many days as the ledger of commands keeps its own. */
const REFUSALS_DAYS = 400;
const PRUNE_EVERY_MS = 3_600_000;
/** Rows per DELETE. */
const BATCH = 5_000;
const printable = (text: string): string => text.replaceAll('\u0000', '').slice(0, LONGEST);

/** Records logins and refusals with reason and origin. Keeps the typed text only when it is an e-mail address. */
@Injectable()
export class LoginTrail {
  constructor(
    private readonly dataSource: DataSource,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** Removes the refused logins that are past their time; all other rows of the trail stay. */
  @Every({ ms: PRUNE_EVERY_MS, failed: 'Old refused logins were not removed' })
  async prune(): Promise<void> {
    let gone = BATCH;
    while (gone === BATCH) {
      [, gone] = await this.dataSource.query<[unknown, number]>(
        `DELETE FROM auditoria WHERE id IN (SELECT id FROM auditoria WHERE accion = 'acceso.rechazar'
           AND ts < now() - interval '${REFUSALS_DAYS} days' LIMIT ${BATCH})`,
      );
    }
  }

  entered(persona: Persona, from: Origen): Promise<void> {
    const { id: usuario_id, rol, empresa_id } = persona;
    return this.write(
      { tipo: 'persona', usuario_id, rol, empresa_id, sid: '' },
      'acceso.entrar',
      persona,
      persona.email,
      from,
    );
  }

  /** @param tries number of attempts that this row stands for */
  refused(persona: Persona | null, email: string, from: Origen, motivo: Refusal, tries = 1): Promise<void> {
    const typed = Email.safeParse(email);
    const name = persona?.email ?? (typed.success ? typed.data : '');
    return this.write(sistema('auth-tenancy'), 'acceso.rechazar', persona, name, from, {
      motivo,
      ...(tries > 1 && { intentos: tries }),
    });
  }

  private write(
    caller: Caller,
    accion: 'acceso.entrar' | 'acceso.rechazar',
    persona: Persona | null,
    nombre: string,
    { ip, navegador }: Origen,
    more: Record<string, string | number> = {},
  ): Promise<void> {
    const despues = { ip: printable(ip), navegador: printable(navegador), ...more };
    const row = { empresa_id: persona?.empresa_id ?? null, accion, entidad: `acceso:${persona?.id ?? 0}`, nombre };
    return this.dataSource.transaction((tx) => this.auditoria.note(tx, caller, [{ ...row, antes: null, despues }]));
  }
}
