import type { SwitchControl, SwitchEnVivo, Turno } from '@acequia/contracts';
import { Link } from 'react-router-dom';
import { Age } from '../../../components/age.js';
import { TimeLeft } from '../../../entities/programa/time-left.js';
import { StateChip } from '../../../components/state-chip.js';
import { SwitchControls } from '../../../entities/switch/switch-controls.js';
import { LinkHealth } from '../../../entities/switch/link-health.js';
import { useByClock } from '../../../lib/time/clock.js';
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
  /** False below a heading that names the switch. */
  named?: boolean;
}

/** "zona - nombre", the state chip with its age, any fault, and the controls. */
export function SwitchCell({ sw, connected, change, turnos, control, withSensor = false, named = true }: Props) {
  const { old, when, percent, program } = JSON.parse(
    useByClock((now) => JSON.stringify(faceOf(sw, change, turnos, connected, now))),
  ) as Face;
  const more = useMore(sw, turnos);
  const nombre = `${sw.zona} - ${sw.nombre}`;
  return (
    <div className="celda" data-switch={sw.id}>
      {named && (
        <Link to={`/panel/switch/${sw.id}`} className="celda-nombre">
          {nombre}
        </Link>
      )}
      <div className="celda-estado">
        <StateChip estado={sw.estado} old={old} />
        {when && !program && <span className="celda-cuando">{when}</span>}
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
