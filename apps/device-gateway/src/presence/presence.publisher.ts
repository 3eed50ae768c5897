import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import { ChangesStream } from '../changes/changes.stream.js';
import type { KnownPlaca } from '../registry/known-placa.js';
import { LinkHistory } from './link-history.js';

/** Tells open browsers which boards connect and disconnect. */
@Injectable()
export class PresencePublisher {
  constructor(
    private readonly live: LiveBus,
    private readonly changes: ChangesStream,
    private readonly history: LinkHistory,
  ) {}

  /** Reaches everyone who may see one of the board's switches. */
  placa(placa: KnownPlaca, online: boolean): void {
    const { empresa_id, placa_id } = placa;
    const ts = Date.now();
    this.history.add(placa_id, online, ts);
    this.changes.note({ tipo: 'conexion', empresa_id, placa_id, online: online ? 1 : 0, ts });
    void this.live.publish(empresa_id, {
      event: 'placa:estado',
      payload: { placa_id, online, ts },
      audience: { switches: placa.switches.map((item) => item.id) },
    });
  }
}
