import { Redis } from 'ioredis';
import { BARE } from './keys.js';

// The bare pattern's server: XREADGROUP → PUBLISH, with nothing around it. Argument: the URL of Redis.
const url = process.argv[2] ?? '';
const blocking = new Redis(url);
const commands = new Redis(url, { enableAutoPipelining: true });

type Reply = [string, [string, string[]][]][] | null;

await blocking.xgroup('CREATE', BARE.stream, BARE.group, '0', 'MKSTREAM').catch(() => undefined);
process.send?.('ready');
for (;;) {
  const reply = (await blocking.xreadgroup(
    'GROUP',
    BARE.group,
    'one',
    'COUNT',
    64,
    'BLOCK',
    5_000,
    'NOACK',
    'STREAMS',
    BARE.stream,
    '>',
  )) as Reply;
  for (const [, fields] of reply?.[0]?.[1] ?? []) void commands.publish(BARE.channel, fields[1] ?? '');
}
