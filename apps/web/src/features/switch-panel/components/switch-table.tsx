import type { SwitchControl, SwitchEnVivo, Turno } from '@acequia/contracts';
import { memo } from 'react';
import { useServerThere } from '../../../lib/live/live.js';
import { useVisibleFirst } from '../../../lib/screen.js';
import { useControls } from '../api/turnos.js';
import type { Change } from '../lib/face.js';
import { sensorOf, type SwitchPair } from '../lib/pairs.js';
import { rangeOf, type RightRanges } from '../lib/right-range.js';
import { texts } from '../textos.js';
import { SwitchCell } from './switch-cell.js';
import { SensorValue } from './sensor-value.js';
import './panel.css';

interface Props {
  pairs: readonly SwitchPair[];
  /** Whether the filter includes a switch: a pair is shown when it includes either. */
  shown: (sw: SwitchEnVivo) => boolean;
  changes: ReadonlyMap<number, Change>;
  turnos: readonly Turno[];
  ranges: RightRanges;
}

/** From tablet width up: one row per pair. */
export function SwitchTable({ pairs: all, shown, changes, turnos, ranges }: Props) {
  const connected = useServerThere();
  const controls = useControls();
  const pairs = useVisibleFirst(all.filter(({ sw1, sw2 }) => shown(sw1) || (sw2 !== null && shown(sw2))));
  return (
    <table className="pares">
      <thead>
        <tr>
          {texts.columns.map((column, index) => (
            <th key={index}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {pairs.map(({ key, sw1, sw2 }) => (
          <Row
            key={key}
            sw1={sw1}
            sw2={sw2}
            change1={changes.get(sw1.id)}
            change2={sw2 ? changes.get(sw2.id) : undefined}
            control1={controls.get(sw1.id)}
            control2={sw2 ? controls.get(sw2.id) : undefined}
            turnos={turnos}
            connected={connected}
            ranges={ranges}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps extends Pick<SwitchPair, 'sw1' | 'sw2'> {
  change1: Change | undefined;
  change2: Change | undefined;
  control1: SwitchControl | undefined;
  control2: SwitchControl | undefined;
  turnos: readonly Turno[];
  connected: boolean;
  ranges: RightRanges;
}

// A live message replaces one switch of the list, so only its row may render again.
const Row = memo(function Row(props: RowProps) {
  const { sw1, sw2, change1, change2, control1, control2, turnos, connected, ranges } = props;
  const both = [sw1.id, sw2?.id];
  const common = { turnos, connected };
  const sensor = sensorOf({ sw1, sw2 });
  return (
    <tr>
      <td>
        <SwitchCell {...common} sw={sw1} change={change1} control={control1} withSensor={sensor === sw1} />
      </td>
      <td>
        {sw2 && <SwitchCell {...common} sw={sw2} change={change2} control={control2} withSensor={sensor === sw2} />}
      </td>
      <td>
        <SensorValue
          sw={sensor}
          from="temperatura"
          connected={connected}
          range={rangeOf(ranges, both, 'temperatura')}
        />
      </td>
      <td>
        <SensorValue sw={sensor} from="humedad" connected={connected} range={rangeOf(ranges, both, 'humedad')} />
      </td>
    </tr>
  );
});
