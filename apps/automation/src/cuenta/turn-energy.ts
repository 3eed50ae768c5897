import {
  tarifasDe,
  costoTotal,
  energiaPorPeriodo,
  type EnergiaPeriodo,
  sumOfKnown,
  type Tarifas,
  tramosTarifa,
} from '@acequia/contracts';

/** What the company of a turn pays for a kWh. */
export interface Prices {
  zona_horaria: string;
  tarifas: Tarifas | null;
  tarifa_kwh: number | null;
}

export interface TurnEnergy {
  kwh: number | null;
  costo: number | null;
  periodos: EnergiaPeriodo[] | null;
}

/** What a meter counted in [desde, hasta], and in the parts between `cortes`; undefined parts = the service is of a version before. */
export type AskMeter = (
  cortes: readonly number[],
) => Promise<{ kwh: number | null; partes?: (number | null)[] | undefined }>;

/** Energy and cost of a turn in [desde, hasta], ms. All null = the meter does not tell. */
export const turnEnergy = async (prices: Prices, desde: number, hasta: number, ask: AskMeter): Promise<TurnEnergy> => {
  const calendar = tarifasDe(prices);
  const tramos = calendar ? tramosTarifa(calendar, prices.zona_horaria, desde, hasta) : [];
  const { kwh, partes } = await ask(tramos.slice(1).map((tramo) => tramo.desde));
  if (kwh === null || tramos.length === 0) return { kwh, costo: null, periodos: null };
  const parts = tramos.length === 1 ? [kwh] : partes;
  // Not told is not 0: the turn is looked at again.
  if (!parts) return { kwh: null, costo: null, periodos: null };
  const periodos = energiaPorPeriodo(tramos, parts);
  if (!periodos) return { kwh, costo: null, periodos: null };
  return { kwh: sumOfKnown(periodos.map((one) => one.kwh)), costo: costoTotal(periodos), periodos };
};
