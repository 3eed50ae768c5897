import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import { inContract, type FilaAviso } from './aviso.js';

/** Publishes alarm changes to open browsers. */
@Injectable()
export class AvisosLive {
  constructor(private readonly live: LiveBus) {}

  changed(fila: FilaAviso): void {
    const { switches, dispositivo_id } = fila;
    void this.live.publish(fila.empresa_id, {
      event: 'aviso:cambio',
      payload: { aviso: inContract(fila) },
      audience: { switches, ...(dispositivo_id !== null && { dispositivo: dispositivo_id }) },
    });
  }
}
