import { Bus } from '@acequia/bus';
import {
  type Caller,
  callerEmpresa,
  type CallRequest,
  type CallResponse,
  CifrasDossier,
  type Dossier,
  type WholeDossier,
  monthName,
  notFound,
  sistema,
  dossierTotals,
} from '@acequia/contracts';
import { dayIn, ENV } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { invalid, requireAdmin } from '../access.js';
import { AuditoriaService } from '../audit/audit.service.js';
import { DeliveriesRepository } from '../deliveries/deliveries.repository.js';
import { inParts } from '../deliveries/message.js';
import { Outgoing } from '../deliveries/outgoing.js';
import type { AlertsEnv } from '../env.js';
import { Reach } from '../reach.js';
import { texts as common } from '../textos.js';
import { canonical, sha256Of } from './canonical.js';
import { COLUMNS, DossierFiles } from './dossier-files.js';
import { Figures } from './figures.service.js';
import { texts } from './textos.js';

const YO = sistema('alerts');
/** First key of the advisory lock; the second is the company. */
const DOSSIERS_LOCK = 1_470_002;

/** Dossiers of months: their figures are kept, and never changed. */
@Injectable()
export class DossieresService {
  constructor(
    private readonly db: DataSource,
    private readonly bus: Bus,
    private readonly reach: Reach,
    private readonly figures: Figures,
    private readonly files: DossierFiles,
    private readonly auditoria: AuditoriaService,
    private readonly deliveries: DeliveriesRepository,
    private readonly outgoing: Outgoing,
    @Inject(ENV) private readonly env: AlertsEnv,
  ) {}

  /** Newest first. @throws AppError `no_encontrado` */
  async list(caller: Caller, asked: number | undefined): Promise<Dossier[]> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, asked);
    return this.db.query(
      `SELECT ${COLUMNS} FROM dossieres WHERE $1::integer IS NULL OR empresa_id = $1
       ORDER BY mes DESC, empresa_id, numero DESC`,
      [empresa_id],
    );
  }

  /** @throws AppError `no_encontrado` */
  async read(caller: Caller, id: number): Promise<WholeDossier> {
    requireAdmin(caller);
    const [row]: (Dossier & { cifras: string })[] = await this.db.query(
      `SELECT ${COLUMNS}, cifras FROM dossieres WHERE id = $1 AND ($2::integer IS NULL OR empresa_id = $2)`,
      [id, callerEmpresa(caller)],
    );
    if (!row) throw notFound();
    return { ...row, cifras: CifrasDossier.parse(JSON.parse(row.cifras)) };
  }

  /** @throws AppError `no_encontrado` */
  async pdf(caller: Caller, id: number): Promise<CallResponse<'dossieres.pdf'>> {
    await this.read(caller, id);
    const { filename, content } = await this.files.draw(id);
    return { archivo: filename, base64: content.toString('base64') };
  }

  /** @throws AppError `datos_invalidos` for a month that is not over, `no_encontrado` */
  async make(caller: Caller, { empresa_id: asked, mes }: CallRequest<'dossieres.hacer'>): Promise<Dossier> {
    requireAdmin(caller);
    const empresa_id = await this.reach.requested(caller, asked ?? undefined);
    if (empresa_id === null) throw invalid('empresa_id', common.chooseEmpresa);
    const profile = await this.bus.call('empresas.ficha', { id: empresa_id }, YO);
    if (mes >= dayIn(profile.zona_horaria, Date.now()).slice(0, 7)) throw invalid('mes', texts.notOver);
    const cifras = await this.figures.of(profile, mes);
    return this.db.transaction((tx) => this.store(tx, caller, cifras));
  }

  /** Makes the first dossier of a month and mails it; does nothing when there is one. */
  async makeFirst(empresa_id: number, mes: string): Promise<void> {
    if (await this.isMade(this.db.manager, empresa_id, mes)) return;
    const cifras = await this.figures.of(await this.bus.call('empresas.ficha', { id: empresa_id }, YO), mes);
    await this.db.transaction(async (tx) => {
      await this.lock(tx, empresa_id);
      if (await this.isMade(tx, empresa_id, mes)) return;
      await this.mail(tx, await this.store(tx, YO, cifras), cifras);
    });
    this.outgoing.hurry();
  }

  private async isMade(tx: EntityManager, empresa_id: number, mes: string): Promise<boolean> {
    const rows: unknown[] = await tx.query('SELECT 1 FROM dossieres WHERE empresa_id = $1 AND mes = $2 LIMIT 1', [
      empresa_id,
      mes,
    ]);
    return rows.length > 0;
  }

  private async lock(tx: EntityManager, empresa_id: number): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1, $2)', [DOSSIERS_LOCK, empresa_id]);
  }

  /** The same figures are the same dossier; each making stands in the trail with its hash. */
  private async store(tx: EntityManager, caller: Caller, cifras: CifrasDossier): Promise<Dossier> {
    const { empresa_id, mes } = cifras;
    const text = canonical(cifras);
    const sha256 = sha256Of(text);
    await this.lock(tx, empresa_id);
    await tx.query(
      `INSERT INTO dossieres (empresa_id, mes, numero, hecho, sha256, cifras)
       SELECT $1::integer, $2::text, coalesce(max(numero), 0) + 1, $3::bigint, $4::text, $5::text FROM dossieres WHERE empresa_id = $1 AND mes = $2
       ON CONFLICT (empresa_id, mes, sha256) DO NOTHING`,
      [empresa_id, mes, Date.now(), sha256, text],
    );
    const [dossier]: Dossier[] = await tx.query(
      `SELECT ${COLUMNS} FROM dossieres WHERE empresa_id = $1 AND mes = $2 AND sha256 = $3`,
      [empresa_id, mes, sha256],
    );
    if (!dossier) throw new Error('a dossier was not stored');
    await this.auditoria.note(tx, caller, {
      empresa_id,
      accion: 'dossier.hacer',
      entidad: `dossier:${dossier.id}`,
      nombre: monthName(mes),
      antes: null,
      despues: { mes, numero: dossier.numero, sha256 },
    });
    return dossier;
  }

  /** To the company's mail addresses, if the installation has a mail server. */
  private async mail(tx: EntityManager, dossier: Dossier, cifras: CifrasDossier): Promise<void> {
    if (!this.env.SMTP_URL) return;
    const { empresa_id, empresa, mes } = cifras;
    const channels: { canal: string; destino: string }[] = await tx.query(
      `SELECT canal, destino FROM canales WHERE empresa_id = $1 AND activo = 1 AND escalar_min = 0 AND canal = 'correo'`,
      [empresa_id],
    );
    const link = this.env.PUBLIC_URL
      ? [texts.inConsole(`${this.env.PUBLIC_URL}/dossieres?empresa=${empresa_id}&dossier=${dossier.id}`)]
      : [];
    const lines = [...dossierTotals(cifras), texts.hash(dossier.sha256), ...link];
    for (const channel of channels) {
      const numero = await this.deliveries.nextNumber(tx);
      const parts = inParts([texts.mailTitle(empresa, monthName(mes)), lines.join('\n')], texts.foot(numero));
      await this.deliveries.arm(tx, numero, { empresa_id, ...channel }, parts, []);
      await tx.query('UPDATE mensajes SET dossier_id = $2 WHERE id = $1', [numero, dossier.id]);
    }
  }
}
