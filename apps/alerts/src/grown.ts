import type { Bus } from '@acequia/bus';
import { type CallRequest, grownIn, orGone, sistema } from '@acequia/contracts';

/**
 * Asks telemetry-history what a meter counted in some days; null = it does not know the meter: deleted, or created a moment ago.
 * Rejects while it is away.
 */
export const grown = async (
  bus: Bus,
  request: CallRequest<'puntos.serie'>,
): Promise<ReturnType<typeof grownIn> | null> => {
  const serie = await orGone(bus.call('puntos.serie', request, sistema('alerts')));
  return serie && grownIn(serie);
};
