import type { Aviso } from '@acequia/contracts';
import { chakra } from '@chakra-ui/react';
import { ageOf } from '../../lib/format/format.js';
import { useByClock } from '../../lib/time/clock.js';
import { texts } from './textos.js';

/** Of an open alarm whose condition is gone: since when. It stays open for a while, because it has returned before. */
export function Calm({ since }: { since: Aviso['calma_desde'] }) {
  const text = useByClock((now) => (typeof since === 'number' ? texts.calm(ageOf(since, now)) : ''));
  return (
    text && (
      <chakra.span color="campo.fg" fontWeight="600">
        {text}
      </chakra.span>
    )
  );
}
