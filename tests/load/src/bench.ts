import { benchAlerts } from './alerts.bench.js';
import { benchAttacks } from './attacks.bench.js';
import { benchBus } from './bus.bench.js';
import { benchCommands } from './commands.bench.js';
import { benchCrowd } from './crowd.bench.js';
import { benchGrowth } from './growth.bench.js';
import { benchIngest } from './ingest.bench.js';
import { benchLists } from './lists.bench.js';
import { benchLive } from './live.bench.js';
import { benchPanel } from './panel.bench.js';
import { benchPrograms } from './programas.bench.js';
import { benchPoints } from './puntos.bench.js';
import { benchRelay } from './relay.bench.js';
import { benchShards } from './shards.bench.js';
import { benchScale } from './scale.bench.js';
import { benchSituation } from './situation.bench.js';
import { benchSockets } from './sockets.bench.js';
import { benchStart } from './start.bench.js';
import { benchTable } from './table.bench.js';
import { benchWeb } from './web.bench.js';

/** `npm run bench [-- name …]`: one JSON line per figure. Run it alone: two cores measure one thing at a time. */
const BENCHES: Record<string, () => Promise<object[]>> = {
  web: benchWeb,
  panel: benchPanel,
  situation: benchSituation,
  bus: benchBus,
  start: benchStart,
  live: benchLive,
  sockets: benchSockets,
  comandos: benchCommands,
  ingest: benchIngest,
  puntos: benchPoints,
  growth: benchGrowth,
  crowd: benchCrowd,
  scale: benchScale,
  shards: benchShards,
  lists: benchLists,
  relay: benchRelay,
  attacks: benchAttacks,
  programas: benchPrograms,
  tabla: benchTable,
  alerts: benchAlerts,
};

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench named ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(1);
}
for (const [name, bench] of Object.entries(BENCHES)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  for (const line of await bench()) console.log(JSON.stringify(line));
}
process.exit(0);
