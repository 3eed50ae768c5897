import { LiveBus } from '@acequia/bus';
import { Injectable } from '@nestjs/common';
import { type Reader, readBy } from '../readable.js';
import { OTHER_SWITCH } from '../textos-nombres.js';
import { inContract, type FilaAviso } from './aviso.js';

/** What every usuario who is told of it may know: the one switch of those who have no other reason to be told. */
const inCommon = ({ switches, dispositivo_id }: FilaAviso): Reader => ({
  switches: new Map(switches.length === 1 && dispositivo_id === null ? [[switches[0] ?? 0, OTHER_SWITCH]] : []),
  dispositivos: new Set(),
});

/** Publishes alarm changes to open browsers. */
@Injectable()
export class AvisosLive {
  constructor(private readonly live: LiveBus) {}

  changed(fila: FilaAviso): void {
    const { switches, dispositivo_id } = fila;
    void this.live.publish(fila.empresa_id, {
      event: 'aviso:cambio',
      payload: { aviso: inContract(fila, null) },
      forUsuarios: readBy(fila, inCommon(fila)),
      audience: { switches, ...(dispositivo_id !== null && { dispositivo: dispositivo_id }) },
    });
  }
}
