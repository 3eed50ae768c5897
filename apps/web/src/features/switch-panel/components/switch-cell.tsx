import type { SwitchControl, SwitchEnVivo, Turno } from '@acequia/contracts';
import { Link } from 'react-router-dom';
import { Age } from '../../../components/age.js';
import { TimeLeft } from '../../../entities/programa/time-left.js';
import { StateChip } from '../../../components/state-chip.js';
import { SwitchControls } from '../../../entities/switch/switch-controls.js';
import { LinkHealth } from '../../../entities/switch/link-health.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { useMore } from '../api/turnos.js';
import { type Change, type Face, faceOf } from '../lib/face.js';
import { texts } from '../textos.js';
import './panel.css';

interface Props {
  sw: SwitchEnVivo;
  connected: boolean;
  change: Change | undefined;
  turnos: readonly Turno[];
  control: SwitchControl | undefined;
  /** The row shows this switch's sensor. */
  withSensor?: boolean;
  /** False on the page of the switch, below its name: its one action is large there. */
  named?: boolean;
}

/** "zona - nombre", the state chip with its age, any fault, and the controls. */
export function SwitchCell({ sw, connected, change, turnos, control, withSensor = false, named = true }: Props) {
  const dates = useDates();
  const { old, when, percent, program } = JSON.parse(
    useByClock((now) => JSON.stringify(faceOf(sw, change, turnos, connected, now, dates))),
  ) as Face;
  const more = useMore(sw, turnos);
  const nombre = `${sw.zona} - ${sw.nombre}`;
  return (
    <div className={named ? 'celda' : 'celda ficha'} data-switch={sw.id} data-estado={sw.estado ?? undefined}>
      {named && (
        <Link to={`/panel/switch/${sw.id}`} className="celda-nombre">
          {nombre}
        </Link>
      )}
      <div className="celda-estado">
        <StateChip estado={sw.estado} old={old} />
        {when && !program && (named || percent !== null) && <span className="celda-cuando">{when}</span>}
        {percent !== null && (
          <button
            type="button"
            className="mas"
            aria-label={texts.more10Of(nombre)}
            disabled={!connected}
            onClick={more}
          >
            {texts.more10}
          </button>
        )}
        {sw.estado_ts !== null && <Age ts={sw.estado_ts} old={old} />}
        {connected && <LinkHealth sw={sw} withSensor={withSensor} />}
      </div>
      <TimeLeft sw={sw} turnos={turnos} control={control} />
      <SwitchControls sw={sw} nombre={nombre} connected={connected} />
    </div>
  );
}
