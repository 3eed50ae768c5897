import { chakra } from '@chakra-ui/react';
import { edad, fechaHora } from '../lib/format.js';

/** How old a value is, with the exact moment on hover; amber when it is too old to act upon. `now` in ms (useAhora). */
export function Edad({ ts, now, viejo = false }: { ts: number | null; now: number; viejo?: boolean }) {
  return (
    <chakra.time
      fontSize="xs"
      color={viejo ? 'fg.warning' : 'fg.subtle'}
      fontWeight={viejo ? '600' : '400'}
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
      title={ts === null ? undefined : fechaHora(ts)}
      dateTime={ts === null ? undefined : new Date(ts).toISOString()}
    >
      {edad(ts, now)}
    </chakra.time>
  );
}
