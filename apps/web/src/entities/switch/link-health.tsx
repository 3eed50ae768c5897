import type { SwitchEnVivo } from '@acequia/contracts';
import { useByClock } from '../../lib/time/clock.js';
import { healthOf } from './health.js';
import './controls.css';

export const useLinkHealth = (sw: SwitchEnVivo, withSensor: boolean): string | null =>
  useByClock((now) => healthOf(sw, now, withSensor) ?? '') || null;

/** Shows a fault of link, data or sensor; renders nothing when there is none. */
export function LinkHealth({ sw, withSensor }: { sw: SwitchEnVivo; withSensor: boolean }) {
  const text = useLinkHealth(sw, withSensor);
  return (
    text && (
      <span className="salud" data-salud>
        {text}
      </span>
    )
  );
}
