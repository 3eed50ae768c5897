import { Module } from '@nestjs/common';
import { AuditoriaHandlers } from './auditoria.handlers.js';
import { AuditoriaService } from './auditoria.service.js';

@Module({ controllers: [AuditoriaHandlers], providers: [AuditoriaService], exports: [AuditoriaService] })
export class AuditoriaModule {}
