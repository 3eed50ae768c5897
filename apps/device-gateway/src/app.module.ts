import { BusModule } from '@acequia/bus';
import { busParts, DatabaseModule, KitModule } from '@acequia/service-kit';
import { type DynamicModule, Module } from '@nestjs/common';
import { BoardAuthenticator } from './boards/board-auth.js';
import { BoardListener } from './boards/board-listener.js';
import { ConfigSender } from './boards/config-sender.js';
import { DialectIngest } from './boards/dialect-ingest.js';
import { Doors } from './boards/doors.service.js';
import { EmbeddedDoor } from './boards/embedded-door.js';
import { BrokerAdmin } from './boards/external/broker-admin.js';
import { ExternalDoor } from './boards/external/external-door.js';
import { IngestService } from './boards/ingest.service.js';
import { ReadingsAppender } from './boards/readings-appender.js';
import { ReadingsBudget } from './boards/readings-budget.js';
import { ComandosHandlers } from './comandos/comandos.handlers.js';
import { DeadLetterRepository } from './dead-letters/dead-letter.repository.js';
import { DeadLetterHandlers } from './dead-letters/dead-letters.handlers.js';
import { DeadLetters } from './dead-letters/dead-letters.service.js';
import type { GatewayEnv } from './env.js';
import { QuotaService } from './ingest/quota.service.js';
import { GatewayMetrics } from './metrics.js';
import { Inicial1763700000000 } from './migrations/1763700000000-inicial.js';
import { NubeYComandos1763730000000 } from './migrations/1763730000000-nube-y-comandos.js';
import { ComandosASwitches1763900000000 } from './migrations/1763900000000-comandos-a-switches.js';
import { Seguros1763910000000 } from './migrations/1763910000000-seguros.js';
import { Enclavamientos1763930000000 } from './migrations/1763930000000-enclavamientos.js';
import { CredencialesAnteriores1763940000000 } from './migrations/1763940000000-credenciales-anteriores.js';
import { ClavesDePeticion1763960000000 } from './migrations/1763960000000-claves-de-peticion.js';
import { Dialecto1763950000000 } from './migrations/1763950000000-dialecto.js';
import { Auditoria1763970000000 } from './migrations/1763970000000-auditoria.js';
import { Installation1764010000000 } from './migrations/1764010000000-installation.js';
import { LedgerSentences1764000000000 } from './migrations/1764000000000-ledger-sentences.js';
import { EnclavamientosProjection } from './projection/enclavamientos.projection.js';
import { PlacaDirectory } from './projection/placa-directory.js';
import { ProjectionHandlers } from './projection/projection.handlers.js';
import { ProjectionRepository } from './projection/projection.repository.js';
import { DispositivosHandlers } from './relay-cloud/dispositivos.handlers.js';
import { RELAY_CLOUD } from './relay-cloud/relay-cloud.providers.js';
import { SCHEMA } from './schema.js';
import { ConnectionsService } from './state/connections.service.js';
import { EstadoHandlers } from './state/estado.handlers.js';
import { EstadoService } from './state/estado.service.js';
import { LeaseStore } from './state/lease.store.js';
import { LinkRepository } from './state/link.repository.js';
import { LinkService } from './state/link.service.js';
import { LivePublisher } from './state/live.publisher.js';
import { StateBuffer } from './state/state-buffer.js';
import { StateMerger } from './state/state-merger.js';
import { StateRebuilder } from './state/state-rebuilder.js';
import { StateStore } from './state/state.store.js';
import { SwitchCommandsHandlers } from './switch-commands/switch-commands.handlers.js';
import { SWITCH_COMMANDS } from './switch-commands/switch-commands.providers.js';

@Module({})
export class AppModule {
  static forRoot(env: GatewayEnv): DynamicModule {
    return {
      module: AppModule,
      imports: [
        KitModule.forRoot({ service: 'device-gateway', env }),
        DatabaseModule.forRoot({
          schema: SCHEMA,
          entities: [],
          migrations: [
            Inicial1763700000000,
            NubeYComandos1763730000000,
            ComandosASwitches1763900000000,
            Seguros1763910000000,
            Enclavamientos1763930000000,
            CredencialesAnteriores1763940000000,
            Dialecto1763950000000,
            ClavesDePeticion1763960000000,
            Auditoria1763970000000,
            LedgerSentences1764000000000,
            Installation1764010000000,
          ],
        }),
        BusModule.forRootAsync(busParts('device-gateway', env)),
      ],
      controllers: [
        ProjectionHandlers,
        EstadoHandlers,
        DeadLetterHandlers,
        DispositivosHandlers,
        ComandosHandlers,
        SwitchCommandsHandlers,
      ],
      providers: [
        GatewayMetrics,
        ProjectionRepository,
        EnclavamientosProjection,
        PlacaDirectory,
        StateStore,
        StateMerger,
        StateRebuilder,
        StateBuffer,
        LivePublisher,
        LeaseStore,
        LinkRepository,
        LinkService,
        ConnectionsService,
        EstadoService,
        DeadLetterRepository,
        DeadLetters,
        QuotaService,
        IngestService,
        DialectIngest,
        ReadingsBudget,
        ReadingsAppender,
        BoardAuthenticator,
        ConfigSender,
        BoardListener,
        EmbeddedDoor,
        BrokerAdmin,
        ExternalDoor,
        Doors,
        ...RELAY_CLOUD,
        ...SWITCH_COMMANDS,
      ],
    };
  }
}
