import fc from 'fast-check';
import { generate } from 'mqtt-packet';
import { CONNECT_MAX_BYTES, PACKET_MAX_BYTES, PacketMeter } from './packet-meter.js';

const connect = generate({ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: 'placa-1' });
const publish = (bytes: number): Buffer =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes), qos: 0, dup: false, retain: false });

const pushInPieces = (stream: Buffer, sizes: number[]): string | null => {
  const meter = new PacketMeter();
  let at = 0;
  for (let i = 0; at < stream.length; i++) {
    const size = sizes[i % sizes.length] ?? 1;
    const refusal = meter.push(stream.subarray(at, at + size));
    if (refusal !== null) return refusal;
    at += size;
  }
  return null;
};

describe('PacketMeter', () => {
  it('lets packets of every allowed size pass, however the bytes are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 6 }),
        fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1 }),
        (bodies, sizes) => pushInPieces(Buffer.concat([connect, ...bodies.map(publish)]), sizes) === null,
      ),
      { numRuns: 60 },
    );
  });

  it('refuses a packet over the limit as soon as its length is announced', () => {
    const meter = new PacketMeter();
    expect(meter.push(connect)).toBeNull();
    expect(meter.push(publish(PACKET_MAX_BYTES).subarray(0, 4))).toBe('packet too large');
  });

  it('holds CONNECT to a smaller limit', () => {
    const large = generate({
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: true,
      clientId: 'placa-1',
      username: 'x'.repeat(CONNECT_MAX_BYTES),
    });
    expect(new PacketMeter().push(large.subarray(0, 4))).toBe('packet too large');
  });

  it('refuses a length of more than four bytes', () => {
    expect(new PacketMeter().push(Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x01]))).toBe('malformed packet length');
  });

  it('refuses a stream that does not begin with CONNECT', () => {
    expect(new PacketMeter().push(publish(1))).toBe('first packet is not CONNECT');
  });
});
