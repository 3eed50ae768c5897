import type { SwitchEnVivo, Turno } from '@acequia/contracts';
import { memo, use } from 'react';
import { Link } from 'react-router-dom';
import { Age } from '../../../components/age.js';
import { StateChip } from '../../../components/state-chip.js';
import { isKeptOff } from '../../../entities/switch/protection.js';
import { isOffUnknown, isUnderWay } from '../../../entities/switch/order.js';
import { texts as switchTexts } from '../../../entities/switch/textos.js';
import { SwitchLine } from '../../../entities/switch/switch-line.js';
import { TurnOnContext } from '../../../entities/switch/turn-on.js';
import { useOrder } from '../../../entities/switch/use-order.js';
import { olderTs } from '../../../entities/switch/value-times.js';
import { withSuffix } from '../../../lib/format/format.js';
import { useServerThere } from '../../../lib/live/live.js';
import { useVisibleFirst } from '../../../lib/screen.js';
import { useByClock } from '../../../lib/time/clock.js';
import { useDates } from '../../../lib/time/shown-zone.js';
import { isOld } from '../../../lib/time/freshness.js';
import { useMore } from '../api/turnos.js';
import { type Change, type Face, faceOf } from '../lib/face.js';
import { sensorOf, type SwitchPair } from '../lib/pairs.js';
import { rangeOf, type RightRanges } from '../lib/right-range.js';
import { texts } from '../textos.js';
import { VerdictOf } from './verdict.js';
import '../../../entities/switch/controls.css';
import './panel.css';

interface Props {
  pairs: readonly SwitchPair[];
  /** Whether the filter includes a switch. */
  shown: (sw: SwitchEnVivo) => boolean;
  changes: ReadonlyMap<number, Change>;
  turnos: readonly Turno[];
  ranges: RightRanges;
}

/** The panel on a phone: one row per switch, with the button that fits its state. A tap on the name opens the switch's page. */
export function SwitchRows({ pairs, shown, changes, turnos, ranges }: Props) {
  const connected = useServerThere();
  const all = pairs.flatMap(({ sw1, sw2 }) => {
    const sensor = sensorOf({ sw1, sw2 });
    return [sw1, sw2].flatMap((sw) =>
      sw && shown(sw)
        ? [{ sw, withSensor: sensor === sw && sw.tiene_sensor === 1, other: sw === sw1 ? sw2?.id : sw1.id }]
        : [],
    );
  });
  const rows = useVisibleFirst(all);
  return (
    <ul className="filas">
      {rows.map(({ sw, withSensor, other }) => (
        <Row
          key={sw.id}
          sw={sw}
          withSensor={withSensor}
          other={other}
          ranges={ranges}
          change={changes.get(sw.id)}
          turnos={turnos}
          connected={connected}
        />
      ))}
    </ul>
  );
}

interface RowProps {
  sw: SwitchEnVivo;
  withSensor: boolean;
  /** The switch of its pair. */
  other: number | undefined;
  ranges: RightRanges;
  change: Change | undefined;
  turnos: readonly Turno[];
  connected: boolean;
}

// A live message replaces one switch of the list, so only its row may render again.
const Row = memo(function Row({ sw, withSensor, other, ranges, change, turnos, connected }: RowProps) {
  const dates = useDates();
  const face = JSON.parse(
    useByClock((now) => JSON.stringify(faceOf(sw, change, turnos, connected, now, dates))),
  ) as Face;
  const nombre = `${sw.zona} - ${sw.nombre}`;
  const running = face.percent !== null;
  const seen = sw.estado_ts !== null && (
    <span className="fila-visto">
      {texts.seen} <Age ts={sw.estado_ts} old={face.old} />
    </span>
  );
  return (
    <li className="fila" data-switch={sw.id}>
      <Link to={`/panel/switch/${sw.id}`} className="fila-que">
        <span className="fila-nombre">
          <span>{sw.zona} - </span>
          {sw.nombre}
        </span>
        <span className="fila-estado">
          <StateChip estado={sw.estado} old={face.old} />
          {face.when && <span>{face.when}</span>}
          {!running && seen}
        </span>
        <span className="fila-ademas">
          {running && seen}
          {withSensor && <Sensor sw={sw} other={other} ranges={ranges} connected={connected} />}
          <SwitchLine sw={sw} />
        </span>
      </Link>
      <RowButtons sw={sw} nombre={nombre} running={running} turnos={turnos} connected={connected} />
      {face.percent !== null && (
        <span className="fila-resto" aria-hidden style={{ transform: `scaleX(${face.percent / 100})` }} />
      )}
    </li>
  );
});

function Sensor({ sw, other, ranges, connected }: Pick<RowProps, 'sw' | 'other' | 'ranges' | 'connected'>) {
  const both = [sw.id, other];
  const old = useByClock((now) => isOld(olderTs(sw), now, connected && sw.placa_online === 1));
  return (
    <span className="fila-sensor" data-old={old || undefined}>
      {withSuffix(sw.temperatura, ' °C')}
      {!old && <VerdictOf value={sw.temperatura} range={rangeOf(ranges, both, 'temperatura')} before=" · " />} ·{' '}
      {withSuffix(sw.humedad, ' %')}
      {!old && <VerdictOf value={sw.humedad} range={rangeOf(ranges, both, 'humedad')} before=" · " />}
    </span>
  );
}

interface ButtonsProps {
  sw: SwitchEnVivo;
  nombre: string;
  running: boolean;
  turnos: readonly Turno[];
  connected: boolean;
}

/** Apagar whenever the switch may be on; Encender only when it is known to be off and not locked out. */
function RowButtons({ sw, nombre, running, turnos, connected }: ButtonsProps) {
  const askForHowLong = use(TurnOnContext);
  const { order, press } = useOrder(sw.id, sw.comando);
  const more = useMore(sw, turnos);
  const again = connected && isOffUnknown(order);
  const turnsOn = sw.estado === 0 && !sw.bloqueo && !isKeptOff(sw) && !(isUnderWay(order) && order?.accion === 'on');
  return (
    <span className="mando" data-mando={sw.id}>
      {running && (
        <button type="button" aria-label={texts.more10Of(nombre)} disabled={!connected} onClick={more}>
          {texts.more10}
        </button>
      )}
      {turnsOn ? (
        <button
          type="button"
          data-accion="on"
          aria-label={connected ? texts.turnOn(nombre) : switchTexts.noConnectionFor(nombre)}
          disabled={!connected || isUnderWay(order)}
          onClick={() => askForHowLong(sw)}
        >
          {connected ? texts.on : switchTexts.noConnection}
        </button>
      ) : (
        // Always enabled: only trying shows whether the connection works, and a failure is reported.
        <button
          type="button"
          data-accion="off"
          aria-label={again ? `${switchTexts.offAgain} ${nombre}` : texts.turnOff(nombre)}
          onClick={() => press({ accion: 'off' })}
        >
          {again ? switchTexts.offAgain : texts.off}
        </button>
      )}
    </span>
  );
}
