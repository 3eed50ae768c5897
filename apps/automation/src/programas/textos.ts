import { PRONOSTICO_HORAS, type SkipCondition } from '@acequia/contracts';

/** What a condition compares with, as a forecast says it. */
const forecast = ({ tipo, valor, horas = PRONOSTICO_HORAS.usual }: SkipCondition): string => {
  if (tipo === 'pronostico_lluvia') return `el pronóstico da ${valor} mm de lluvia o más en ${horas} h`;
  return tipo === 'pronostico_helada'
    ? `el pronóstico da ${valor} °C o menos hasta la mañana`
    : `el pronóstico da más de ${valor} km/h de viento`;
};
const FORECAST_UNITS = { pronostico_lluvia: 'mm', pronostico_helada: '°C', pronostico_viento: 'km/h' } as const;

export const texts = {
  /** Why a program is refused. */
  tooManyProgramas: (most: number) => `La empresa ya tiene ${most} programas, los más que caben`,
  staysInEmpresa: 'Un programa no cambia de empresa',
  /** What its conditions would say now. */
  now: {
    would: ({ tipo, reducir_a, retrasar }: SkipCondition) => {
      if (tipo === 'pronostico_viento' || retrasar === 1) return 'Se retrasaría si';
      return reducir_a === undefined ? 'Se omitiría si' : `Se reduciría a ${reducir_a} % si`;
    },
    forecast,
    gives: ({ tipo }: SkipCondition, value: number) =>
      `ahora da ${Number(value.toFixed(1))} ${FORECAST_UNITS[tipo as keyof typeof FORECAST_UNITS]}`,
    noForecast: 'ahora no hay pronóstico, y regaría a su hora',
    point: ({ tipo, valor, horas }: SkipCondition, nombre: string, unidad: string) =>
      `«${nombre}»${horas === undefined ? '' : ` en ${horas} h`} ${tipo === 'punto_mayor' ? '≥' : '≤'} ${`${valor} ${unidad}`.trim()}`,
    noValue: 'sin dato, y regaría',
    nowIs: (value: string) => `ahora ${value}`,
  },
} as const;
