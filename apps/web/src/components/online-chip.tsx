import { useByClock } from '../lib/time/clock.js';
import { duration } from '../lib/format/duration.js';
import './chips.css';

interface Props {
  online: boolean;
  /** The two words, where the screen's are not ONLINE and OFFLINE. */
  texts?: readonly [string, string];
  /** The last word is old, or may be: drawn hollow and dashed, as what nobody knows. */
  old?: boolean;
  /** When it was last heard of, ms: how long it has been away is told with it. */
  seenAt?: number | null;
}

const MINUTE_MS = 60_000;

/** ONLINE or OFFLINE, told by the word and by a filled or hollow mark; who is away is honey, with for how long. */
export function OnlineChip({ online, texts = ['ONLINE', 'OFFLINE'], old = false, seenAt = null }: Props) {
  const away = useByClock((now) =>
    online || seenAt === null || now - seenAt < MINUTE_MS ? '' : duration((now - seenAt) / MINUTE_MS),
  );
  return (
    <span className="online-chip" data-viejo={old || undefined} data-offline={!online || undefined}>
      <span>{online ? texts[0] : texts[1]}</span>
      {away && <small>{away}</small>}
    </span>
  );
}
