import type { SwitchEnVivo } from '@acequia/contracts';
import { useByClock } from '../../lib/time/clock.js';
import { ageOf } from '../../lib/format/format.js';
import { WarningIcon } from '../../components/icons.js';
import { texts } from './textos.js';
import './controls.css';

/** A sentence when the board's state has differed from the order for more than a moment; null when they agree. */
export const useDiscrepancy = ({ discrepancia, comando }: SwitchEnVivo): string | null =>
  useByClock((now) =>
    discrepancia === 1 && comando ? texts.discrepancia(comando.accion, ageOf(comando.ts, now)) : '',
  ) || null;

export function Discrepancy({ sw }: { sw: SwitchEnVivo }) {
  const text = useDiscrepancy(sw);
  return (
    text && (
      <div className="discrepancia" data-discrepancia>
        <WarningIcon />
        <span>{text}</span>
      </div>
    )
  );
}
