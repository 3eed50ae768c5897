import { DIALECTOS } from '@acequia/contracts';
import { readingsTopic, testCommand } from './test-command.js';

const address = 'mqtt://acequia.lan:1884';

describe('the command that tries a board', () => {
  it('publishes one relay and one sensor at the address and with the account of the board', () => {
    expect(testCommand({ id: 1001, dialecto: 'acequia' }, address, 'clave')).toBe(
      `mosquitto_pub -h acequia.lan -p 1884 -i placa-1001 -u 1001 -P 'clave' -q 1 -t 'acequia/v1/1001/telemetry' ` +
        `-m '{"pins":{"4":1},"sensors":{"15":{"t":21.5,"h":60.2}}}'`,
    );
  });

  it.each(DIALECTOS)('stays below the own topics of a board with %s', (dialecto) => {
    const topics = [...testCommand({ id: 7, dialecto }, address, 'x').matchAll(/-t '([^']+)'/g)].map(([, one]) => one);
    const prefix = readingsTopic(dialecto, 7).replace(/(telemetry|…)$/, '');
    expect(topics.length).toBeGreaterThan(0);
    for (const topic of topics) expect(topic).toContain(prefix);
  });

  it('quotes a password for the shell, and names a variable for an unknown one', () => {
    expect(testCommand({ id: 7, dialecto: 'acequia' }, address, `a'b`)).toContain(`-P 'a'\\''b'`);
    expect(testCommand({ id: 7, dialecto: 'acequia' }, address, null)).toContain('-P "$PASSWORD"');
  });

  it('asks for encryption at an address that needs it', () => {
    expect(testCommand({ id: 7, dialecto: 'acequia' }, 'mqtts://granja.example', 'x')).toContain(
      '-h granja.example -p 8883 --capath /etc/ssl/certs ',
    );
  });
});
