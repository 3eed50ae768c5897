import { duration } from '@acequia/contracts';
import { useByClock } from '../lib/time/clock.js';
import './chips.css';

interface Props {
  online: boolean;
  /** The two words, where the screen does not use ONLINE and OFFLINE. */
  texts?: readonly [string, string];
  /** The state may be outdated: drawn hollow and dashed. */
  old?: boolean;
  /** The device was not read yet, or could not be: OFFLINE (MDIS-7), but drawn as what may be otherwise. */
  unread?: boolean;
  /** When the device was last seen, ms; OFFLINE then shows for how long. */
  seenAt?: number | null;
}

const MINUTE_MS = 60_000;

/** ONLINE or OFFLINE, distinguished by the word and by a filled or hollow mark; OFFLINE is honey, with its duration. */
export function OnlineChip({
  online,
  texts = ['ONLINE', 'OFFLINE'],
  old = false,
  unread = false,
  seenAt = null,
}: Props) {
  const away = useByClock((now) =>
    online || seenAt === null || now - seenAt < MINUTE_MS ? '' : duration((now - seenAt) / MINUTE_MS),
  );
  return (
    <span
      className="online-chip"
      data-viejo={old || unread || undefined}
      data-offline={(!online && !unread) || undefined}
    >
      <span>{online ? texts[0] : texts[1]}</span>
      {away && <small>{away}</small>}
    </span>
  );
}
