import { type MagnitudClave, type MagnitudIcono, magnitudOf } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import type { ComponentType } from 'react';
import { inkOf } from '../lib/magnitude-ink.js';
import { HumidityIcon, icon, InterlockIcon, SunIcon, TemperatureIcon } from './icons.js';

const ICONS: Record<MagnitudIcono, ComponentType> = {
  termometro: TemperatureIcon,
  gota: HumidityIcon,
  brote: icon(<path d="M12 20v-8M12 12c0-4 2.5-6.5 7-6.5 0 4-2.5 6.5-7 6.5ZM12 14c0-3-2-5-6-5 0 3 2 5 6 5ZM5 20h14" />),
  medidor: icon(
    <>
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 12l3.5-4M7.5 15.5h9" />
    </>,
  ),
  tanque: icon(<path d="M6 4.5v13.5a2 2 0 0 0 2 2h8a2 2 0 0 0 2-2V4.5M6 11c2-1.5 4 1.5 6 0s4-1.5 6 0" />),
  lluvia: icon(
    <path d="M7.5 14a4 4 0 0 1 .4-8 5 5 0 0 1 9.4 1.6A3.3 3.3 0 0 1 17 14ZM8.5 17l-1 3M12.5 17l-1 3M16.5 17l-1 3" />,
  ),
  viento: icon(<path d="M3.5 9.5h10a2.7 2.7 0 1 0-2.6-3.4M3.5 13h14a2.7 2.7 0 1 1-2.6 3.4M3.5 16.5h7" />),
  sol: SunIcon,
  gas: icon(
    <>
      <circle cx="8" cy="9" r="3" />
      <circle cx="16" cy="8" r="2.2" />
      <circle cx="13.5" cy="16" r="3.5" />
    </>,
  ),
  matraz: icon(<path d="M10 4v5.5L5 18a1.5 1.5 0 0 0 1.3 2.3h11.4A1.5 1.5 0 0 0 19 18l-5-8.5V4M8.5 4h7M7.5 15h9" />),
  peso: icon(<path d="M6.5 9h11l2 10.5h-15L6.5 9ZM9 9a3 3 0 1 1 6 0" />),
  pila: icon(<path d="M3.5 8h15v8h-15zM18.5 10.5h2v3h-2M7 11v2M10.5 11v2" />),
  antena: icon(
    <path d="M12 20v-8M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M6 18a8.5 8.5 0 0 1 0-12M18 6a8.5 8.5 0 0 1 0 12" />,
  ),
  contacto: InterlockIcon,
};

/** The sign of a magnitude in its colour; its name stands beside it. */
export function MagnitudeIcon({ magnitud }: { magnitud: MagnitudClave }) {
  const Sign = ICONS[magnitudOf(magnitud).icono];
  return (
    <chakra.span display="inline-flex" verticalAlign="-0.25em" me="1.5" color={inkOf(magnitud)}>
      <Sign />
    </chakra.span>
  );
}
