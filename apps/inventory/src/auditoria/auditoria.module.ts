import { Module } from '@nestjs/common';
import { AuditoriaHandlers } from './auditoria.handlers.js';
import { AuditoriaService } from './auditoria.service.js';
import { Sucesos } from './sucesos.js';

@Module({
  controllers: [AuditoriaHandlers],
  providers: [AuditoriaService, Sucesos],
  exports: [AuditoriaService, Sucesos],
})
export class AuditoriaModule {}
