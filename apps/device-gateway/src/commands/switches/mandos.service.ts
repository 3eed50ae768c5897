import {
  type AccionComando,
  type Bloqueo,
  type EstadoPlaca,
  type FinDeEncendido,
  type MandoSwitch,
  maxEncendido,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';
import type { ComandoGuardado } from '../ledger/comando.js';
import type { SwitchConocido } from '../../registry/placa-conocida.js';
import { PlacaDirectory } from '../../registry/placa-directory.js';
import { BloqueosService } from '../lockouts/bloqueos.service.js';
import { hayDiscrepancia } from './overdue-rules.js';
import { placaDe, SwitchLedgerRepository } from './switch-ledger.repository.js';
import { causeOf, type TimeOn } from './turn-off-cause.js';

/** What was asked for longer ago than this is nobody's wish any more, ms. */
const DESEO_MS = 86_400_000;

/** What people want of switches, by the switches' ids. */
export interface Deseos {
  ultimos: Map<number, Partial<Record<AccionComando, ComandoGuardado>>>;
  bloqueos: Map<number, Bloqueo>;
}

const newest = ({ on, off }: Partial<Record<AccionComando, ComandoGuardado>>): ComandoGuardado | undefined =>
  on && off ? (BigInt(on.id) > BigInt(off.id) ? on : off) : (on ?? off);

/** What people want of switches, beside what their boards say. */
@Injectable()
export class MandosService {
  constructor(
    private readonly directory: PlacaDirectory,
    private readonly repository: SwitchLedgerRepository,
    private readonly bloqueos: BloqueosService,
  ) {}

  /** What was last asked of the switches of these boards, and which of them are locked out. */
  async de(placas: readonly number[]): Promise<Deseos> {
    const ids = placas.flatMap((placa_id) => this.cableado(placa_id).map(({ id }) => id));
    if (ids.length === 0) return { ultimos: new Map(), bloqueos: new Map() };
    const [ultimos, bloqueos] = await Promise.all([this.repository.newestOfEach(ids, DESEO_MS), this.bloqueos.de(ids)]);
    return { ultimos, bloqueos };
  }

  /** The same state, with what there is to say of its switches. `lastOn`: the last time on of a pin that is off. */
  con(
    estado: EstadoPlaca,
    { ultimos, bloqueos }: Deseos,
    lastOn: (pin: number) => TimeOn | null,
    now: number,
  ): EstadoPlaca {
    const mandos = this.cableado(estado.placa_id).flatMap((item): MandoSwitch[] => {
      const { id, hardware_pin } = item;
      const ordenes = ultimos.get(id) ?? {};
      const ultimo = newest(ordenes);
      const bloqueo = bloqueos.get(id) ?? null;
      const fin = finOf(item, lastOn(hardware_pin), ordenes, now);
      if (!ultimo && !bloqueo && !fin) return [];
      const visto = estado.pines.find(({ pin }) => pin === hardware_pin) ?? null;
      // What was asked of the pin that it hung on before says nothing of the one that it hangs on now.
      const mismoPin = ultimo?.pin === hardware_pin && placaDe(ultimo) === estado.placa_id;
      const discrepancia = ultimo && mismoPin && hayDiscrepancia(ultimo, visto, now) ? 1 : 0;
      return [{ switch_id: id, discrepancia, comando: ultimo ? enCorto(ultimo) : null, bloqueo, fin }];
    });
    return mandos.length === 0 ? estado : { ...estado, mandos };
  }

  private cableado(placa_id: number): readonly SwitchConocido[] {
    return this.directory.porId(placa_id)?.switches ?? [];
  }
}

/** What ended its last time on; null = it is on, or that is long ago. */
export const finOf = (
  { tipo, max_encendido_s }: SwitchConocido,
  time: TimeOn | null,
  { on = null, off = null }: Partial<Record<AccionComando, ComandoGuardado | null>>,
  now: number,
): FinDeEncendido | null =>
  time === null || now - time.hasta > DESEO_MS ? null : causeOf(time, on, off, maxEncendido(tipo, max_encendido_s));

const enCorto = ({ comando_id, accion, estado, detalle, ts }: NonNullable<MandoSwitch['comando']>) => ({
  comando_id,
  accion,
  estado,
  detalle,
  ts,
});
