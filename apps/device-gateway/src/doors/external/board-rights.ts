import { codecOf, fitsIn, topics } from '@acequia/board-protocol';
import { prefixOf } from '@acequia/contracts';
import type { KnownPlaca } from '../../registry/known-placa.js';

/** Topic filters: what a board may publish to and subscribe to at a broker. */
export interface BoardRights {
  publish: string[];
  subscribe: string[];
}

export const rightsOf = ({ numero, dialecto }: KnownPlaca): BoardRights => {
  const codec = codecOf(dialecto);
  if (codec && dialecto !== 'acequia') {
    // A broker disconnects a client whose message it denies, so the firmware's other topics must be allowed.
    return {
      publish: [`${prefixOf(dialecto, numero)}/#`, ...codec.tolerated],
      subscribe: [...codec.listening(numero)],
    };
  }
  return {
    publish: [topics.status(numero), topics.telemetry(numero), topics.result(numero), topics.runs(numero)],
    subscribe: (['command', 'config', 'agenda', 'control', 'update'] as const).map((channel) =>
      topics[channel](numero),
    ),
  };
};

/** `topic`: for a subscription its filter. */
export const mayUse = (placa: KnownPlaca, action: keyof BoardRights, topic: string): boolean =>
  (action === 'subscribe' || !/[+#]/.test(topic)) && fitsIn(topic, rightsOf(placa)[action]);
