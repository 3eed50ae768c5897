import type { SwitchEnVivo } from '@acequia/contracts';
import { Age, useOld } from '../../../components/age.js';
import { withSuffix } from '../../../lib/format/format.js';
import type { RightRange } from '../lib/right-range.js';
import { texts } from '../textos.js';
import { VerdictOf } from './verdict.js';
import './panel.css';

const SUFFIXES = { temperatura: ' °C', humedad: ' %' } as const;

interface Props {
  sw: SwitchEnVivo;
  from: keyof typeof SUFFIXES;
  connected: boolean;
  range: RightRange | undefined;
}

/** A sensor value with its age; "-" when there is none. Outdated values are dimmed. */
export function SensorValue({ sw, from, connected, range }: Props) {
  const value = sw[from];
  const exists = value !== null;
  const ts = sw[`${from}_ts`] ?? sw.sensor_ts;
  const old = useOld(ts, connected && sw.placa_online === 1) && exists;
  return (
    <div className="medida" data-medida={from} data-viejo={old || undefined}>
      <p data-tenue={old || !exists || undefined} title={exists || sw.tiene_sensor === 1 ? undefined : texts.noSensor}>
        {withSuffix(value, SUFFIXES[from])}
      </p>
      {exists && <Age ts={ts} old={old} />}
      {!old && <VerdictOf value={value} range={range} />}
    </div>
  );
}
