import { ALCANCE_MAX, AppError, notFound, type Caller, type CallRequest, type CallResponse } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { requireAdmin, requireEmpresa } from '../access.js';
import { DispositivosRepository } from '../dispositivos/dispositivos.repository.js';
import { SwitchesRepository } from '../switches/switches.repository.js';

/** A switch stands where its board stands. */
const SWITCHES_AT = `SELECT s.id FROM switches s JOIN placas p ON p.placa_id = s.placa_id
  WHERE s.empresa_id = $1 AND p.sitio = ANY($2) ORDER BY s.id LIMIT $3`;
const DISPOSITIVOS_AT = `SELECT id FROM dispositivos WHERE empresa_id = $1 AND sitio = ANY($2) ORDER BY id LIMIT $3`;

/** What may be assigned: to a user only entities of their company, to a token with sitios those that stand there. */
@Injectable()
export class AssignablesService {
  constructor(
    private readonly dispositivos: DispositivosRepository,
    private readonly switches: SwitchesRepository,
    private readonly db: DataSource,
  ) {}

  async atSitios(
    caller: Caller,
    { empresa_id, sitios }: CallRequest<'inventario.de_sitios'>,
  ): Promise<CallResponse<'inventario.de_sitios'>> {
    if (caller.tipo !== 'sistema') throw new AppError('sin_permiso');
    const ids = async (sql: string): Promise<number[]> =>
      (await this.db.query<{ id: number }[]>(sql, [empresa_id, sitios, ALCANCE_MAX + 1])).map(({ id }) => id);
    return { switches: await ids(SWITCHES_AT), dispositivos: await ids(DISPOSITIVOS_AT) };
  }

  /** @throws AppError `no_encontrado` unless every id exists in the company. */
  async verificar(caller: Caller, request: CallRequest<'inventario.verificar'>): Promise<void> {
    requireAdmin(caller);
    const { empresa_id } = request;
    requireEmpresa(caller, empresa_id);
    const dispositivos = [...new Set(request.dispositivos)];
    const switches = [...new Set(request.switches)];
    const [deEmpresa, susSwitches] = await Promise.all([
      dispositivos.length > 0 ? this.dispositivos.page(caller, { empresa_id, ids: dispositivos }) : [],
      switches.length > 0 ? this.switches.page(caller, { empresa_id, ids: switches }) : [],
    ]);
    if (deEmpresa.length < dispositivos.length || susSwitches.length < switches.length) throw notFound();
  }
}
