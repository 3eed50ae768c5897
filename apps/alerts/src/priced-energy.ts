import { Bus } from '@acequia/bus';
import {
  type CallResponse,
  tarifasDe,
  costoTotal,
  energiaPorPeriodo,
  type EnergiaPeriodo,
  sistema,
  sumOfKnown,
  tramosTarifa,
} from '@acequia/contracts';
import { Injectable } from '@nestjs/common';

const YO = sistema('alerts');

export interface PricedEnergy {
  kwh: number | null;
  costo: number | null;
  /** Empty = without prices. */
  periodos: EnergiaPeriodo[];
}
type Profile = CallResponse<'empresas.ficha'>;

/** Prices what a company's meters counted. */
@Injectable()
export class EnergyPrices {
  constructor(private readonly bus: Bus) {}

  /**
   * What a meter counted in [desde, hasta), ms, whole days, by period. Where all of it has one price, `kwh` is what is priced.
   * @throws AppError `no_encontrado` when the meter is gone
   */
  async of(
    profile: Profile,
    dispositivo_id: number,
    kwh: number | null,
    { desde, hasta }: { desde: number; hasta: number },
  ): Promise<PricedEnergy> {
    const calendar = tarifasDe(profile);
    if (kwh === null || !calendar) return { kwh, costo: null, periodos: [] };
    const tramos = tramosTarifa(calendar, profile.zona_horaria, desde, hasta);
    const limites = [...tramos.map((tramo) => tramo.desde), hasta];
    const parts =
      tramos.length === 1 ? [kwh] : (await this.bus.call('energia.tramos', { dispositivo_id, limites }, YO)).kwh;
    const periodos = energiaPorPeriodo(tramos, parts);
    if (!periodos) return { kwh, costo: null, periodos: [] };
    return { kwh: sumOfKnown(periodos.map((one) => one.kwh)), costo: costoTotal(periodos), periodos };
  }
}
