import {
  type CommandMessage,
  type ConfigMessage,
  decodeCommand,
  decodeConfig,
  encodeResult,
  type ResultMessage,
} from '@acequia/board-protocol';
import type { ComandoAction, CallResponse, Comando, EstadoComando, Caller } from '@acequia/contracts';
import type { MqttClient } from 'mqtt';
import { ComandosHandlers } from '../ledger/comandos.handlers.js';
import { admin, type Gateway, until } from '../../gateway.fixture.js';
import { SwitchCommandsHandlers } from './switch-commands.handlers.js';

/** A connected board that listens for commands and answers as the test says. */
export class Board {
  readonly commands: CommandMessage[] = [];
  readonly configs: ConfigMessage[] = [];
  /** The board's answer to a command; null = no answer. */
  answer: (command: CommandMessage) => ResultMessage | null = ({ id, pin, on }) => ({
    id,
    ok: true,
    pins: { [pin]: on ? 1 : 0 },
  });

  private constructor(
    readonly numero: number,
    readonly client: MqttClient,
  ) {}

  static async connect(client: MqttClient, numero: number): Promise<Board> {
    const board = new Board(numero, client);
    client.on('message', (topic, payload, { retain }) => {
      const config = topic === board.topic('config') ? decodeConfig(payload) : null;
      if (config?.ok) board.configs.push(config.value);
      const decoded = topic === board.topic('command') ? decodeCommand(payload) : null;
      if (!decoded?.ok) return;
      if (retain) throw new Error('a command was retained');
      board.commands.push(decoded.value);
      const result = board.answer(decoded.value);
      if (result) void board.say('result', encodeResult(result));
    });
    await client.subscribeAsync([board.topic('config'), board.topic('command')], { qos: 1 });
    return board;
  }

  say(channel: 'result' | 'telemetry', payload: string): Promise<unknown> {
    return this.client.publishAsync(this.topic(channel), payload, { qos: 1 });
  }

  private topic(channel: string): string {
    return `acequia/v1/${this.numero}/${channel}`;
  }
}

interface Click {
  accion?: ComandoAction;
  duracion_s?: number;
  clave?: string | null;
  caller?: Caller;
}

export const click = (
  gateway: Gateway,
  id: number,
  { accion = 'on', clave = null, caller = admin, duracion_s }: Click = {},
): Promise<CallResponse<'switches.comandar'>> =>
  gateway.app
    .get(SwitchCommandsHandlers)
    .command(
      { id, accion, clave, ip: '203.0.113.9', navegador: 'pruebas', ...(duracion_s && { duracion_s }) },
      { caller, trace_id: 't', deadline: 0 },
    );

export const ledger = (gateway: Gateway, switch_id: number, caller = admin): Promise<Comando[]> =>
  gateway.app.get(ComandosHandlers).list({ switch_id }, { caller, trace_id: 't', deadline: 0 });

/** Waits until the newest command of a switch is in this state, and answers that command. */
export const ends = async (gateway: Gateway, switch_id: number, estado: EstadoComando): Promise<Comando> => {
  let newest: Comando | undefined;
  await until(async () => {
    [newest] = await ledger(gateway, switch_id);
    return newest?.estado === estado;
  });
  return newest as Comando;
};
