import type { Caller } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DispositivosService } from '../dispositivos/dispositivos.service.js';
import { EnclavamientosService } from '../enclavamientos/enclavamientos.service.js';
import { PuntosService } from '../puntos/puntos.service.js';
import { PlacasService } from '../placas/placas.service.js';
import { SwitchesService } from '../switches/switches.service.js';

/** Deletes all that a company has in inventory, in one transaction, after auth-tenancy has deleted the company. */
@Injectable()
export class CompanyErasure {
  constructor(
    private readonly enclavamientos: EnclavamientosService,
    private readonly puntos: PuntosService,
    private readonly switches: SwitchesService,
    private readonly placas: PlacasService,
    private readonly dispositivos: DispositivosService,
  ) {}

  async eraseEmpresa(tx: EntityManager, author: Caller, empresa_id: number): Promise<void> {
    await this.enclavamientos.eraseOfEmpresa(tx, author, empresa_id);
    await this.puntos.eraseOf(tx, author, empresa_id);
    await this.switches.eraseOfEmpresa(tx, author, empresa_id);
    await this.placas.eraseOfEmpresa(tx, author, empresa_id);
    await this.dispositivos.eraseOfEmpresa(tx, author, empresa_id);
  }
}
