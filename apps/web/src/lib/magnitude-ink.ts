import { type MagnitudClave, type MagnitudColor, magnitudOf } from '@acequia/contracts';

const INKS = {
  calor: 'chart.temperatura',
  agua: 'chart.humedad',
  suelo: 'chart.suelo',
  aire: 'chart.aire',
  luz: 'chart.luz',
  electrica: 'chart.energia',
} as const satisfies Record<MagnitudColor, string>;

/** The token of the colour in which a magnitude is drawn, the same on every screen. */
export const inkOf = (clave: MagnitudClave): (typeof INKS)[MagnitudColor] => INKS[magnitudOf(clave).color];
