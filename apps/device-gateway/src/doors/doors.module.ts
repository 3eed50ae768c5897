import { ENV } from '@acequia/service-kit';
import { Module } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { IngestModule } from '../ingest/ingest.module.js';
import { BOARD_LINE, type BoardLine } from '../line/board-line.js';
import { LineModule } from '../line/line.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { RegistryModule } from '../registry/registry.module.js';
import { UpdatesModule } from '../updates/updates.module.js';
import { Doors } from './doors.service.js';
import { BoardAuthenticator } from './board-auth.js';
import { BoardListener } from './embedded/board-listener.js';
import { BoardPublishes } from './embedded/board-publishes.js';
import { BoardSessions } from './embedded/board-sessions.js';
import { ConfigSender } from './embedded/config-sender.js';
import { EmbeddedDoor } from './embedded/embedded-door.js';
import { BrokerAdmin } from './external/broker-admin.js';
import { BrokerMessages } from './external/broker-messages.js';
import { EmqxController } from './external/emqx.controller.js';
import { ExternalDoor } from './external/external-door.js';

/** Where boards connect: to this process or to an external broker. */
@Module({
  imports: [RegistryModule, PlansModule, PresenceModule, IngestModule, LineModule, UpdatesModule],
  controllers: [EmqxController],
  providers: [
    BoardAuthenticator,
    ConfigSender,
    BoardListener,
    BoardSessions,
    BoardPublishes,
    EmbeddedDoor,
    BrokerAdmin,
    BrokerMessages,
    ExternalDoor,
    Doors,
    {
      provide: BOARD_LINE,
      inject: [ENV, EmbeddedDoor, ExternalDoor],
      useFactory: (env: GatewayEnv, embedded: EmbeddedDoor, external: ExternalDoor): BoardLine =>
        env.MQTT_URL ? external : embedded,
    },
  ],
})
export class DoorsModule {}
