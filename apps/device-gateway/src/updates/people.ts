import { Bus } from '@acequia/bus';
import { type Caller, callerActor, sistema } from '@acequia/contracts';
import { LOGGER, type Logger } from '@acequia/service-kit';
import { Inject, Injectable } from '@nestjs/common';

const NAME_MS = 2_000;

/** Names of the people who did something. */
@Injectable()
export class People {
  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** What a person does must not fail because their name cannot be read. */
  async nameOf(caller: Caller): Promise<string> {
    if (caller.tipo !== 'persona') return caller.servicio;
    const program = callerActor(caller);
    if (program !== null) return program;
    const { usuario_id: id } = caller;
    try {
      return (await this.bus.call('usuarios.nombre', { id }, sistema('device-gateway'), { timeout_ms: NAME_MS }))
        .nombre;
    } catch (error) {
      this.logger.warn({ err: error, usuario_id: id }, 'the name of a user could not be asked for');
      return `usuario ${id}`;
    }
  }
}
