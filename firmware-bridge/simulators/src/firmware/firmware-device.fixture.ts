import type { RunReport, StatusMessage, TelemetrySample } from '@acequia/board-protocol';
import type { Clima } from '../climate.js';
import type { CoreHost, HostReply } from './core-host.fixture.js';
import { type Device, type I2cChip, type I2cSaid, type Seen, type Served, T0 } from './device.fixture.js';

const VERBS: Readonly<Record<I2cChip, string>> = { sht4x: 'climate', bme280: 'weather', ads1115: 'converter' };

/** The real firmware's core, compiled for this computer. */
export class FirmwareDevice implements Device {
  constructor(private readonly host: CoreHost) {}

  powerOff(at: number): Promise<Seen> {
    return this.run(at, 'off');
  }
  boot(at: number): Promise<Seen> {
    return this.run(at, 'boot', 1 + (at % 0x7fff_ffff));
  }
  restart(at: number, map: 'kept' | 'gone'): Promise<Seen> {
    return this.run(at, 'restart', 1 + (at % 0x7fff_ffff), map);
  }
  clock(at: number, ahead_ms: number | null): Promise<Seen> {
    return this.run(at, 'clock', ahead_ms === null ? 'unset' : T0 + at + ahead_ms);
  }
  command(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'command', payload);
  }
  config(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'config', payload);
  }
  pass(at: number, until: number, step: number): Promise<Seen> {
    return this.run(at, 'pass', until, step);
  }
  stuck(at: number, pins: number[]): Promise<Seen> {
    return this.run(at, 'stuck', ...pins);
  }
  connected(at: number): Promise<Seen> {
    return this.run(at, 'connected');
  }
  agenda(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'agenda', payload);
  }
  control(at: number, payload: Buffer): Promise<Seen> {
    return this.run(at, 'control', payload);
  }
  sensor(at: number, pin: number, reading: Clima | null): Promise<Seen> {
    if (!reading) return this.run(at, 'sensor', pin, 'mute');
    return this.run(at, 'sensor', pin, Math.round(reading.t * 100), Math.round(reading.h * 100));
  }
  pulses(at: number, pin: number, count: number): Promise<Seen> {
    return this.run(at, 'pulses', pin, count);
  }
  volts(at: number, pin: number, volts: number | null): Promise<Seen> {
    return this.run(at, 'volts', pin, volts === null ? 'none' : Math.round(volts * 1_000));
  }
  probe(at: number, pin: number, rom: string, sixteenths: number | null): Promise<Seen> {
    return this.run(at, 'probe', pin, rom, sixteenths ?? 'none');
  }
  onI2c(at: number, chip: I2cChip, address: number, said: I2cSaid | null): Promise<Seen> {
    if (!said) return this.run(at, 'unplug', address);
    return this.run(at, VERBS[chip], address, ...said.raw);
  }
  async registers(at: number, address: number, reg: number, [high, low]: readonly [number, number]): Promise<Seen> {
    await this.run(at, 'register', address, 3, reg, high);
    return this.run(at, 'register', address, 3, reg + 1, low);
  }
  serve(at: number, { image, signed, loops }: Served): Promise<Seen> {
    return this.run(at, 'serve', image, signed ? 1 : 0, loops ? 1 : 0);
  }
  update(at: number, payload: Buffer | null): Promise<Seen> {
    return this.run(at, 'update', payload ?? '');
  }
  async status(at: number): Promise<StatusMessage> {
    return (await this.host.do(at, 'status')).answered as StatusMessage;
  }
  disconnected(at: number): Promise<Seen> {
    return this.run(at, 'disconnected');
  }
  async runs(at: number, told: boolean): Promise<RunReport[]> {
    const { messages } = await this.host.do(at, 'runs', told ? 'told' : 'lost');
    return messages.flat() as unknown as RunReport[];
  }
  async deliver(at: number): Promise<TelemetrySample[]> {
    return (await this.host.do(at, 'deliver', 12_000)).messages.flat();
  }

  private async run(at: number, verb: string, ...args: (string | number | Buffer)[]): Promise<Seen> {
    const { answers, changes }: HostReply = await this.host.do(at, verb, ...args);
    return { answers, changes };
  }
}
