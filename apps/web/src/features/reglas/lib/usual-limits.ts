import { PLACE_TYPES, type Lugar, type MagnitudClave, magnitudOf, type TipoAviso } from '@acequia/contracts';

/** Kinds of alarm with a limit, and its side; those of points take the magnitude of the point. */
const SIDES: Partial<Record<TipoAviso, { side: 'alto' | 'bajo'; magnitud?: MagnitudClave }>> = {
  punto_alto: { side: 'alto' },
  punto_bajo: { side: 'bajo' },
  temperatura_alta: { side: 'alto', magnitud: 'temperatura' },
  temperatura_baja: { side: 'bajo', magnitud: 'temperatura' },
  humedad_alta: { side: 'alto', magnitud: 'humedad' },
  humedad_baja: { side: 'bajo', magnitud: 'humedad' },
};

/** A limit ends when the value is away from it by this part of the axis' least span. */
const MARGIN = 0.1;

export interface UsualLimit {
  lugar: string;
  magnitud: MagnitudClave;
  umbral: number;
  histeresis: number;
}

/** The limits that an alarm usually has, by the type of place; a place that has none is left out: a cold room has no frost alarm. */
export function usualLimits(tipo: TipoAviso, ofPoint: MagnitudClave | undefined): UsualLimit[] {
  const asked = SIDES[tipo];
  const magnitud = asked?.magnitud ?? ofPoint;
  if (!asked || !magnitud) return [];
  const { limites = {}, eje } = magnitudOf(magnitud);
  return (Object.keys(PLACE_TYPES) as Lugar[]).flatMap((lugar) => {
    const umbral = limites[lugar]?.[asked.side];
    return umbral === undefined ? [] : [{ lugar: PLACE_TYPES[lugar], magnitud, umbral, histeresis: eje * MARGIN }];
  });
}
