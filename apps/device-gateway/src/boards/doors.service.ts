import { ENV } from '@acequia/service-kit';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { GatewayEnv } from '../env.js';
import { BoardCourier } from '../switch-commands/board-courier.js';
import { BoardListener } from './board-listener.js';
import { EmbeddedDoor } from './embedded-door.js';
import { ExternalDoor } from './external/external-door.js';

/** Opens the door that the environment asks for, and closes it first of all when the service ends. */
@Injectable()
export class Doors implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(ENV) private readonly env: GatewayEnv,
    private readonly listener: BoardListener,
    private readonly embedded: EmbeddedDoor,
    private readonly external: ExternalDoor,
    private readonly courier: BoardCourier,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.courier.through(this.env.MQTT_URL ? this.external : this.embedded);
    if (this.env.MQTT_URL) return this.external.start();
    this.embedded.onListening = (placa_id) => void this.courier.deliver(placa_id);
    this.embedded.onAdmitted = (socket) => this.listener.admitted(socket);
    await this.embedded.start();
    await this.listener.start((socket) => this.embedded.accept(socket));
  }

  async onModuleDestroy(): Promise<void> {
    if (this.env.MQTT_URL) return this.external.stop();
    this.listener.stopAccepting();
    await this.embedded.stop();
  }
}
