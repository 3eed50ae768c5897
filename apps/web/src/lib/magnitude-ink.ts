import { type MagnitudClave, magnitudOf } from '@acequia/contracts';

/** Units of energy and of what carries it. */
const ELECTRIC = new Set(['kWh', 'kW', 'W', 'V', 'A']);

/** The token of the colour in which a magnitude is drawn, the same on every screen. */
export const inkOf = (clave: MagnitudClave): 'chart.temperatura' | 'chart.humedad' | 'chart.energia' => {
  const { unidad } = magnitudOf(clave);
  if (unidad === '°C') return 'chart.temperatura';
  return ELECTRIC.has(unidad) ? 'chart.energia' : 'chart.humedad';
};
