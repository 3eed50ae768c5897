import { Module } from '@nestjs/common';
import { AsignacionesModule } from '../asignaciones/asignaciones.module.js';
import { SesionesModule } from '../sessions/sesiones.module.js';
import { FirstAdmin } from './first-admin.js';
import { UsuarioWriter } from './usuario-writer.js';
import { UsuariosHandlers } from './usuarios.handlers.js';
import { UsuariosService } from './usuarios.service.js';

@Module({
  imports: [AsignacionesModule, SesionesModule],
  controllers: [UsuariosHandlers],
  providers: [FirstAdmin, UsuarioWriter, UsuariosService],
  exports: [UsuarioWriter],
})
export class UsuariosModule {}
