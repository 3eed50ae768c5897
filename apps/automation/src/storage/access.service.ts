import { Bus } from '@acequia/bus';
import { AppError, type Caller, callerEmpresa, notFound, sistema } from '@acequia/contracts';
import { GrantsReader } from '@acequia/service-kit';
import { Injectable } from '@nestjs/common';
import { ProjectionRepository } from './projection.repository.js';
import { type Granted, reaches, type Target } from './reach.js';
import { texts } from '../textos.js';

export { type Granted, reaches } from './reach.js';

@Injectable()
export class AccessService {
  constructor(
    private readonly grants: GrantsReader,
    private readonly projection: ProjectionRepository,
    private readonly bus: Bus,
  ) {}

  /** null = the whole company. */
  async granted(caller: Caller): Promise<Granted | null> {
    if (caller.tipo !== 'persona' || caller.rol !== 'usuario') return null;
    const { switches, dispositivos } = await this.grants.ofCaller(caller);
    return { switches: new Set(switches), dispositivos: new Set(dispositivos) };
  }

  /**
   * The company whose objects are listed: the caller's, or the one that an admin_global requests; null = all.
   * @throws AppError `no_encontrado` alike for a foreign and an absent one
   */
  async requested(caller: Caller, requested: number | undefined): Promise<number | null> {
    const own = callerEmpresa(caller);
    if (requested === undefined) return own;
    if (own !== null && requested !== own) throw notFound();
    await this.requireEmpresa(requested);
    return requested;
  }

  /** A company can be used as soon as its creation was answered, before its event arrives. @throws AppError `no_encontrado` */
  async requireEmpresa(id: number): Promise<void> {
    const known = await this.projection.knows(id);
    if (known === 'eliminada') throw notFound();
    if (known === null)
      await this.projection.learn(await this.bus.call('empresas.ficha', { id }, sistema('automation')));
  }
}

/** @throws AppError `no_encontrado` when no step is granted, `sin_permiso` when only some are */
export const requireAll = (granted: Granted | null, steps: readonly Target[]): void => {
  if (!steps.some((paso) => reaches(granted, paso))) throw notFound();
  if (!steps.every((paso) => reaches(granted, paso))) throw new AppError('sin_permiso', { texto: texts.notGranted });
};
