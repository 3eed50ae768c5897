// Runs in every service before its own code: shifts its clock and answers for names, as the file FAULTS_WORLD says (see world.ts).
import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { setImmediate, setInterval } from 'node:timers';

const file = process.env.FAULTS_WORLD;
const read = () => JSON.parse(readFileSync(file, 'utf8'));
let world = read();
setInterval(() => (world = read()), 100).unref();

const { now } = Date;
const leapt = ({ from, each_ms, by_ms }, at) => Math.max(0, Math.floor((at - from) / each_ms)) * by_ms;
Date.now = () => {
  const at = now();
  return at + world.shift_ms + (world.leaps ? leapt(world.leaps, at) : 0);
};
globalThis.Date = new Proxy(Date, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length > 0 ? args : [Date.now()], newTarget),
  apply: () => new Date().toString(),
});

const { lookup } = dns;
dns.lookup = (host, options, callback) => {
  const done = typeof options === 'function' ? options : callback;
  if (!host.endsWith('.test')) return lookup(host, options, callback);
  const code = 'ENOTFOUND';
  if (!world.names) return setImmediate(done, Object.assign(new Error(`getaddrinfo ${code} ${host}`), { code }));
  const found = { address: '127.0.0.1', family: 4 };
  return options.all ? setImmediate(done, null, [found]) : setImmediate(done, null, found.address, found.family);
};
syncBuiltinESMExports();
