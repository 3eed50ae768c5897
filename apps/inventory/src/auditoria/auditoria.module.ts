import { Module } from '@nestjs/common';
import { AuditoriaHandlers } from './auditoria.handlers.js';
import { AuditoriaService } from './auditoria.service.js';
import { Occurrences } from './occurrences.js';

@Module({
  controllers: [AuditoriaHandlers],
  providers: [AuditoriaService, Occurrences],
  exports: [AuditoriaService, Occurrences],
})
export class AuditoriaModule {}
