import {
  type Caller,
  callerEmpresa,
  DEFAULT_ZONE,
  type DeTurno,
  type Guardia,
  type GuardiaCambio,
  type GuardiaSave,
  notFound,
  SEMANAS_GUARDIA,
} from '@acequia/contracts';
import type { AuditPortrait } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { invalid, requireAdmin, requireGlobal } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { Reach } from '../reach.js';
import { daysAfter, fromWeek, personOfWeek, PLATFORM, weekAt } from '../rota/rota.js';
import { RotaRepository } from '../rota/rota.repository.js';
import { PhonesService } from '../sms/phones.service.js';
import { LinkService } from '../telegram/link.service.js';
import { texts } from '../textos.js';

const NONE = { personas: [], dia: 1, hora: '07:00', severidad_minima: 'alta', escalar_min: 10 } as const;

/** Who is on duty: the rota of a company or of the platform, and the weeks that people exchange. */
@Injectable()
export class GuardiaService {
  constructor(
    private readonly db: DataSource,
    private readonly rotas: RotaRepository,
    private readonly reach: Reach,
    private readonly links: LinkService,
    private readonly phones: PhonesService,
    private readonly auditoria: AuditoriaService,
  ) {}

  /** The people from the current week's own one on; the platform's where a caller of every company names none. @throws AppError `no_encontrado` */
  async read(caller: Caller, requested: number | undefined): Promise<Guardia> {
    requireAdmin(caller);
    return this.stored((await this.reach.requested(caller, requested)) ?? PLATFORM);
  }

  /** Who has the week in each company that the caller sees; without a rota, nobody. */
  async onDuty(caller: Caller, requested: number | undefined): Promise<DeTurno[]> {
    requireAdmin(caller);
    const rotas = await this.rotas.all(await this.reach.requested(caller, requested));
    const now = Date.now();
    return Promise.all(
      rotas.map(async (rota) => {
        const week = weekAt(rota, rota.zona_horaria, now);
        const usuario_id = personOfWeek(rota, rota.exchanges, week) ?? 0;
        const { empresa_id, hora } = rota;
        return { empresa_id, usuario_id, nombre: await this.reach.nameOf(usuario_id), hasta: daysAfter(week, 7), hora };
      }),
    );
  }

  /** The first person has the current week. @throws AppError `no_encontrado` for a company or person out of reach */
  async save(caller: Caller, { empresa_id: whose, ...after }: GuardiaSave): Promise<Guardia> {
    const empresa_id = await this.owner(caller, whose);
    for (const usuario_id of after.personas) await this.requireMember(caller, empresa_id, usuario_id);
    const { personas, dia, hora, severidad_minima, escalar_min } = after;
    const before = await this.rotas.of(empresa_id);
    const [empresa]: { zona_horaria: string }[] = await this.db.query(
      'SELECT zona_horaria FROM empresas WHERE id = $1',
      [empresa_id],
    );
    const ancla = weekAt(after, empresa?.zona_horaria ?? DEFAULT_ZONE, Date.now());
    await this.db.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO guardias (empresa_id, personas, dia, hora, severidad_minima, escalar_min, ancla)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (empresa_id) DO UPDATE
         SET personas = $2, dia = $3, hora = $4, severidad_minima = $5, escalar_min = $6, ancla = $7`,
        [empresa_id, personas, dia, hora, severidad_minima, escalar_min, ancla],
      );
      // An exchanged week goes with its person, and with the weekday on which it began.
      await tx.query(
        'DELETE FROM guardia_cambios WHERE empresa_id = $1 AND (semana < $2 OR NOT usuario_id = ANY($3) OR $4)',
        [empresa_id, ancla, personas, before !== null && before.dia !== dia],
      );
      await this.note(tx, caller, empresa_id, 'guardia.guardar', before && settingsOf(before), after);
    });
    return this.stored(empresa_id);
  }

  /** @throws AppError `datos_invalidos` for a week that is over or a person who is not of the rota, `no_encontrado` */
  async exchange(caller: Caller, { empresa_id: whose, semana, usuario_id }: GuardiaCambio): Promise<Guardia> {
    const empresa_id = await this.owner(caller, whose);
    const rota = await this.rotas.of(empresa_id);
    if (!rota) throw notFound();
    const current = weekAt(rota, rota.zona_horaria, Date.now());
    const weeks = Array.from({ length: SEMANAS_GUARDIA }, (_, n) => daysAfter(current, 7 * n));
    if (!weeks.includes(semana)) throw invalid('semana', texts.noWeek);
    if (usuario_id !== null && !rota.personas.includes(usuario_id)) throw invalid('usuario_id', texts.notOfRota);
    const before = personOfWeek(rota, rota.exchanges, semana);
    await this.db.transaction(async (tx) => {
      if (usuario_id === null || usuario_id === fromWeek(rota, semana)[0])
        await tx.query('DELETE FROM guardia_cambios WHERE empresa_id = $1 AND semana = $2', [empresa_id, semana]);
      else
        await tx.query(
          `INSERT INTO guardia_cambios (empresa_id, semana, usuario_id) VALUES ($1, $2, $3)
           ON CONFLICT (empresa_id, semana) DO UPDATE SET usuario_id = $3`,
          [empresa_id, semana, usuario_id],
        );
      const after = { semana, usuario_id: usuario_id ?? fromWeek(rota, semana)[0] ?? null };
      await this.note(tx, caller, empresa_id, 'guardia.cambiar', { semana, usuario_id: before }, after);
    });
    return this.stored(empresa_id);
  }

  /** @throws AppError `sin_permiso`, `no_encontrado` */
  private async owner(caller: Caller, empresa_id: number | null): Promise<number> {
    requireAdmin(caller);
    if (empresa_id === null) requireGlobal(caller);
    else await this.reach.objeto(caller, empresa_id, {});
    return empresa_id ?? PLATFORM;
  }

  private async stored(of: number): Promise<Guardia> {
    const rota = await this.rotas.of(of);
    const empresa_id = of === PLATFORM ? null : of;
    if (!rota || rota.personas.length === 0) {
      const kept = rota ? settingsOf(rota) : NONE;
      return { empresa_id, ...kept, personas: [], semanas: [] };
    }
    const current = weekAt(rota, rota.zona_horaria, Date.now());
    const people = await Promise.all(
      fromWeek(rota, current).map(async (usuario_id) => {
        const [nombre, telefono, telegram] = await Promise.all([
          this.reach.nameOf(usuario_id),
          this.phones.numberOf(usuario_id),
          this.links.chatOf(usuario_id),
        ]);
        return { usuario_id, nombre, telefono: isSet(telefono), telegram: isSet(telegram) };
      }),
    );
    const semanas = Array.from({ length: SEMANAS_GUARDIA }, (_, n) => {
      const semana = daysAfter(current, 7 * n);
      const usuario_id = personOfWeek(rota, rota.exchanges, semana) ?? 0;
      const nombre = people.find((one) => one.usuario_id === usuario_id)?.nombre ?? '';
      const cambiada: 0 | 1 = rota.exchanges.has(semana) ? 1 : 0;
      return { semana, usuario_id, nombre, cambiada };
    });
    const { personas: _, ...settings } = settingsOf(rota);
    return { empresa_id, ...settings, personas: people, semanas };
  }

  private async requireMember(caller: Caller, empresa_id: number, usuario_id: number): Promise<void> {
    const persona = await this.links.memberOf(usuario_id, empresa_id);
    if (!persona || (persona.rol === 'admin_global' && callerEmpresa(caller) !== null)) throw notFound();
  }

  private async note(
    tx: Parameters<AuditoriaService['note']>[0],
    caller: Caller,
    of: number,
    accion: 'guardia.guardar' | 'guardia.cambiar',
    antes: AuditPortrait | null,
    despues: AuditPortrait,
  ): Promise<void> {
    const [empresa]: { nombre: string }[] = await tx.query('SELECT nombre FROM empresas WHERE id = $1', [of]);
    const isPlatform = of === PLATFORM;
    await this.auditoria.note(tx, caller, {
      empresa_id: isPlatform ? null : of,
      accion,
      entidad: `guardia:${isPlatform ? 0 : of}`,
      nombre: isPlatform ? texts.platform : (empresa?.nombre ?? ''),
      antes,
      despues,
    });
  }
}

const isSet = (value: string | null): 0 | 1 => (value === null ? 0 : 1);

const settingsOf = ({ personas, dia, hora, severidad_minima, escalar_min }: Omit<GuardiaSave, 'empresa_id'>) => ({
  personas,
  dia,
  hora,
  severidad_minima,
  escalar_min,
});
