import { codecOf, type CommandMessage, encodeCommand, topics } from '@acequia/board-protocol';
import type { Firmware } from '@acequia/contracts';
import type { KnownPlaca } from '../registry/known-placa.js';

/** A message for a board; never retained. QoS 0 where a late message would be obeyed: then no broker keeps it. */
export interface Message {
  topic: string;
  payload: Buffer;
  qos: 0 | 1;
}

const asMessage = ({ topic, payload }: { topic: string; payload: string }): Message => ({
  topic,
  payload: Buffer.from(payload),
  qos: 0,
});

/** A command in the board's dialect; empty when the board has no such relay. @throws ZodError for an invalid command */
export const orderFor = ({ dialecto, numero }: KnownPlaca, comando: CommandMessage): Message[] => {
  const codec = codecOf(dialecto);
  if (codec) return codec.orden(numero, comando).map(asMessage);
  return [{ topic: topics.command(numero), payload: Buffer.from(encodeCommand(comando)), qos: 1 }];
};

/** Messages that ask a board for its whole state; empty for dialects that report it by themselves. */
export const questionFor = ({ dialecto, numero }: KnownPlaca): Message[] =>
  codecOf(dialecto)?.question(numero).map(asMessage) ?? [];

/** Messages with which a board of another firmware installs one; empty where it cannot be told to. */
export const updateFor = ({ dialecto, numero }: KnownPlaca, attempt: number, firmware: Firmware): Message[] =>
  codecOf(dialecto)?.update(numero, attempt, firmware).map(asMessage) ?? [];

/** Messages that ask a board of another firmware what it runs. */
export const versionQuestionFor = ({ dialecto, numero }: KnownPlaca): Message[] =>
  codecOf(dialecto)?.versionQuestion(numero).map(asMessage) ?? [];
