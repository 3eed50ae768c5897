import { CAPABILITIES, type StatusMessage } from '@acequia/board-protocol';
import type { BoardClock, Version } from './board-clock.js';
import type { DocumentHistory, DocumentName } from './document-history.js';
import { random } from './random.js';
import type { VirtualProtections } from './virtual-protections.js';
import type { VirtualRelays } from './virtual-relays.js';

interface Parts {
  seed: number;
  boot: string;
  /** Only its chip began anew. */
  restarted: boolean;
  clock: BoardClock;
  relays: VirtualRelays;
  protections: VirtualProtections;
  documents: DocumentHistory;
  versions: Record<DocumentName, Version | null>;
}

/** What a simulated board says of itself; what its link and its flash know is not in it. */
export const statusOf = (
  { seed, boot, restarted, clock, relays, protections, documents, versions }: Parts,
  now: number,
): StatusMessage => {
  const taken = Object.entries(versions).flatMap(([name, version]) => (version ? [{ name, version }] : []));
  const tripped = protections.tripped();
  const stuck = relays.unfollowing();
  return {
    online: true,
    fw: '2.0.0-sim',
    model: 'esp32',
    rssi: -52 - Math.floor(random(seed, 3) * 25) - Math.floor(random(seed, now) * 4),
    boot,
    can: CAPABILITIES.filter((one) => one !== 'update'),
    ...documents.told,
    ...(stuck.length > 0 && { stuck }),
    lost: 0,
    runs_lost: 0,
    table: 2,
    chip: {
      reset: restarted ? 'software' : 'power',
      clock: clock.ahead_ms === null ? 'none' : 'server',
      // A time server is asked each hour.
      ...(clock.ahead_ms !== null && { clock_s: Math.floor((now - clock.bootedAt) / 1000) % 3_600 }),
      // About what a TLS client leaves of an ESP32.
      heap: 96_000,
      stack: 2_300,
      links: 1,
      waiting: 0,
    },
    revs: Object.fromEntries(taken.map(({ name, version }) => [name, version.rev])),
    epochs: Object.fromEntries(taken.map(({ name, version }) => [name, version.epoch])),
    wear: relays.wear.told(now),
    ...(tripped.length > 0 && { tripped }),
  };
};
