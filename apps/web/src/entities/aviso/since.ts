import { duration, type Aviso } from '@acequia/contracts';
import { ageOf } from '../../lib/format/format.js';
import { texts } from './textos.js';

/** Duration of an alarm, open or ended: "hace 5m", "duró 2 h". */
export const sinceText = ({ desde, hasta }: Pick<Aviso, 'desde' | 'hasta'>, now: number): string =>
  hasta === null ? ageOf(desde, now) : texts.lasted(duration(Math.max(1, Math.round((hasta - desde) / 60_000))));
