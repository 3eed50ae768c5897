import { AUTH_KEY_CONTEXT, CREDENCIAL_CONTEXT } from '@acequia/contracts';
import { provideResealer } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import { AsignacionesModule } from '../asignaciones/asignaciones.module.js';
import { AuditoriaModule } from '../auditoria/auditoria.module.js';
import { EmpresasModule } from '../empresas/empresas.module.js';
import { DeviceClaims } from './device-claims.js';
import { DispositivosEvents } from './dispositivos.eventos.js';
import { DispositivosHandlers } from './dispositivos.handlers.js';
import { DispositivosRepository } from './dispositivos.repository.js';
import { DispositivosService } from './dispositivos.service.js';
import { OutboxSecrets } from './outbox-secrets.js';

@Module({
  imports: [AsignacionesModule, AuditoriaModule, EmpresasModule],
  controllers: [DispositivosHandlers],
  providers: [
    DeviceClaims,
    DispositivosEvents,
    DispositivosRepository,
    DispositivosService,
    OutboxSecrets,
    provideResealer(
      'inventory',
      [
        { table: 'dispositivos', key: 'id', column: 'auth_key_cifrada', context: AUTH_KEY_CONTEXT },
        { table: 'placas', key: 'placa_id', column: 'credencial_cifrada', context: CREDENCIAL_CONTEXT },
      ],
      DeviceClaims,
      OutboxSecrets,
    ),
  ],
  exports: [DispositivosRepository, DispositivosService],
})
export class DispositivosModule {}
