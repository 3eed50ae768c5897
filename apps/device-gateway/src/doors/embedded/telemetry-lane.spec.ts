import fc from 'fast-check';
import { generate } from 'mqtt-packet';
import { TelemetryLane } from './telemetry-lane.js';

const OWN = 'acequia/v1/1/telemetry';
const publish = (topic: string, messageId: number, bytes: number, dup = false): Buffer =>
  generate({ cmd: 'publish', topic, payload: Buffer.alloc(bytes, messageId), qos: 1, messageId, dup, retain: false });

describe('samples that wait', () => {
  let wait: number;
  const lane = (topic: Buffer | null = Buffer.from(OWN)) => new TelemetryLane({ topic, wait: () => wait });
  const drained = (one: TelemetryLane): Buffer[] => {
    const packets: Buffer[] = [];
    for (let packet = one.next(); packet; packet = one.next()) packets.push(packet);
    return packets;
  };

  beforeEach(() => {
    wait = 1;
  });

  it('are passed by everything else, however the bytes arrive, and keep their order', () => {
    const packet = fc.record({ samples: fc.boolean(), bytes: fc.nat(300) });
    fc.assert(
      fc.property(fc.array(packet, { maxLength: 20 }), fc.integer({ min: 1, max: 97 }), (packets, piece) => {
        wait = 1;
        const built = packets.map(({ samples, bytes }, i) => ({
          samples,
          packet: publish(samples ? OWN : 'acequia/v1/1/result', i + 1, bytes),
        }));
        const bytes = Buffer.concat(built.map((one) => one.packet));
        const one = lane();
        for (let at = 0; at < bytes.length; at += piece) one.add(bytes.subarray(at, at + piece));
        const only = (samples: boolean) => built.filter((it) => it.samples === samples).map((it) => it.packet);
        expect(drained(one)).toEqual(only(false));
        wait = 0;
        expect(drained(one)).toEqual(only(true));
        expect(one.drain()).toHaveLength(0);
        expect(one.empty).toBe(true);
      }),
    );
  });

  it('are kept once when the board sends them again because its acknowledgement waits', () => {
    const one = lane();
    one.add(Buffer.concat([publish(OWN, 7, 50), publish(OWN, 8, 50), publish(OWN, 7, 50, true)]));
    wait = 0;
    expect(drained(one)).toHaveLength(2);
    expect(one.drain()).toHaveLength(0);
    expect(one.empty).toBe(true);
  });

  it('hand over half a packet only when nothing of theirs is left', () => {
    const one = lane();
    const whole = publish(OWN, 1, 100);
    one.add(Buffer.concat([whole, whole.subarray(0, 40)]));
    expect(one.drain()).toBeNull();
    wait = 0;
    expect(one.drain()).toBeNull();
    expect(drained(one)).toHaveLength(1);
    expect(one.drain()).toEqual(whole.subarray(0, 40));
  });
});
