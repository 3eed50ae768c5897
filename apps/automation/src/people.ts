import { Bus } from '@acequia/bus';
import { type Caller, callerActor, sistema } from '@acequia/contracts';
import { Injectable } from '@nestjs/common';

const READ_MS = 2_000;
export const SOMEBODY = 'una persona';

/** Names of people, for the reasons of turns. */
@Injectable()
export class People {
  constructor(private readonly bus: Bus) {}

  async nameOf(usuario_id: number | undefined): Promise<string> {
    if (usuario_id === undefined) return SOMEBODY;
    try {
      const { nombre } = await this.bus.call('usuarios.nombre', { id: usuario_id }, sistema('automation'), {
        timeout_ms: READ_MS,
      });
      return nombre;
    } catch {
      return SOMEBODY;
    }
  }

  async of(caller: Caller): Promise<string> {
    return callerActor(caller) ?? this.nameOf(caller.tipo === 'persona' ? caller.usuario_id : undefined);
  }
}
