import { Module } from '@nestjs/common';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { SesionesModule } from '../sessions/sesiones.module.js';
import { UsuariosModule } from '../usuarios/usuarios.module.js';
import { ImportHandlers } from './import.handlers.js';
import { ImportService } from './import.service.js';

/** A file of companies, users, boards and switches. */
@Module({
  imports: [EmpresasModule, SesionesModule, UsuariosModule],
  controllers: [ImportHandlers],
  providers: [ImportService],
})
export class ImportModule {}
