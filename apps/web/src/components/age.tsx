import { chakra } from '@chakra-ui/react';
import { useSegunReloj } from '../lib/time/clock.js';
import { edad, fechaHora } from '../lib/format/format.js';
import { esViejo } from '../lib/time/freshness.js';

/** True once a value must not be believed as the present one; tells the screen by itself when that moment comes. */
export const useViejo = (ts: number | null, alcanzable: boolean): boolean =>
  useSegunReloj((now) => esViejo(ts, now, alcanzable));

const isoOf = (ts: number | null): string | undefined => {
  const date = new Date(ts ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** How old a value is, with the exact moment on hover; amber when it is too old to act upon. It keeps its own time. */
export function Edad({ ts, viejo = false }: { ts: number | null; viejo?: boolean }) {
  const texto = useSegunReloj((now) => edad(ts, now));
  return (
    <chakra.time
      fontSize="xs"
      color={viejo ? 'fg.warning' : 'fg.subtle'}
      fontWeight={viejo ? '600' : '400'}
      fontVariantNumeric="tabular-nums"
      whiteSpace="nowrap"
      title={ts === null ? undefined : fechaHora(ts)}
      dateTime={isoOf(ts)}
    >
      {texto}
    </chakra.time>
  );
}
