import { codecDe, type CommandMessage, encodeCommand, topics } from '@acequia/board-protocol';
import type { PlacaConocida } from '../registry/placa-conocida.js';

/** A message for a board; never retained. QoS 0 where a late one would be obeyed: no broker keeps it then. */
export interface Mensaje {
  topic: string;
  payload: Buffer;
  qos: 0 | 1;
}

const deDialecto = ({ topic, payload }: { topic: string; payload: string }): Mensaje => ({
  topic,
  payload: Buffer.from(payload),
  qos: 0,
});

/** A command in the board's own dialect; none when it has no such relay. @throws ZodError for what is no command */
export const ordenPara = ({ dialecto, numero }: PlacaConocida, comando: CommandMessage): Mensaje[] => {
  const codec = codecDe(dialecto);
  if (codec) return codec.orden(numero, comando).map(deDialecto);
  return [{ topic: topics.command(numero), payload: Buffer.from(encodeCommand(comando)), qos: 1 }];
};

/** Asks a board for its whole state; none for those that tell it by themselves. */
export const preguntaPara = ({ dialecto, numero }: PlacaConocida): Mensaje[] =>
  codecDe(dialecto)?.pregunta(numero).map(deDialecto) ?? [];
