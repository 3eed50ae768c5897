import { Bus, BusModule } from '@acequia/bus';
import { AUTH_KEY_CONTEXT, CREDENCIAL_CONTEXT } from '@acequia/contracts';
import { busParts, DatabaseModule, KitModule, provideGrants, provideResealer } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { AssignablesHandlers } from './asignaciones/assignables.handlers.js';
import { AssignablesService } from './asignaciones/assignables.service.js';
import { AuditoriaHandlers } from './auditoria/auditoria.handlers.js';
import { AuditoriaService } from './auditoria/auditoria.service.js';
import { Occurrences } from './auditoria/occurrences.js';
import { DeviceClaims } from './dispositivos/device-claims.js';
import { DispositivoEntity } from './dispositivos/dispositivo.entity.js';
import { DispositivosEvents } from './dispositivos/dispositivos.eventos.js';
import { DispositivosHandlers } from './dispositivos/dispositivos.handlers.js';
import { DispositivosRepository } from './dispositivos/dispositivos.repository.js';
import { DispositivosService } from './dispositivos/dispositivos.service.js';
import { OutboxSecrets } from './dispositivos/outbox-secrets.js';
import { EmpresaEntity } from './empresas/empresa.entity.js';
import { EmpresasRepository } from './empresas/empresas.repository.js';
import { EmpresasService } from './empresas/empresas.service.js';
import { EnclavamientoEntity } from './enclavamientos/enclavamiento.entity.js';
import { EnclavamientosEvents } from './enclavamientos/enclavamientos.eventos.js';
import { EnclavamientosHandlers } from './enclavamientos/enclavamientos.handlers.js';
import { EnclavamientosRepository } from './enclavamientos/enclavamientos.repository.js';
import { EnclavamientosService } from './enclavamientos/enclavamientos.service.js';
import { ProteccionEntity } from './protecciones/proteccion.entity.js';
import { ProteccionesEvents } from './protecciones/protecciones.eventos.js';
import { ProteccionesHandlers } from './protecciones/protecciones.handlers.js';
import { ProteccionesRepository } from './protecciones/protecciones.repository.js';
import { ProteccionesService } from './protecciones/protecciones.service.js';
import type { InventoryEnv } from './env.js';
import { ImportHandlers } from './importacion/import.handlers.js';
import { ImportService } from './importacion/import.service.js';
import { MIGRATIONS } from './migrations.js';
import { Credentials } from './placas/credentials.js';
import { PlacaEntity } from './placas/placa.entity.js';
import { PlacasEvents } from './placas/placas.eventos.js';
import { PlacasHandlers } from './placas/placas.handlers.js';
import { PlacasRepository } from './placas/placas.repository.js';
import { PlacasService } from './placas/placas.service.js';
import { CompanyErasure } from './projection/company-erasure.js';
import { ProjectionHandlers } from './projection/projection.handlers.js';
import { UnconfirmedSweeper } from './projection/unconfirmed-sweeper.js';
import { PuntoEntity } from './puntos/punto.entity.js';
import { PuntosEvents } from './puntos/puntos.eventos.js';
import { PuntosHandlers } from './puntos/puntos.handlers.js';
import { PuntosRepository } from './puntos/puntos.repository.js';
import { ArrivingService } from './puntos/arriving.service.js';
import { PuntosService } from './puntos/puntos.service.js';
import { BatchService } from './switches/batch.service.js';
import { SwitchEntity } from './switches/switch.entity.js';
import { SwitchesEvents } from './switches/switches.eventos.js';
import { SwitchesHandlers } from './switches/switches.handlers.js';
import { SwitchesRepository } from './switches/switches.repository.js';
import { SwitchesService } from './switches/switches.service.js';

@Module({})
export class AppModule {
  static forRoot(env: InventoryEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'inventory', env }),
        DatabaseModule.forRoot({
          schema: 'inventory',
          entities: [
            PlacaEntity,
            SwitchEntity,
            DispositivoEntity,
            EnclavamientoEntity,
            ProteccionEntity,
            PuntoEntity,
            EmpresaEntity,
          ],
          migrations: MIGRATIONS,
        }),
        BusModule.forRootAsync(busParts('inventory', env)),
      ],
      controllers: [
        PlacasHandlers,
        SwitchesHandlers,
        EnclavamientosHandlers,
        ProteccionesHandlers,
        PuntosHandlers,
        DispositivosHandlers,
        AssignablesHandlers,
        AuditoriaHandlers,
        ProjectionHandlers,
        ImportHandlers,
      ],
      providers: [
        provideGrants('inventory', Bus),
        provideResealer(
          'inventory',
          [
            { table: 'dispositivos', key: 'id', column: 'auth_key_cifrada', context: AUTH_KEY_CONTEXT },
            { table: 'placas', key: 'placa_id', column: 'credencial_cifrada', context: CREDENCIAL_CONTEXT },
          ],
          DeviceClaims,
          OutboxSecrets,
        ),
        AuditoriaService,
        Occurrences,
        EmpresasRepository,
        EmpresasService,
        Credentials,
        PlacasEvents,
        PlacasRepository,
        PlacasService,
        EnclavamientosEvents,
        EnclavamientosRepository,
        EnclavamientosService,
        ProteccionesEvents,
        ProteccionesRepository,
        ProteccionesService,
        PuntosEvents,
        PuntosRepository,
        ArrivingService,
        PuntosService,
        DeviceClaims,
        DispositivosEvents,
        DispositivosRepository,
        DispositivosService,
        OutboxSecrets,
        BatchService,
        SwitchesEvents,
        SwitchesRepository,
        SwitchesService,
        AssignablesService,
        CompanyErasure,
        UnconfirmedSweeper,
        ImportService,
      ],
    };
  }
}
