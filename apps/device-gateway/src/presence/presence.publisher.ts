import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import { ChangesStream } from '../changes/changes.stream.js';
import type { KnownPlaca } from '../registry/known-placa.js';

/** Tells open browsers which boards connect and disconnect. */
@Injectable()
export class PresencePublisher {
  constructor(
    private readonly live: LiveBus,
    private readonly changes: ChangesStream,
  ) {}

  /** Reaches everyone who may see one of the board's switches. */
  placa(placa: KnownPlaca, online: boolean): void {
    const { empresa_id, placa_id } = placa;
    this.changes.note({ tipo: 'conexion', empresa_id, placa_id, online: online ? 1 : 0, ts: Date.now() });
    void this.live.publish(placa.empresa_id, {
      event: 'placa:estado',
      payload: { placa_id: placa.placa_id, online, ts: Date.now() },
      audience: { switches: placa.switches.map((item) => item.id) },
    });
  }
}
