import { ENV, Every } from '@acequia/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { BoardListener } from './embedded/board-listener.js';
import { EmbeddedDoor } from './embedded/embedded-door.js';
import { PlansService } from '../plans/plans.service.js';
import { UpdateSender } from '../updates/update-sender.js';
import { ExternalDoor } from './external/external-door.js';

/**
 * Boards of other firmwares report only changes, so the gateway asks for their whole state this often, ms. Their readings are then as
 * dense as our own boards', and a board with nothing new to report still counts as present.
 */
const ASK_EVERY_MS = 30_000;

/** Opens the door that the environment selects, and closes it before everything else when the service stops. */
@Injectable()
export class Doors implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    private readonly listener: BoardListener,
    private readonly embedded: EmbeddedDoor,
    private readonly external: ExternalDoor,
    private readonly plans: PlansService,
    private readonly updates: UpdateSender,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.plans.through(this.door());
    this.updates.through(this.door());
    if (this.env.MQTT_URL) return this.external.start();
    await this.embedded.start();
    await this.listener.start((stream) => this.embedded.accept(stream));
  }

  async onModuleDestroy(): Promise<void> {
    if (this.env.MQTT_URL) return this.external.stop();
    this.listener.stopAccepting();
    await this.embedded.stop();
  }

  @Every({ ms: ASK_EVERY_MS, failed: 'boards could not be asked for their state' })
  async ask(): Promise<void> {
    this.door().askAll();
  }

  private door(): ExternalDoor | EmbeddedDoor {
    return this.env.MQTT_URL ? this.external : this.embedded;
  }
}
