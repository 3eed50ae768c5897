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
import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { Auditoria1763800000000 } from './migrations/1763800000000-auditoria.js';
import { MaxEncendido1763910000000 } from './migrations/1763910000000-max-encendido.js';
import { Dialecto1763920000000 } from './migrations/1763920000000-dialecto.js';
import { Enclavamientos1763930000000 } from './migrations/1763930000000-enclavamientos.js';
import { CredencialesAnteriores1763940000000 } from './migrations/1763940000000-credenciales-anteriores.js';
import { PinesDeOtrosFirmwares1763970000000 } from './migrations/1763970000000-pines-de-otros-firmwares.js';
import { DevicesAndPlaces1764000000000 } from './migrations/1764000000000-devices-and-places.js';
import { BoardsToldAgain1764000100000 } from './migrations/1764000100000-boards-told-again.js';
import { SinConfirmar1764100000000 } from './migrations/1764100000000-sin-confirmar.js';
import { Puntos1764200000000 } from './migrations/1764200000000-puntos.js';
import { PointsToldAgain1764210000000 } from './migrations/1764210000000-points-told-again.js';
import { PointsToldOnceMore1764230000000 } from './migrations/1764230000000-points-told-once-more.js';
import { Protecciones1764240000000 } from './migrations/1764240000000-protecciones.js';
import { CounterWrap1764320000000 } from './migrations/1764320000000-counter-wrap.js';
import { ProtectionsToldAgain1764330000000 } from './migrations/1764330000000-protections-told-again.js';
import { Concession1764310000000 } from './migrations/1764310000000-concession.js';
import { ProteccionesCaudal1764300000000 } from './migrations/1764300000000-protecciones-caudal.js';
import { PointsWithoutABoard1764220000000 } from './migrations/1764220000000-points-without-a-board.js';
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
          migrations: [
            Inicial1763700000000,
            Auditoria1763800000000,
            MaxEncendido1763910000000,
            Dialecto1763920000000,
            Enclavamientos1763930000000,
            CredencialesAnteriores1763940000000,
            PinesDeOtrosFirmwares1763970000000,
            DevicesAndPlaces1764000000000,
            BoardsToldAgain1764000100000,
            SinConfirmar1764100000000,
            Puntos1764200000000,
            PointsToldAgain1764210000000,
            PointsWithoutABoard1764220000000,
            PointsToldOnceMore1764230000000,
            Protecciones1764240000000,
            ProteccionesCaudal1764300000000,
            Concession1764310000000,
            CounterWrap1764320000000,
            ProtectionsToldAgain1764330000000,
          ],
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
