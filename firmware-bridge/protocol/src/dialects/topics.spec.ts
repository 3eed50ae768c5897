import { PINES_ESP32, type ForeignDialecto } from '@acequia/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CODECS, codecOf } from './codecs.js';
import { fitsIn, parseDialectTopic } from './dialect.js';

const NOW = 1_795_239_713_569;

describe('the topics of dialects', () => {
  it('say whose they are, spelt in one way only', () => {
    expect(parseDialectTopic('tasmota/1001/stat/RESULT')).toEqual({
      dialecto: 'tasmota',
      numero: 1001,
      rest: 'stat/RESULT',
    });
    for (const topic of [
      'tasmota/01001/stat/RESULT',
      'tasmota/+/stat/RESULT',
      'tasmota/1001/stat/#',
      'tasmota/1001',
      'tasmota/discovery/A1B2/config',
      'shelly/99999999999/online',
      '/esphome/1/status',
      'acequia/v1/1/status',
      '',
    ]) {
      expect(parseDialectTopic(topic)).toBeNull();
    }
  });

  it('a filter is granted only within those of the board', () => {
    const listening = (dialecto: ForeignDialecto) => CODECS[dialecto].listening(1001);
    const granted: [ForeignDialecto, string][] = [
      ['tasmota', 'tasmota/1001/cmnd/#'],
      ['tasmota', 'tasmota/1001/cmnd/POWER1'],
      ['esphome', 'esphome/1001/switch/relevador_4/command'],
      ['esphome', 'esphome/1001/switch/+/command'],
      ['shelly', 'shelly/1001/rpc'],
      ['shelly', 'shelly/1001/command/switch:0'],
    ];
    for (const [dialecto, filter] of granted)
      expect([filter, fitsIn(filter, listening(dialecto))]).toEqual([filter, true]);
    const refused: [ForeignDialecto, string][] = [
      ['tasmota', '#'],
      ['tasmota', '+/1001/cmnd/#'],
      ['tasmota', 'tasmota/+/cmnd/#'],
      ['tasmota', 'tasmota/1002/cmnd/#'],
      ['tasmota', 'tasmota/tasmotas/cmnd/#'],
      ['tasmota', 'tasmota/1001/#'],
      ['tasmota', 'tasmota/1001/cmnd/a/#'],
      ['tasmota', 'acequia/v1/1001/command'],
      ['tasmota', '$SYS/#'],
      ['esphome', 'esphome/1001/switch/relevador_4/state'],
      ['esphome', 'esphome/+/switch/relevador_4/command'],
      ['shelly', 'shelly/1001/status/switch:0'],
      ['shelly', 'shelly/1002/rpc'],
      ['shelly', 'shellies/command'],
    ];
    for (const [dialecto, filter] of refused)
      expect([filter, fitsIn(filter, listening(dialecto))]).toEqual([filter, false]);
  });

  it('a board is always within its own: what it is sent, and what it may write to', () => {
    const numero = fc.integer({ min: 1, max: 2_147_483_647 });
    fc.assert(
      fc.property(numero, fc.constantFrom(...PINES_ESP32), fc.boolean(), fc.nat(604_800), (n, pin, on, max_s) => {
        for (const codec of Object.values(CODECS)) {
          const listening = codec.listening(n);
          const firmware = { tipo: 'url', url: 'http://10.0.0.5/a.bin', version: '1' } as const;
          const sendings = [
            ...codec.orden(n, { id: 'c', pin, on, max_s, exp: NOW }),
            ...codec.question(n),
            ...codec.update(n, 1, firmware),
            ...codec.versionQuestion(n),
          ];
          for (const { topic } of sendings) {
            expect(fitsIn(topic, listening)).toBe(true);
            expect(fitsIn(topic, codec.commandTopics)).toBe(true);
            expect(parseDialectTopic(topic)).toMatchObject({ dialecto: codec.dialecto, numero: n });
          }
          for (const topic of listening) expect(topic.startsWith(`${codec.dialecto}/${n}/`)).toBe(true);
        }
      }),
    );
    expect(codecOf('acequia')).toBeNull();
  });
});
