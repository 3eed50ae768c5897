import { Module } from '@nestjs/common';
import { AuditoriaHandlers } from './auditoria.handlers.js';
import { AuditoriaRepository } from './auditoria.repository.js';
import { QueryService } from './query.service.js';

/** Reading the trail; writing it is AuditoriaService, which every feature has. */
@Module({ controllers: [AuditoriaHandlers], providers: [AuditoriaRepository, QueryService] })
export class AuditoriaModule {}
