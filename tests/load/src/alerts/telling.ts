import type { Telegram } from '@acequia/simulators';
import { connectBoard, eventually, Farm, publishTelemetry, type RunningAcequia } from '@acequia/testing';
import { setTimeout as sleep } from 'node:timers/promises';

export const TOKEN = '123456789:AAaaBBbbCCccDDddEEeeFFffGGggHHhhIIi';
const CLOSED = 5;
export const PENDING_S = 2;

/** Beyond the rule's wait, ms: one board of each of some companies hangs up. */
export async function timeToTell(acequia: RunningAcequia, telegram: Telegram): Promise<number[]> {
  const root = await acequia.loginAdmin();
  const times: number[] = [];
  for (let n = 0; n < CLOSED; n++) {
    const farm = await Farm.create(acequia, root);
    const { id, nombre, fecha_vencimiento } = farm.empresa;
    const chat_id = String(7_000 + n);
    const body = { nombre, fecha_vencimiento, token_telegram: TOKEN, telegram_chat_id: chat_id };
    await root.call('empresas.actualizar', { params: { id }, body });
    const rule = { empresa_id: id, tipo: 'placa_sin_conexion' as const, activa: 1 as const, espera_s: PENDING_S };
    await farm.admin.api.call('avisos.guardar_regla', { body: rule });
    const board = await connectBoard(acequia.mqtt, farm.board);
    await publishTelemetry(board, farm.board.id, { pins: { 4: 0 } });
    await eventually(async () => {
      const [placa] = await farm.admin.api.call('placas.listar');
      if (placa?.online !== 1) throw new Error('the board is not seen yet');
    });
    // Long enough for alerts to know the new rule and the bot.
    await sleep(3_000);
    const closed = Date.now();
    await board.endAsync(true);
    const message = await eventually(() => {
      const [one] = telegram.bot(TOKEN).messages.filter((sent) => sent.chat_id === chat_id);
      if (!one) throw new Error('no message yet');
      return one;
    });
    times.push(message.at - closed - PENDING_S * 1_000);
  }
  return times;
}
