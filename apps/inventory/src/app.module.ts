import { BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule } from '@acequia/service-kit';
import { Module, type DynamicModule } from '@nestjs/common';
import { AssignablesModule } from './asignaciones/assignables.module.js';
import { DispositivoEntity } from './dispositivos/dispositivo.entity.js';
import { DispositivosModule } from './dispositivos/dispositivos.module.js';
import { EnclavamientoEntity } from './enclavamientos/enclavamiento.entity.js';
import { EnclavamientosModule } from './enclavamientos/enclavamientos.module.js';
import { EmpresaEntity } from './empresas/empresa.entity.js';
import { ProjectionModule } from './empresas/projection.module.js';
import { ImportModule } from './importacion/import.module.js';
import type { InventoryEnv } from './env.js';
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
import { PlacaEntity } from './placas/placa.entity.js';
import { PlacasModule } from './placas/placas.module.js';
import { SwitchEntity } from './switches/switch.entity.js';
import { SwitchesModule } from './switches/switches.module.js';

@Module({})
export class AppModule {
  static forRoot(env: InventoryEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'inventory', env }),
        DatabaseModule.forRoot({
          schema: 'inventory',
          entities: [PlacaEntity, SwitchEntity, DispositivoEntity, EnclavamientoEntity, EmpresaEntity],
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
          ],
        }),
        BusModule.forRootAsync(busParts('inventory', env)),
        PlacasModule,
        SwitchesModule,
        EnclavamientosModule,
        DispositivosModule,
        AssignablesModule,
        ProjectionModule,
        ImportModule,
      ],
    };
  }
}
