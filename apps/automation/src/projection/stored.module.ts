import { Bus } from '@acequia/bus';
import { provideGrants } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { Calculator } from '../calculation/calculator.service.js';
import { ReglasRepository } from '../clima/reglas.repository.js';
import { AccessService } from '../programas/access.service.js';
import { ProgramasRepository } from '../programas/programas.repository.js';
import { FarmRepository } from '../turnos/farm.repository.js';
import { People } from '../turnos/people.js';
import { TurnoNews } from '../turnos/turno-news.js';
import { TurnosRepository } from '../turnos/turnos.repository.js';
import { ProjectionRepository } from './projection.repository.js';

/** What the rooms share: the stored farm, programs, rules and turns, and who may see them. */
@Module({
  providers: [
    Calculator,
    provideGrants('automation', Bus),
    ProjectionRepository,
    AccessService,
    FarmRepository,
    ProgramasRepository,
    ReglasRepository,
    TurnosRepository,
    TurnoNews,
    People,
  ],
  exports: [
    Calculator,
    ProjectionRepository,
    AccessService,
    FarmRepository,
    ProgramasRepository,
    ReglasRepository,
    TurnosRepository,
    TurnoNews,
    People,
  ],
})
export class StoredModule {}
