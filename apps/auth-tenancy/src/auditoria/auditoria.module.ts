import { Module } from '@nestjs/common';
import { AuditoriaHandlers } from './auditoria.handlers.js';
import { AuditoriaRepository } from './auditoria.repository.js';
import { QueryService } from './query.service.js';

/** Reads the trail. AuditoriaService, which writes it, is available to every feature. */
@Module({ controllers: [AuditoriaHandlers], providers: [AuditoriaRepository, QueryService] })
export class AuditoriaModule {}
