import type { ResultMessage, RunReport, StatusMessage, TelemetrySample } from '@acequia/board-protocol';
import type { Clima } from '../climate.js';

/** True time at 0 of a scenario, ms since 1970. */
export const T0 = Date.UTC(2026, 4, 10, 18);

/** What a test observes of a device; times in ms of the scenario. */
export interface Seen {
  answers: ResultMessage[];
  changes: [at: number, pin: number, on: 0 | 1][];
}

export interface Served {
  image: Buffer;
  signed: boolean;
  loops: boolean;
}

export type I2cChip = 'sht4x' | 'bme280' | 'ads1115';
export interface I2cSaid {
  /** Of an SHT4x both words, of a BME280 the one for the humidity, of an ADS1115 its input and what is there. */
  raw: readonly number[];
  /** By channel: what that means. */
  means: Readonly<Record<string, number>>;
}

/** One kind of board, with the inputs of its surroundings. `at` in ms of the scenario, never decreasing. */
export interface Device {
  powerOff(at: number): Promise<Seen>;
  boot(at: number): Promise<Seen>;
  /** The chip alone restarts: its wires keep their levels. `gone`: without its documents. */
  restart(at: number, map: 'kept' | 'gone'): Promise<Seen>;
  /** A time server's answer, as the distance from true time; null = it never answered. */
  clock(at: number, ahead_ms: number | null): Promise<Seen>;
  command(at: number, payload: Buffer): Promise<Seen>;
  config(at: number, payload: Buffer): Promise<Seen>;
  /** Ticks every `step` until `until`. */
  pass(at: number, until: number, step: number): Promise<Seen>;
  stuck(at: number, pins: number[]): Promise<Seen>;
  connected(at: number): Promise<Seen>;
  disconnected(at: number): Promise<Seen>;
  agenda(at: number, payload: Buffer): Promise<Seen>;
  control(at: number, payload: Buffer): Promise<Seen>;
  /** The sensor's reading from now on; null = no value. */
  sensor(at: number, pin: number, reading: Clima | null): Promise<Seen>;
  /** So many pulses more at a pin. */
  pulses(at: number, pin: number, count: number): Promise<Seen>;
  /** The voltage at a pin from now on; null = no value. */
  volts(at: number, pin: number, volts: number | null): Promise<Seen>;
  /** What a DS18B20 says from now on, in sixteenths of °C; null = those at the pin are silent. */
  probe(at: number, pin: number, rom: string, sixteenths: number | null): Promise<Seen>;
  /** What is on I²C from now on, and what its channels say; the firmware's host takes `raw`, the words of its data sheet. null = nothing. */
  onI2c(at: number, chip: I2cChip, address: number, said: I2cSaid | null): Promise<Seen>;
  /** What two registers of a device hold from now on. */
  registers(at: number, address: number, reg: number, words: readonly [number, number]): Promise<Seen>;
  /** What the server of images gives from now on; the firmware's host believes `signed`, and an image that `loops` falls over. */
  serve(at: number, served: Served): Promise<Seen>;
  /** The retained document; null withdraws it. */
  update(at: number, payload: Buffer | null): Promise<Seen>;
  status(at: number): Promise<StatusMessage>;
  /** Outcomes of the board's runs; `told` = acknowledged by a PUBACK. */
  runs(at: number, told: boolean): Promise<RunReport[]>;
  /** Everything the board has to send, acknowledged. */
  deliver(at: number): Promise<TelemetrySample[]>;
}
